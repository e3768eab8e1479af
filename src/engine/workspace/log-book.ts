/**
 * Keeps a workspace's history in step with what is stored. Entry n is created once, by the first writer; that is all the locking
 * there is, and it works between threads, processes and machines alike. From time to time many entries are bundled into one piece, so that
 * a worker that opens a large workspace for the first time need not read thousands.
 */
import { AppError } from '../../platform/errors.ts';
import { Entry, History } from './history.ts';
import type { Objects } from './objects.ts';
import { numberedName } from './plain-name.ts';

/** Entries read side by side when there is something to catch up on. */
const READS_AT_ONCE = 16;
/** A bundle is written after this many entries, or after half as many as the last one holds, so that the cost per entry stays constant. */
export const BUNDLE_AFTER = 256;

export type LogBook = {
  history: History;
  /** Reads what others have added; starts again from nothing if the workspace has been erased meanwhile. */
  catchUp(): Promise<void>;
  /** False if another writer was first. */
  add(entry: Entry): Promise<boolean>;
};

export function createLogBook(
  objects: Objects,
  workspace: string,
  folders: readonly string[],
  bundleAfter: number,
): LogBook {
  const keyOf = (number: number) => ({ workspace, kind: 'log', name: numberedName(number, 'json') }) as const;

  async function entryAt(number: number): Promise<Entry | null> {
    const bytes = await objects.get(keyOf(number));
    return bytes && parseEntry(bytes.toString());
  }

  /** The newest bundle, unless it has outlived its workspace. */
  async function fromBundle(): Promise<History> {
    const history = new History(folders);
    const name = (await objects.names(workspace, 'bundles')).at(-1);
    const bytes = name && (await objects.get({ workspace, kind: 'bundles', name }));
    if (!bytes) return history;
    const entries = bytes.toString().trimEnd().split('\n').map(parseEntry);
    const ends = await Promise.all([entryAt(1), entryAt(entries.length)]);
    if (ends[0]?.id !== entries[0]?.id || ends[1]?.id !== entries.at(-1)?.id) return history;
    for (const entry of entries) history.add(entry);
    history.bundled = entries.length;
    return history;
  }

  /** Adds the entries that follow; false at an entry that does not continue the known history. */
  async function readOn(history: History, first: Entry | null): Promise<boolean> {
    for (let found = [first]; ; ) {
      for (const entry of found) {
        if (!entry) return true;
        if (!history.fits(entry)) return false;
        history.add(entry);
      }
      const next = history.length + 1;
      found = await Promise.all(Array.from({ length: READS_AT_ONCE }, (_, index) => entryAt(next + index)));
    }
  }

  const book: LogBook = {
    history: new History(folders),
    async catchUp() {
      const known = book.history;
      if (known.length > 0) {
        const [last, next] = await Promise.all([entryAt(known.length), entryAt(known.length + 1)]);
        if (last?.id === known.lastId && (await readOn(known, next))) return;
      }
      const history = await fromBundle();
      book.history = history;
      while (!(await readOn(history, await entryAt(history.length + 1)))) {
        // Erased while we were reading: the known history is gone, and the entry belongs to a new one.
        if (history.length > 0 && (await entryAt(history.length))?.id !== history.lastId) return book.catchUp();
        // An entry that does not fit even now is a leftover of an erased workspace.
        await objects.remove(keyOf(history.length + 1));
      }
    },
    async add(entry) {
      const { history } = book;
      const made = await objects.create(keyOf(entry.number), Buffer.from(`${JSON.stringify(entry)}\n`));
      // The existing entry may be our own, if the answer to a first try was lost.
      if (!made && (await entryAt(entry.number))?.id !== entry.id) return false;
      history.add(entry);
      if (history.length - history.bundled >= Math.max(bundleAfter, history.bundled / 2)) {
        const lines = history.entries.map((one) => `${JSON.stringify(one)}\n`).join('');
        const name = numberedName(history.length, 'jsonl');
        await objects.create({ workspace, kind: 'bundles', name }, Buffer.from(lines));
        history.bundled = history.length;
      }
      return true;
    },
  };
  return book;
}

function parseEntry(text: string): Entry {
  try {
    return Entry.parse(JSON.parse(text));
  } catch (cause) {
    throw new AppError('workspace_damaged', 'The history of this workspace cannot be read.', { cause });
  }
}
