/** Reads of the embedded library: lists of documents, and the candidates of a search. Runs in a thread. */
import type { Asker } from '../../../engine/access/principal.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Sql, Value } from '../../../platform/sqlite.ts';
import { keysFor } from '../access-keys.ts';
import type { LibraryDocument } from '../document.ts';
import type { Candidate, CandidateQuery, Candidates } from '../store.ts';
import { informative, type WeightedWord } from '../words.ts';

export type ListInput = { asker: Asker; scope?: string | undefined; after?: string | undefined; limit: number };
type About = { about: string };
type ChunkRow = { id: string; body: string; place: string; about: string; score: number };

/** Of the columns keys, heading, names and body: a title says most of what a text is about. */
const WEIGHTS = '0.0, 2.0, 0.5, 1.0';

export function listDocuments(sql: Sql, { asker, scope, after, limit }: ListInput): LibraryDocument[] {
  const seen = visible(asker);
  const last =
    after === undefined
      ? 0
      : sql.one<{ seq: number }>('SELECT seq FROM document WHERE tenant = ? AND id = ?', asker.tenant, after)?.seq;
  if (last === undefined) throw badCursor();
  const rows = sql.all<About>(
    `SELECT about FROM document WHERE ${seen.sql} AND seq > ? AND (? IS NULL OR scope = ?) ORDER BY seq LIMIT ?`,
    ...[...seen.values, last, scope, scope, limit],
  );
  return rows.map(parseAbout);
}

export function findDocument(sql: Sql, { asker, id }: { asker: Asker; id: string }): LibraryDocument | null {
  const seen = visible(asker);
  const row = sql.one<About>(`SELECT about FROM document WHERE ${seen.sql} AND id = ?`, ...seen.values, id);
  return row ? parseAbout(row) : null;
}

export function readGeneration(sql: Sql, { tenant }: { tenant: string }): string {
  return (
    sql.one<{ generation: string }>('SELECT generation FROM tenant WHERE tenant = ?', tenant)?.generation ?? 'empty'
  );
}

export function findCandidates(sql: Sql, query: CandidateQuery): Candidates {
  const { asker, scopes, vector } = query;
  const seen = visible(asker, scopes);
  const sum = sql.one<{ n: number | null }>(`SELECT sum(chunks) AS n FROM document WHERE ${seen.sql}`, ...seen.values);
  const chunks = sum?.n ?? 0;
  const embedded = vector
    ? sql.one<{ n: number }>(
        `SELECT count(*) AS n FROM embedding WHERE ${seen.sql} AND embedder = ?`,
        ...seen.values,
        vector.embedder,
      )?.n
    : 0;
  const words = informative(countWords(sql, query), chunks);
  return {
    byWords: byWords(sql, query, words),
    byMeaning: byMeaning(sql, query),
    words,
    chunks,
    embedded: embedded ?? 0,
  };
}

function countWords(sql: Sql, { asker, scopes, words }: CandidateQuery) {
  const within = withinKeys(asker, scopes);
  return words.map((word) => {
    const match = `${within} AND {heading names body} : "${word}"`;
    return {
      word,
      chunks: sql.one<{ n: number }>('SELECT count(*) AS n FROM chunk_words WHERE chunk_words MATCH ?', match)?.n ?? 0,
    };
  });
}

/** Words hold letters and digits only, and stand in quotes: nothing in them is syntax. */
function byWords(sql: Sql, { asker, scopes, limit }: CandidateQuery, words: readonly WeightedWord[]): Candidate[] {
  if (words.length === 0) return [];
  const any = words.map(({ word }) => `"${word}"`).join(' OR ');
  const rows = sql.all<ChunkRow>(
    `SELECT c.id, c.body, c.place, d.about, -best.score AS score
     FROM (SELECT rowid, bm25(chunk_words, ${WEIGHTS}) AS score FROM chunk_words WHERE chunk_words MATCH ? ORDER BY score LIMIT ?) best
     JOIN chunk c ON c.seq = best.rowid AND c.tenant = ?
     JOIN document d ON d.seq = c.document AND d.tenant = ?`,
    ...[`${withinKeys(asker, scopes)} AND {heading names body} : (${any})`, limit, asker.tenant, asker.tenant],
  );
  return rows.map(toCandidate);
}

/** Every vector of the tenant is compared: an index over all tenants would return the neighbours of others and lose our own. */
function byMeaning(sql: Sql, { asker, scopes, vector, limit }: CandidateQuery): Candidate[] {
  if (!vector) return [];
  const { value, embedder } = vector;
  const seen = visible(asker, scopes);
  const rows = sql.all<ChunkRow>(
    `SELECT c.id, c.body, c.place, d.about, 1 - best.distance AS score
     FROM (
       SELECT chunk, vector_distance_cos(vector, vector8(?)) AS distance FROM embedding
       WHERE ${seen.sql} AND embedder = ? ORDER BY distance LIMIT ?
     ) best
     JOIN chunk c ON c.seq = best.chunk AND c.tenant = ?
     JOIN document d ON d.seq = c.document AND d.tenant = ?`,
    ...[
      Buffer.from(value.buffer, value.byteOffset, value.byteLength),
      ...seen.values,
      embedder,
      limit,
      asker.tenant,
      asker.tenant,
    ],
  );
  return rows.map(toCandidate);
}

function withinKeys(asker: Asker, scopes: readonly string[]): string {
  return keysFor(asker, scopes)
    .map((any) => `keys : (${any.map((key) => `"${key}"`).join(' OR ')})`)
    .join(' AND ');
}

/** What an asker may see, of a table with tenant, scope and user. */
function visible({ tenant, user_id }: Asker, scopes: readonly string[] = []): { sql: string; values: Value[] } {
  return {
    sql: [
      'tenant = ?',
      ...(user_id === undefined ? [] : ['(user_id IS NULL OR user_id = ?)']),
      ...(scopes.length === 0 ? [] : ['scope IN (SELECT value FROM json_each(?))']),
    ].join(' AND '),
    values: [
      tenant,
      ...(user_id === undefined ? [] : [user_id]),
      ...(scopes.length === 0 ? [] : [JSON.stringify(scopes)]),
    ],
  };
}

function toCandidate({ id, body, place, about, score }: ChunkRow): Candidate {
  const { document_id, scope, source } = JSON.parse(about) as LibraryDocument;
  return { chunk_id: id, document_id, scope, text: body, source: { ...source, ...JSON.parse(place) }, score };
}

function parseAbout({ about }: About): LibraryDocument {
  return JSON.parse(about) as LibraryDocument;
}

function badCursor(): AppError {
  return new AppError('invalid', 'The cursor does not belong to this list.', {
    errors: [{ path: 'cursor', message: 'use next_cursor of the page before' }],
  });
}
