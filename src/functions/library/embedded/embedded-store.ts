/**
 * The library in one SQLite file, with its full-text index and its functions on vectors. Everything runs in threads: a search takes
 * some tens of milliseconds, and a long document seconds. Any number of processes may open the file.
 */
import { join } from 'node:path';
import { openThreads, threadFile } from '../../../platform/threads.ts';
import type { LibraryStore } from '../store.ts';

const THREAD = threadFile(import.meta.url, 'embedded');
/** A search does not wait behind another slow one. */
const SEARCH_THREADS = 2;
const SEARCH_DEADLINE_MS = 20_000;
/** Includes waiting for the lock of another process. */
const WRITE_DEADLINE_MS = 120_000;

export function openEmbeddedStore({ dir }: { dir: string }): LibraryStore {
  const file = join(dir, 'library.db');
  const reads = openThreads(THREAD, { threads: SEARCH_THREADS, deadlineMs: SEARCH_DEADLINE_MS });
  // One: writes of a file take turns anyway.
  const writes = openThreads(THREAD, { deadlineMs: WRITE_DEADLINE_MS });
  return {
    add: (tenant, document, chunks, limits) => writes.run('add', { file, tenant, document, chunks, limits }),
    list: (asker, filter) => reads.run('list', { file, asker, ...filter }),
    find: (asker, id) => reads.run('find', { file, asker, id }),
    remove: (asker, which) => writes.run('remove', { file, asker, which }),
    async erase(tenant, subject) {
      const erased = await writes.run<{ documents: number; chunks: number }>('erase', { file, tenant, subject });
      if (erased.documents > 0) await writes.run('scrub', { file });
      return erased;
    },
    candidates: (query, signal) => reads.run('candidates', { file, ...query }, signal),
    generation: (tenant) => reads.run('generation', { file, tenant }),
    async close() {
      await Promise.all([reads.close(), writes.close()]);
    },
  };
}
