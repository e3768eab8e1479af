/**
 * The storage of a workspace: named objects that are created once and never changed. Small enough for a folder and for
 * S3-compatible storage to implement alike; versions, quotas and history are built on it in kept-workspace.ts.
 */
import { AppError } from '../../platform/errors.ts';

/** log: one entry for each change. bundles: many entries in one piece, for a quick start. files: the stored copies. */
export const KINDS = ['bundles', 'log', 'files'] as const;
export type Kind = (typeof KINDS)[number];

/** All three parts are names that we made: a-z, 0-9, hyphen, dot. */
export type ObjectKey = { workspace: string; kind: Kind; name: string };

export interface Objects {
  /** Null if there is none. */
  get(key: ObjectKey): Promise<Buffer | null>;
  /** Atomic, and durable when it returns. False if there was one already: that one stays. */
  create(key: ObjectKey, bytes: Buffer): Promise<boolean>;
  /** In order. */
  names(workspace: string, kind: Kind): Promise<string[]>;
  remove(key: ObjectKey): Promise<void>;
  /**
   * Removes all of a workspace, kind by kind in the order above: what is left after a crash is not reachable, and is removed the
   * next time.
   */
  clear(workspace: string): Promise<void>;
  /** Fails where the storage cannot be reached; a folder always can. */
  ping?(): Promise<void>;
  close(): Promise<void>;
}

const PLAIN = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/;

/** The last check before a name is used on a disk or in a bucket: it must be one that we made. */
export function checkedName(name: string): string {
  if (name.length > 200 || name.includes('..') || !PLAIN.test(name))
    throw new AppError('workspace_damaged', 'A name in this workspace’s history was not written by this program.');
  return name;
}
