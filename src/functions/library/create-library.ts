/** The library on an engine: chunks documents, has them embedded, keeps them, and searches. What takes CPU time runs in a thread. */
import type { Asker } from '../../engine/access/principal.ts';
import type { Documents } from '../../engine/tools/documents.ts';
import { AppError } from '../../platform/errors.ts';
import { openThreads, threadFile } from '../../platform/threads.ts';
import type { Chunked } from './chunks/chunk.ts';
import type { DocumentType, LibraryDocument, NewDocument } from './document.ts';
import type { Embedder } from './embedder.ts';
import type { ChunkInput } from './library.thread.ts';
import type { Hit, Library, LibraryQuery, SearchResult } from './library.ts';
import type { RankInput } from './rank.ts';
import type { LibraryStore, NewChunk, TenantLimits } from './store.ts';
import { partsOfNames, queryWords } from './words.ts';

type Parts = {
  store: LibraryStore;
  documents: Pick<Documents, 'pdfPages'>;
  embedder: Embedder | null;
  limits?: TenantLimits;
};

/** A search by meaning looks at each vector of the tenant; 200,000 of them take about 0.3 s. */
const LIMITS: TenantLimits = { documents: 50_000, chunks: 200_000 };
/** Gemini takes 100 texts in one request. */
const TEXTS_PER_CALL = 100;
/** From each list, before ranking. */
const CANDIDATES = 100;
const PAGE = 100;
/** A document of the largest size takes about a second. */
const DEADLINE_MS = 30_000;
const THREAD = threadFile(import.meta.url, 'library');

const SOURCE_TYPES = {
  text: 'internal_doc',
  markdown: 'internal_doc',
  code: 'code',
  pdf: 'book',
} as const satisfies Record<DocumentType, string>;

export function createLibrary({ store, documents, embedder, limits = LIMITS }: Parts): Library {
  const thread = openThreads(THREAD, { deadlineMs: DEADLINE_MS, maxWaiting: 1_000 });

  async function add(tenant: string, given: NewDocument, signal?: AbortSignal) {
    const pages = given.type === 'pdf' ? await pagesOf(given.data ?? '', documents, tenant, signal) : undefined;
    const input: ChunkInput = { tenant, document: given, pages };
    const { id, chunks } = await thread.run<Chunked>('chunk', input, signal);
    const known = await store.find({ tenant }, id);
    if (known) return { document: known, added: false };
    const headed = chunks.map(({ text, place }) => [given.title, place.section, text].filter(Boolean).join('\n'));
    const vectors = embedder ? await embedAll(embedder, headed, signal) : [];
    const document = describe(id, given, chunks.length, embedder);
    const fresh = chunks.map(
      ({ text, place }, index): NewChunk => ({
        id: `${id}.${index + 1}`,
        text,
        names: given.type === 'code' ? partsOfNames(text) : '',
        place,
        vector: vectors[index] ?? null,
      }),
    );
    return { document, added: await store.add(tenant, document, fresh, limits) };
  }

  async function search(asker: Asker, query: LibraryQuery, signal?: AbortSignal): Promise<SearchResult> {
    const { match, limit, scopes } = query;
    const notes: string[] = [];
    const value = match === 'keyword' ? null : await vectorOf(query.text, embedder, notes, signal);
    const found = await store.candidates(
      {
        asker,
        scopes,
        words: match === 'semantic' && value ? [] : queryWords(query.text),
        vector: value && embedder ? { embedder: embedder.name, value } : null,
        limit: Math.max(CANDIDATES, limit),
      },
      signal,
    );
    const without = found.chunks - found.embedded;
    if (value && without > 0) {
      notes.push(
        `${without} of ${found.chunks} passages have no vector of ${embedder?.name}: they cannot be found by meaning.`,
      );
    }
    const { byWords, byMeaning, words } = found;
    const input: RankInput = { byWords, byMeaning, words, limit };
    const hits = await thread.run<Hit[]>('rank', input, signal);
    return { hits, method: value ? match : 'keyword', notes };
  }

  return {
    add,
    async list(asker, { scope, cursor } = {}) {
      const found = await store.list(asker, { scope, after: cursor, limit: PAGE + 1 });
      const page = found.slice(0, PAGE);
      return { documents: page, next_cursor: found.length > PAGE ? (page.at(-1)?.document_id ?? null) : null };
    },
    find: (asker, id) => store.find(asker, id),
    remove: (asker, which) => store.remove(asker, which),
    erase: (tenant, subject) => store.erase(tenant, subject),
    searchAs: (asker) => ({
      search: (query, signal) => search(asker, query, signal),
      generation: () => store.generation(asker.tenant),
    }),
    async close() {
      await thread.close();
      await store.close();
    },
  };
}

function describe(id: string, given: NewDocument, chunks: number, embedder: Embedder | null): LibraryDocument {
  const { scope, title, type, source, user_id = null, patient_id = null } = given;
  return {
    document_id: id,
    scope,
    title,
    type,
    source: { source_type: SOURCE_TYPES[type], ...withoutUndefined(source), title },
    user_id,
    patient_id,
    chunks,
    embedder: embedder?.name ?? null,
    added_at: new Date().toISOString(),
  };
}

function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T;
}

async function pagesOf(
  data: string,
  documents: Parts['documents'],
  tenant: string,
  signal?: AbortSignal,
): Promise<string[]> {
  const pages = await documents.pdfPages(new Uint8Array(Buffer.from(data, 'base64')), signal, tenant);
  if (!pages) throw new AppError('invalid', 'This is not a PDF file that can be read, or it takes too long to read.');
  return pages;
}

async function embedAll(embedder: Embedder, texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let at = 0; at < texts.length; at += TEXTS_PER_CALL)
    vectors.push(...(await embedder.embed(texts.slice(at, at + TEXTS_PER_CALL), 'document', signal)));
  return vectors;
}

/** Null, with a note that says so, where nothing can search by meaning. */
async function vectorOf(
  text: string,
  embedder: Embedder | null,
  notes: string[],
  signal?: AbortSignal,
): Promise<Float32Array | null> {
  if (!embedder) {
    notes.push('No embedding model is configured, so this was searched by words only.');
    return null;
  }
  try {
    return (await embedder.embed([text], 'query', signal))[0] ?? null;
  } catch (thrown) {
    if (signal?.aborted || !(thrown instanceof AppError) || !thrown.code.startsWith('model_')) throw thrown;
    notes.push(`The embedding model could not be used (${thrown.code}), so this was searched by words only.`);
    return null;
  }
}
