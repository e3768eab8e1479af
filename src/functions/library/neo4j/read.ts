/** Reads of the library in Neo4j: lists of documents, and the candidates of a search. The tenant is in every match. */
import type { Asker } from '../../../engine/access/principal.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Run } from '../../../platform/neo4j.ts';
import { keysFor } from '../access-keys.ts';
import type { LibraryDocument } from '../document.ts';
import type { Candidate, CandidateQuery, Candidates, LibraryStore } from '../store.ts';
import { informative, type WeightedWord } from '../words.ts';
import { vectorIndex, vectorProperty, WORDS_INDEX } from './schema.ts';

type ChunkRow = { id: string; body: string; place: string; about: string; score: number };

/** A tenant with up to this many vectors is searched by comparing all of them; beyond it by the index, which spans all tenants. */
const COMPARED = 5_000;
/** How many neighbours the index is asked for, of which those of other tenants are dropped. */
const NEIGHBOURS = 2_000;

const CHUNK_ROW = `MATCH (d:LibraryDocument {tenant: $tenant, id: c.document_id})
RETURN c.id AS id, c.body AS body, c.place AS place, d.about AS about, score`;

export async function listDocuments(
  run: Run,
  asker: Asker,
  { scope, after, limit }: Parameters<LibraryStore['list']>[1],
): Promise<LibraryDocument[]> {
  const { tenant } = asker;
  const [last] =
    after === undefined
      ? [{ seq: -1n }]
      : await run<{ seq: bigint }>('MATCH (d:LibraryDocument {tenant: $tenant, id: $after}) RETURN d.seq AS seq', {
          tenant,
          after,
        });
  if (!last) throw badCursor();
  const seen = visible('d', asker, scope === undefined ? [] : [scope]);
  const rows = await run<{ about: string }>(
    `MATCH (d:LibraryDocument {tenant: $tenant}) WHERE d.seq > $last AND ${seen.where}
     RETURN d.about AS about ORDER BY d.seq LIMIT $limit`,
    { ...seen.values, last: BigInt(last.seq), limit: BigInt(limit) },
  );
  return rows.map(({ about }) => JSON.parse(about) as LibraryDocument);
}

export async function findDocument(run: Run, asker: Asker, id: string): Promise<LibraryDocument | null> {
  const seen = visible('d', asker);
  const [row] = await run<{ about: string }>(
    `MATCH (d:LibraryDocument {tenant: $tenant, id: $id}) WHERE ${seen.where} RETURN d.about AS about`,
    { ...seen.values, id },
  );
  return row ? (JSON.parse(row.about) as LibraryDocument) : null;
}

export async function readGeneration(run: Run, tenant: string): Promise<string> {
  const [row] = await run<{ generation: string | null }>(
    'MATCH (t:LibraryTenant {tenant: $tenant}) RETURN t.generation AS generation',
    { tenant },
  );
  return row?.generation ?? 'empty';
}

export async function findCandidates(run: Run, query: CandidateQuery): Promise<Candidates> {
  const { asker, scopes, vector } = query;
  const seen = visible('d', asker, scopes);
  const [sum] = await run<{ n: bigint }>(
    `MATCH (d:LibraryDocument {tenant: $tenant}) WHERE ${seen.where} RETURN sum(d.chunks) AS n`,
    seen.values,
  );
  const chunks = Number(sum?.n ?? 0);
  const embedded = vector ? await countVectors(run, query, vector.embedder) : 0;
  const words = informative(await countWords(run, query), chunks);
  return {
    byWords: await byWords(run, query, words),
    byMeaning: await byMeaning(run, query, embedded),
    words,
    chunks,
    embedded,
  };
}

async function countVectors(run: Run, { asker, scopes }: CandidateQuery, embedder: string): Promise<number> {
  const seen = visible('c', asker, scopes);
  const [row] = await run<{ n: bigint }>(
    `MATCH (c:LibraryChunk {tenant: $tenant}) WHERE ${seen.where} AND c.embedder = $embedder RETURN count(c) AS n`,
    { ...seen.values, embedder },
  );
  return Number(row?.n ?? 0);
}

/** Sent together, so that they cost one round trip. */
function countWords(run: Run, { asker, scopes, words }: CandidateQuery) {
  const within = withinKeys(asker, scopes);
  const count = `CALL db.index.fulltext.queryNodes('${WORDS_INDEX}', $lucene) YIELD node RETURN count(node) AS n`;
  return Promise.all(
    words.map(async (word) => {
      const [row] = await run<{ n: bigint }>(count, { lucene: `${within} +(${inFields(word)})` });
      return { word, chunks: Number(row?.n ?? 0) };
    }),
  );
}

async function byWords(
  run: Run,
  { asker, scopes, limit }: CandidateQuery,
  words: readonly WeightedWord[],
): Promise<Candidate[]> {
  if (words.length === 0) return [];
  const any = words.map(({ word }) => inFields(word)).join(' ');
  const seen = visible('c', asker, scopes);
  const rows = await run<ChunkRow>(
    `CALL db.index.fulltext.queryNodes('${WORDS_INDEX}', $lucene, {limit: $limit}) YIELD node AS c, score
     WITH c, score WHERE c.tenant = $tenant AND ${seen.where}
     ${CHUNK_ROW}`,
    { ...seen.values, lucene: `${withinKeys(asker, scopes)} +(${any})`, limit: BigInt(limit) },
  );
  return rows.map(toCandidate);
}

async function byMeaning(
  run: Run,
  { asker, scopes, vector, limit }: CandidateQuery,
  embedded: number,
): Promise<Candidate[]> {
  if (!vector || embedded === 0) return [];
  const { value, embedder } = vector;
  const seen = visible('c', asker, scopes);
  const property = vectorProperty(value.length);
  const candidates =
    embedded <= COMPARED
      ? `MATCH (c:LibraryChunk {tenant: $tenant}) WHERE ${seen.where} AND c.embedder = $embedder
         WITH c, vector.similarity.cosine(c.${property}, $vector) AS similarity`
      : `CALL db.index.vector.queryNodes('${vectorIndex(value.length)}', ${NEIGHBOURS}, $vector) YIELD node AS c, score AS similarity
         WITH c, similarity WHERE c.tenant = $tenant AND ${seen.where} AND c.embedder = $embedder`;
  // Neo4j gives (1 + cosine) / 2.
  const rows = await run<ChunkRow>(
    `${candidates}
     WITH c, 2 * similarity - 1 AS score ORDER BY score DESC LIMIT $limit
     ${CHUNK_ROW}`,
    { ...seen.values, embedder, vector: [...value], limit: BigInt(limit) },
  );
  return rows.map(toCandidate);
}

/** Words hold letters and digits only, and stand in quotes: nothing in them is syntax. */
function inFields(word: string): string {
  return `heading:"${word}"^2 names:"${word}"^0.5 body:"${word}"`;
}

/** Required, and without a part in the score. */
function withinKeys(asker: Asker, scopes: readonly string[]): string {
  return keysFor(asker, scopes)
    .map((any) => `+(${any.map((key) => `keys:"${key}"`).join(' ')})^0`)
    .join(' ');
}

function visible(node: 'c' | 'd', { tenant, user_id }: Asker, scopes: readonly string[] = []) {
  const conditions = [
    `${node}.tenant = $tenant`,
    ...(user_id === undefined ? [] : [`(${node}.user_id IS NULL OR ${node}.user_id = $user_id)`]),
    ...(scopes.length === 0 ? [] : [`${node}.scope IN $scopes`]),
  ];
  return {
    where: conditions.join(' AND '),
    values: { tenant, ...(user_id !== undefined && { user_id }), ...(scopes.length > 0 && { scopes: [...scopes] }) },
  };
}

function toCandidate({ id, body, place, about, score }: ChunkRow): Candidate {
  const { document_id, scope, source } = JSON.parse(about) as LibraryDocument;
  return { chunk_id: id, document_id, scope, text: body, source: { ...source, ...JSON.parse(place) }, score };
}

function badCursor(): AppError {
  return new AppError('invalid', 'The cursor does not belong to this list.', {
    errors: [{ path: 'cursor', message: 'use next_cursor of the page before' }],
  });
}
