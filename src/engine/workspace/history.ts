/**
 * The history of a workspace, entry by entry, and the state that it results in: which files there are, all their versions, which keys have
 * been used. The entries are the source of truth and the audit trail; the state can be rebuilt from them at any time.
 */
import { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import { parentsOf, pathKey } from './paths.ts';

/** One change. `after` is the id of the entry before it: so a leftover of an erased workspace cannot continue a new one. */
export const Entry = z.object({
  number: z.number().int().positive(),
  id: z.string(),
  after: z.string(),
  path: z.string(),
  version: z.number().int().positive(),
  /** Of the whole version. */
  bytes: z.number().int().min(0),
  /** The piece that this change stored: the whole version, or what it adds to the one before. */
  stored: z.string(),
  sha256: z.string(),
  /** There if the piece is an addition: how many bytes it adds. */
  adds: z.number().int().positive().optional(),
  by: z.string(),
  at: z.string(),
  key: z.string().optional(),
});
export type Entry = z.infer<typeof Entry>;

/** All versions of one file, oldest first; there is at least one. */
export type KeptFile = { path: string; versions: Entry[]; latest: Entry };

/** The pieces of a version, in order: the last whole piece up to it, and the additions since. */
export function piecesOf({ versions }: KeptFile, version: number): Entry[] {
  const upTo = versions.slice(0, version);
  const whole = upTo.findLastIndex((entry) => entry.adds === undefined);
  return upTo.slice(Math.max(0, whole));
}

export class History {
  readonly entries: Entry[] = [];
  readonly files = new Map<string, KeptFile>();
  readonly keys = new Map<string, Entry>();
  /** How many entries are in a bundle already. */
  bundled = 0;
  bytes = 0;
  #folders = new Map<string, string>();

  constructor(folders: readonly string[]) {
    for (const folder of folders) this.#folders.set(pathKey(folder), folder);
  }

  get length(): number {
    return this.entries.length;
  }

  get lastId(): string {
    return this.entries.at(-1)?.id ?? '';
  }

  fits(entry: Entry): boolean {
    return entry.number === this.length + 1 && entry.after === this.lastId;
  }

  add(entry: Entry): void {
    const key = pathKey(entry.path);
    const file = this.files.get(key);
    if (file) {
      file.versions.push(entry);
      file.latest = entry;
    } else {
      this.files.set(key, { path: entry.path, versions: [entry], latest: entry });
      for (const parent of parentsOf(entry.path)) {
        if (!this.#folders.has(pathKey(parent))) this.#folders.set(pathKey(parent), parent);
      }
    }
    if (entry.key !== undefined) this.keys.set(entry.key, entry);
    this.entries.push(entry);
    this.bytes += entry.adds ?? entry.bytes;
  }

  /** Throws `not_found`, or `invalid` where the path is a folder's. */
  file(path: string): KeptFile {
    const file = this.files.get(pathKey(path));
    if (file) return file;
    if (this.#folders.has(pathKey(path))) throw new AppError('invalid', 'This is a folder, not a file.');
    throw new AppError('not_found', 'There is no such file.');
  }

  /** The path in the spelling of the file and folders that exist already. Throws where it cannot be a file. */
  spelling(path: string): string {
    const file = this.files.get(pathKey(path));
    if (file) return file.path;
    if (this.#folders.has(pathKey(path))) throw new AppError('invalid', 'This is a folder, not a file.');
    let known = '';
    for (const parent of parentsOf(path)) {
      if (this.files.has(pathKey(parent))) throw new AppError('invalid', 'A part of the path is a file, not a folder.');
      known = this.#folders.get(pathKey(parent)) ?? known + parent.slice(known.length);
    }
    return known + path.slice(known.length);
  }

  /** Folders and files below a folder, by name. Throws `not_found` if there is no such folder. */
  below(folder: string | undefined): { folders: string[]; files: KeptFile[] } {
    const key = folder === undefined ? '' : `${pathKey(folder)}/`;
    if (folder !== undefined && !this.#folders.has(pathKey(folder))) {
      if (this.files.has(pathKey(folder))) throw new AppError('invalid', 'This is a file, not a folder.');
      throw new AppError('not_found', 'There is no such folder.');
    }
    return {
      folders: [...this.#folders].flatMap(([one, spelt]) => (one.startsWith(key) ? [spelt] : [])).sort(),
      files: [...this.files]
        .flatMap(([one, file]) => (one.startsWith(key) ? [file] : []))
        .sort((a, b) => (a.path < b.path ? -1 : 1)),
    };
  }
}
