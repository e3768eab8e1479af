/**
 * Reloads the agents when their files change, for development. A broken edit is reported and the last good set stays.
 * It watches each folder by itself: Node 20's recursive watch on Linux follows files, not names, and so goes deaf to a
 * file once an editor has saved it by renaming a new one over it.
 */
import { type FSWatcher, watch } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { toAppError } from '../../platform/errors.ts';
import type { Teams } from './team.ts';

/** An editor's save is several events within a few milliseconds. */
const SETTLE_MS = 100;

/** dir, its teams, their agents. */
const DEPTH = 2;

export function watchTeams(
  dir: string,
  load: () => Promise<Teams>,
  onChange: (teams: Teams) => void,
  onProblem: (error: Error) => void,
): { close(): void; ready: Promise<void> } {
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let reloading = Promise.resolve();

  const changed = () => {
    if (closed) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      reloading = reloading.then(reload);
    }, SETTLE_MS);
  };

  const drop = (folder: string) => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };

  const follow = (folder: string) => {
    if (closed || watchers.has(folder)) return;
    try {
      const watcher = watch(folder, { persistent: false }, (event, name) => {
        // A folder that came or went: whoever watched one of that name before is watching a ghost.
        if (event === 'rename' && name !== null) drop(join(folder, name));
        changed();
      });
      // The folder went away; its parent's watcher tells us, and the next reload looks again.
      watcher.on('error', () => drop(folder));
      watchers.set(folder, watcher);
    } catch (error) {
      onProblem(toAppError(error, 'config'));
    }
  };

  const followAll = async () => {
    const folders = new Set(await foldersUnder(dir, DEPTH));
    for (const folder of watchers.keys()) if (!folders.has(folder)) drop(folder);
    for (const folder of folders) follow(folder);
  };

  const reload = async () => {
    if (closed) return;
    try {
      // Watch before reading: what is written from now on is another change.
      await followAll();
      const teams = await load();
      if (!closed) onChange(teams);
    } catch (error) {
      if (!closed) onProblem(toAppError(error, 'config'));
    }
  };

  follow(dir);
  const ready = followAll().catch((error: unknown) => onProblem(toAppError(error, 'config')));
  reloading = ready;
  return {
    /** Every folder is being watched from here on. */
    ready,
    close() {
      closed = true;
      clearTimeout(timer);
      for (const folder of [...watchers.keys()]) drop(folder);
    },
  };
}

async function foldersUnder(dir: string, depth: number): Promise<string[]> {
  if (depth === 0) return [dir];
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => []);
  const below = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'));
  const deeper = await Promise.all(below.map((entry) => foldersUnder(join(dir, entry.name), depth - 1)));
  return [dir, ...deeper.flat()];
}
