/**
 * A folder of the team's own texts as a place to search (LIBRARY_DIR): markdown, plain text, PDF, and JSONL with one document a line.
 * Ranked by BM25. A file is read only when it is new or has changed.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import MiniSearch, { type SearchResult as MiniSearchHit, type Query } from 'minisearch';
import type { Documents } from '../../../engine/tools/documents.ts';
import type { EvidenceLevel } from '../requirements.ts';
import { evidenceByWords } from './evidence.ts';
import { documentsIn, type LibraryDocument } from './library-documents.ts';
import { foldWord } from './names.ts';
import type { LocalPlace, SearchQuery, Work } from './search.ts';

const READABLE = new Set(['.md', '.txt', '.jsonl', '.pdf']);
/** Works that are judged by title and abstract for one query. */
const CANDIDATES = 300;
/** Words that every text has. */
const EMPTY = new Set(
  'a an the of in on for to and or with by from at as is are was were be been it its this that new'.split(' '),
);

type Indexed = { stamp: string; ids: string[] };

export function createLibrary(dir: string, documents: Pick<Documents, 'pdfPages'>): LocalPlace {
  const index = new MiniSearch<LibraryDocument>({
    fields: ['title', 'text', 'fields'],
    idField: 'id',
    processTerm: (term) => (EMPTY.has(term.toLowerCase()) ? null : foldWord(term)),
    searchOptions: { boost: { title: 2 }, prefix: (term) => term.length > 4 },
  });
  const texts = new Map<string, LibraryDocument>();
  const files = new Map<string, Indexed>();
  let refreshing: Promise<void> | null = null;

  async function refresh(): Promise<void> {
    const found = await readable(dir);
    for (const [file, indexed] of files) if (!found.has(file)) forget(file, indexed);
    for (const [file, stamp] of found) {
      const known = files.get(file);
      if (known?.stamp === stamp) continue;
      if (known) forget(file, known);
      const read = await documentsIn(file, await readFile(join(dir, file)), documents);
      const fresh = read.filter(({ id }) => !texts.has(id));
      for (const document of fresh) texts.set(document.id, document);
      await index.addAllAsync(fresh);
      files.set(file, { stamp, ids: fresh.map(({ id }) => id) });
    }
  }

  function forget(file: string, { ids }: Indexed): void {
    for (const id of ids) {
      index.discard(id);
      texts.delete(id);
    }
    files.delete(file);
  }

  return {
    name: 'library',
    async search(query) {
      refreshing ??= refresh().finally(() => {
        refreshing = null;
      });
      await refreshing;
      const found = hits(query).map(({ id }) => texts.get(String(id)));
      return found
        .filter((document) => document !== undefined && isRecent(document, query))
        .slice(0, CANDIDATES)
        .map((document) => workOf(document as LibraryDocument));
    },
  };

  /** Where groups are given, whatever may name all of them; else documents with all words first, then those with some of them. */
  function hits({ words, limit, groups }: SearchQuery): MiniSearchHit[] {
    if (groups && groups.length > 0) return index.search(namingAll(groups));
    const strict = index.search(words, { combineWith: 'AND' });
    const known = new Set(strict.map(({ id }) => id));
    return strict.length >= limit ? strict : [...strict, ...index.search(words).filter(({ id }) => !known.has(id))];
  }
}

function namingAll(groups: readonly (readonly string[])[]): Query {
  const oneOf = (names: readonly string[]): Query => ({
    combineWith: 'OR',
    queries: names.map((name) => ({ combineWith: 'AND', queries: [name] })),
  });
  return { combineWith: 'AND', queries: groups.map(oneOf) };
}

export function isRecent({ date }: Pick<LibraryDocument, 'date'>, { since, requirements }: SearchQuery): boolean {
  // What the requirements leave out is counted by the one who asks.
  return !since || requirements?.since !== undefined || (date ?? '') >= since;
}

/** File and a stamp that changes with it. */
async function readable(dir: string): Promise<Map<string, string>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && READABLE.has(extname(entry.name).toLowerCase()));
  const stamped = await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const { mtimeMs, size } = await stat(path);
      return [relative(dir, path), `${mtimeMs}.${size}`] as const;
    }),
  );
  return new Map(stamped);
}

function workOf(document: LibraryDocument): Work {
  const { id: _id, file, text, isTrial: _isTrial, ...fields } = document;
  return {
    ...fields,
    text,
    snippet: '',
    url: document.url ?? `library:${file}`,
    source: 'library',
    evidence: document.evidence ?? gradeOf(document),
  };
}

/** By its words; else a registered study with a phase, or "NA" for it, is a trial, and one without is an observation. */
function gradeOf({ title, text, nct, file, isTrial }: LibraryDocument): EvidenceLevel {
  const level = evidenceByWords(`${title}\n${text.slice(0, 4000)}`);
  if (level !== 'unknown' || !nct || !file.endsWith('.jsonl')) return level;
  return isTrial ? 'trial' : 'cohort';
}
