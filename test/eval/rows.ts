/** Reads JSONL, and says which rows no training has seen: the same fifth every time, by a hash of the row's id. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const PARTS = 5;

export function readRows<T>(file: string): T[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as T);
}

/** 0 to 4. Part 0 is held out; the others take turns in cross-validation. */
export function partOf(id: string): number {
  return (createHash('sha256').update(id).digest()[0] ?? 0) % PARTS;
}
