/**
 * The workspace itself, over any object store: paths are checked, quotas enforced, versions counted, replays recognised. A change is
 * two objects, the stored copy and then the log entry that names it; a copy without an entry is not part of the workspace.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../platform/errors.ts';
import { sha256 } from '../../platform/sha256.ts';
import { type Entry, type History, type KeptFile, piecesOf } from './history.ts';
import { BUNDLE_AFTER, createLogBook, type LogBook } from './log-book.ts';
import type { Objects } from './objects.ts';
import { parsePath, pathKey } from './paths.ts';
import { storedName, workspaceName } from './plain-name.ts';
import { searchFiles } from './search.ts';
import {
  type FileVersion,
  foldersOf,
  type Owner,
  QUOTAS,
  type Quotas,
  type Workspace,
  type WorkspaceStore,
  type WriteOptions,
  type Written,
} from './workspace.ts';

/** Between processes the first writer wins and the others try again, up to this many times. */
const MAX_TRIES = 100;
/** Histories kept in memory; an evicted one is read again. */
const MAX_OPEN = 64;

/** A file never has more pieces than this: the next addition stores the whole file again. */
const MAX_PIECES = 32;

type Piece = { text: string; adds: boolean };

/** The state of one workspace, shared by all who open it in this process. */
type Shared = { name: string; book: LogBook; tail: Promise<unknown> };

export type StoreOptions = { quotas?: Quotas; now?: () => Date; bundleAfter?: number };

export function createWorkspaceStore(objects: Objects, options: StoreOptions = {}): WorkspaceStore {
  const { quotas = QUOTAS, now = () => new Date(), bundleAfter = BUNDLE_AFTER } = options;
  const opened = new Map<string, Shared>();

  function openedOf(tenant: string, owner: Owner): Shared {
    if (tenant === '' || !/^(?:user|agent):./s.test(owner))
      throw new AppError('invalid', 'A workspace belongs to a tenant and to a user or an agent.');
    const name = workspaceName(tenant, owner);
    const shared = opened.get(name) ?? {
      name,
      book: createLogBook(objects, name, foldersOf(owner), bundleAfter),
      tail: Promise.resolve(),
    };
    opened.delete(name);
    opened.set(name, shared);
    for (const oldest of opened.keys()) {
      if (opened.size <= MAX_OPEN) break;
      opened.delete(oldest);
    }
    return shared;
  }

  return {
    open: (tenant, owner) => createWorkspace(objects, openedOf(tenant, owner), quotas, now),
    async erase(tenant, owner) {
      const shared = openedOf(tenant, owner);
      return inTurn(shared, async () => {
        await shared.book.catchUp();
        const files = shared.book.history.files.size;
        await objects.clear(shared.name);
        opened.delete(shared.name);
        return { files };
      });
    },
    ping: async () => objects.ping?.(),
    close: () => objects.close(),
  };
}

function createWorkspace(objects: Objects, shared: Shared, quotas: Quotas, now: () => Date): Workspace {
  const history = () =>
    inTurn(shared, async () => {
      await shared.book.catchUp();
      return shared.book.history;
    });

  async function pieceOf(entry: Entry): Promise<string> {
    const bytes = await objects.get({ workspace: shared.name, kind: 'files', name: entry.stored });
    // The content is not what was written, for example because a link was put in its place: it is not returned.
    if (!bytes || sha256(bytes) !== entry.sha256)
      throw new AppError('workspace_damaged', 'The stored copy of this file is missing or has been changed.');
    return bytes.toString();
  }

  async function contentOf(file: KeptFile, version = file.latest.version): Promise<string> {
    return (await Promise.all(piecesOf(file, version).map(pieceOf))).join('');
  }

  /** `pieceAfter` makes the new piece from the file as it is now. */
  async function change(
    path: string,
    options: WriteOptions,
    pieceAfter: (file: KeptFile | undefined) => Promise<Piece>,
  ): Promise<Written> {
    for (let tried = 1; tried <= MAX_TRIES; tried += 1) {
      await shared.book.catchUp();
      const { history } = shared.book;
      const spelt = history.spelling(path);
      const before = options.key === undefined ? undefined : history.keys.get(options.key);
      if (before) return replayed(before, spelt);
      const file = history.files.get(pathKey(spelt));
      const { text, adds } = await pieceAfter(file);
      const bytes = Buffer.from(text.toWellFormed());
      const whole = bytes.length + (adds ? (file?.latest.bytes ?? 0) : 0);
      checkQuotas(quotas, history, file, whole, bytes.length);
      const version = (file?.latest.version ?? 0) + 1;
      const stored = storedName(spelt, version);
      const copy = { workspace: shared.name, kind: 'files', name: stored } as const;
      await objects.create(copy, bytes);
      const added = await shared.book.add({
        number: history.length + 1,
        id: randomUUID(),
        after: history.lastId,
        path: spelt,
        version,
        bytes: whole,
        stored,
        sha256: sha256(bytes),
        ...(adds && { adds: bytes.length }),
        by: options.by,
        at: now().toISOString(),
        ...(options.key !== undefined && { key: options.key }),
      });
      if (added) return { path: spelt, version };
      await objects.remove(copy);
      await sleep(Math.random() * Math.min(tried, 20));
    }
    throw new AppError('workspace_unavailable', 'Too many writers at once in this workspace.');
  }

  return {
    async write(path, content, options) {
      const parsed = parsePath(path);
      return inTurn(shared, () => change(parsed, options, async () => ({ text: content, adds: false })));
    },
    async append(path, content, options) {
      const parsed = parsePath(path);
      return inTurn(shared, () =>
        change(parsed, options, async (file) => {
          if (!file || file.latest.bytes === 0) return { text: content, adds: false };
          // Only the addition is stored; otherwise a long log would fill the workspace with copies of itself.
          const adds = content !== '' && piecesOf(file, file.latest.version).length < MAX_PIECES;
          const before = adds ? await pieceOf(file.latest) : await contentOf(file);
          const added = (before.endsWith('\n') ? '' : '\n') + content;
          return { text: adds ? added : before + added, adds };
        }),
      );
    },
    async read(path, version) {
      const parsed = parsePath(path);
      const file = (await history()).file(parsed);
      const entry = version === undefined ? file.latest : file.versions[version - 1];
      if (!entry)
        throw new AppError('not_found', `This file has no version ${version}; the latest is ${file.latest.version}.`);
      return {
        path: file.path,
        content: await contentOf(file, entry.version),
        ...versionOf(entry),
        latest: file.latest.version,
      };
    },
    async list(folder) {
      const parsed = folder === undefined ? undefined : parsePath(folder);
      const { folders, files } = (await history()).below(parsed);
      return {
        folders,
        files: files.map(({ path, latest }) => ({
          path,
          bytes: latest.bytes,
          version: latest.version,
          modified_at: latest.at,
        })),
      };
    },
    async search(query) {
      return searchFiles(query, [...(await history()).files.values()], contentOf);
    },
    async versions(path) {
      const parsed = parsePath(path);
      return (await history()).file(parsed).versions.map(versionOf);
    },
  };
}

/** Serialises the work on a workspace within this process; only writers of other processes can conflict. */
function inTurn<T>(shared: Shared, work: () => Promise<T>): Promise<T> {
  const done = shared.tail.then(work);
  shared.tail = done.catch(() => undefined);
  return done;
}

function replayed(before: Entry, path: string): Written {
  if (before.path === path) return { path, version: before.version };
  throw new AppError('idempotency_conflict', 'This key has already written another file.');
}

function checkQuotas(
  quotas: Quotas,
  history: History,
  file: KeptFile | undefined,
  whole: number,
  stored: number,
): void {
  const full = (message: string) => new AppError('workspace_full', message);
  if (whole > quotas.fileBytes)
    throw full(`A file may have ${quotas.fileBytes} bytes, and this would have ${whole}. Split it into several files.`);
  if (!file && history.files.size >= quotas.files)
    throw full(`The workspace is full: it may have ${quotas.files} files. Add to a file that is there.`);
  if (history.bytes + stored > quotas.totalBytes)
    throw full(`The workspace is full: all versions together may have ${quotas.totalBytes} bytes.`);
}

function versionOf({ version, bytes, by, at }: Entry): FileVersion {
  return { version, bytes, by, modified_at: at };
}
