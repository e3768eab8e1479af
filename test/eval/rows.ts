/** Reads the rows of a set, and says which of them no training has seen: the same fifth every time, by a hash of the row's id. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const PARTS = 5;

/** A set may lie in several files: "triage/health" is every triage/health*.jsonl. Their paths below the data folder. */
export function filesOf(dataDir: string, set: string): string[] {
  const folder = dirname(set);
  if (!existsSync(join(dataDir, folder))) return [];
  return readdirSync(join(dataDir, folder))
    .filter((file) => file.startsWith(basename(set)) && file.endsWith('.jsonl'))
    .sort()
    .map((file) => join(folder, file));
}

/** Nothing where there is no such set. */
export function readSet<T>(dataDir: string, set: string): T[] {
  return filesOf(dataDir, set).flatMap((file) => readRows<T>(join(dataDir, file)));
}

export function readRows<T>(file: string): T[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [rowOf<T>(line, `${basename(file)}:${index + 1}`)]));
}

function rowOf<T>(line: string, place: string): T {
  try {
    return JSON.parse(line) as T;
  } catch {
    throw new Error(`${place} is not JSON`);
  }
}

/** 0 to 4. Part 0 is held out; the others take turns in cross-validation. */
export function partOf(id: string): number {
  return (createHash('sha256').update(id).digest()[0] ?? 0) % PARTS;
}
