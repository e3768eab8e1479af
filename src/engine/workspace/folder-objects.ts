/**
 * Workspaces in a folder: DATA_DIR/workspaces/<workspace>/<kind>/<name>, all names made by us. Nothing here follows a link. Each folder is
 * opened once and held, and its content is reached through the held handle: if somebody replaces the folder by a link meanwhile,
 * the handle still refers to the original. An existing file is never opened for writing, so a hard link cannot be written through; what is
 * read is checked against its hash by the caller.
 */
import { randomBytes } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { type FileHandle, link, mkdir, open, readdir, realpath, rmdir, unlink } from 'node:fs/promises';
import { AppError } from '../../platform/errors.ts';
import { checkedName, KINDS, type ObjectKey, type Objects } from './objects.ts';

const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants;
/** macOS has no /proc, but can refuse a link in any part of a path: O_NOFOLLOW_ANY of its fcntl.h. */
const NO_LINKS = process.platform === 'darwin' ? O_NOFOLLOW | 0x20000000 : O_NOFOLLOW;
const HELD = existsSync('/proc/self/fd');
const TEMPORARY = '.new-';

/** `inside` is how a name in the folder is reached: through the handle where the system can. */
type Folder = { handle: FileHandle; inside: string };

export async function openFolderObjects(dir: string): Promise<Objects> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const root = await openFolder(await realpath(dir));

  /** Holds workspace and kind open while `work` is done inside; undefined if they are not there and not to be made. */
  async function within<T>(
    names: readonly string[],
    make: boolean,
    work: (folder: Folder) => Promise<T>,
  ): Promise<T | undefined> {
    const held: Folder[] = [];
    try {
      for (const name of names) {
        const outer = held.at(-1) ?? root;
        const path = `${outer.inside}/${checkedName(name)}`;
        held.push(await (make ? openOrMake(outer, path) : openFolder(path)));
      }
      return await work(held.at(-1) ?? root);
    } catch (thrown) {
      if (codeOf(thrown) === 'ENOENT') return undefined;
      throw translated(thrown);
    } finally {
      for (const { handle } of held) await handle.close();
    }
  }
  const inKind = <T>({ workspace, kind }: Omit<ObjectKey, 'name'>, work: (folder: Folder) => Promise<T>) =>
    within([workspace, kind], false, work);

  return {
    async get(key) {
      const bytes = await inKind(key, async ({ inside }) => {
        // Without O_NONBLOCK, opening a named pipe in its place would block without end.
        const file = await open(`${inside}/${checkedName(key.name)}`, O_RDONLY | NO_LINKS | O_NONBLOCK);
        try {
          if (!(await file.stat()).isFile()) throw notOurs();
          return await file.readFile();
        } finally {
          await file.close();
        }
      });
      return bytes ?? null;
    },
    async create(key, bytes) {
      const made = await within([key.workspace, key.kind], true, async ({ handle, inside }) => {
        const fresh = `${inside}/${TEMPORARY}${randomBytes(8).toString('hex')}`;
        await writeNew(fresh, bytes);
        try {
          await link(fresh, `${inside}/${checkedName(key.name)}`);
        } catch (thrown) {
          if (codeOf(thrown) === 'EEXIST') return false;
          throw thrown;
        } finally {
          await unlink(fresh);
        }
        await handle.sync();
        return true;
      });
      if (made === undefined) throw new AppError('workspace_unavailable', 'The workspace was removed meanwhile.');
      return made;
    },
    async names(workspace, kind) {
      const names = await inKind({ workspace, kind }, ({ inside }) => readdir(inside));
      return (names ?? []).filter((name) => !name.startsWith(TEMPORARY)).sort();
    },
    async remove(key) {
      await inKind(key, ({ inside }) => unlink(`${inside}/${checkedName(key.name)}`));
    },
    async clear(workspace) {
      for (const kind of KINDS) {
        await inKind({ workspace, kind }, async ({ inside }) => {
          for (const name of await readdir(inside)) await unlink(`${inside}/${name}`);
        });
        await within([workspace], false, ({ inside }) => rmdir(`${inside}/${kind}`));
      }
      await within([], false, ({ inside }) => rmdir(`${inside}/${checkedName(workspace)}`));
    },
    async close() {
      await root.handle.close();
    },
  };
}

async function openFolder(path: string): Promise<Folder> {
  const handle = await open(path, O_RDONLY | O_DIRECTORY | NO_LINKS);
  return { handle, inside: HELD ? `/proc/self/fd/${handle.fd}` : path };
}

async function openOrMake(outer: Folder, path: string): Promise<Folder> {
  try {
    return await openFolder(path);
  } catch (thrown) {
    if (codeOf(thrown) !== 'ENOENT') throw thrown;
  }
  try {
    await mkdir(path, { mode: 0o700 });
    await outer.handle.sync();
  } catch (thrown) {
    if (codeOf(thrown) !== 'EEXIST') throw thrown;
  }
  return openFolder(path);
}

async function writeNew(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, O_WRONLY | O_CREAT | O_EXCL | NO_LINKS, 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
}

function notOurs(cause?: unknown): AppError {
  return new AppError(
    'workspace_damaged',
    'This workspace’s folder contains something that was not written by this program.',
    { cause },
  );
}

/** A link where a file or folder of ours should be, or trouble with the disk. */
function translated(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (['ELOOP', 'ENOTDIR', 'EISDIR', 'ENXIO'].includes(codeOf(thrown))) return notOurs(thrown);
  return new AppError('workspace_unavailable', 'The disk of the workspaces has failed.', {
    cause: thrown,
  });
}
