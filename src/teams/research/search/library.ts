/**
 * A folder of the team's own texts as a place to search (LIBRARY_DIR): markdown, plain text, PDF, and JSONL with one document a line.
 * Ranked by BM25. A file is read only when it is new or has changed.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import MiniSearch, { type SearchResult as MiniSearchHit } from 'minisearch';
import type { Documents } from '../../../engine/tools/documents.ts';
import { evidenceByWords } from './evidence.ts';
import { documentsIn, type LibraryDocument } from './library-documents.ts';
import type { EvidenceLevel, LocalPlace, SearchResult } from './search.ts';

const READABLE = new Set(['.md', '.txt', '.jsonl', '.pdf']);
const SNIPPET_CHARS = 500;
/** Words that every text has. */
const EMPTY = new Set(
  'a an the of in on for to and or with by from at as is are was were be been it its this that new'.split(' '),
);

type Indexed = { stamp: string; ids: string[] };

export function createLibrary(dir: string, documents: Pick<Documents, 'pdf'>): LocalPlace {
  const index = new MiniSearch<LibraryDocument>({
    fields: ['title', 'text'],
    idField: 'id',
    processTerm: (term) => (EMPTY.has(term.toLowerCase()) ? null : term.toLowerCase()),
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
    async search({ words, limit, since }) {
      refreshing ??= refresh().finally(() => {
        refreshing = null;
      });
      await refreshing;
      // Documents with all words first; if there are too few, those with some of them.
      const strict = index.search(words, { combineWith: 'AND' });
      const found = strict.length >= limit ? strict : [...strict, ...others(index.search(words), strict)];
      return found
        .flatMap(({ id, terms }) => {
          const document = texts.get(String(id));
          return document && (!since || (document.date ?? '') >= since) ? [resultOf(document, terms)] : [];
        })
        .slice(0, limit);
    },
  };
}

function others(loose: readonly MiniSearchHit[], strict: readonly MiniSearchHit[]): readonly MiniSearchHit[] {
  const known = new Set(strict.map(({ id }) => id));
  return loose.filter(({ id }) => !known.has(id));
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

function resultOf(document: LibraryDocument, terms: readonly string[]): SearchResult {
  const { title, text, url, date, doi, pmid, nct, file } = document;
  return {
    title,
    snippet: passage(text, terms),
    url: url ?? `library:${file}`,
    source: 'library',
    date,
    ...(doi && { doi }),
    ...(pmid && { pmid }),
    ...(nct && { nct }),
    ...(document.phase && { phase: document.phase }),
    ...(document.status && { status: document.status }),
    evidence: document.evidence ?? gradeOf(document),
  };
}

/** A line of a JSONL file with an NCT number is a trial, unless its text names a kind of evidence. */
function gradeOf({ title, text, nct, file }: LibraryDocument): EvidenceLevel {
  const level = evidenceByWords(`${title}\n${text.slice(0, 4000)}`);
  return level === 'unknown' && nct && file.endsWith('.jsonl') ? 'trial' : level;
}

/** The passage with most of the searched words, from the beginning of a sentence. */
function passage(text: string, terms: readonly string[]): string {
  const sentences = text.match(/[^.!?\n]+[.!?]*\s*/g) ?? [text];
  const wanted = terms.map((term) => term.toLowerCase());
  let best = { at: 0, hits: -1 };
  sentences.forEach((sentence, at) => {
    const low = sentence.toLowerCase();
    const hits = wanted.filter((term) => low.includes(term)).length;
    if (hits > best.hits) best = { at, hits };
  });
  let chosen = '';
  for (const sentence of sentences.slice(best.at)) {
    if (chosen.length > 0 && chosen.length + sentence.length > SNIPPET_CHARS) break;
    chosen += sentence;
  }
  return chosen.trim().slice(0, SNIPPET_CHARS);
}
