/** Reads the rows of a set, and says which of them no training has used: the same fifth every time, by a hash of the row's id. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const PARTS = 5;

/** A row on which a scorer failed. `place`: "triage/health_open.jsonl:17". */
export type RowFailure = { place: string; why: string };

export type DataFolder = {
  /** A set may have several files: "triage/health" is every triage/health*.jsonl. Their paths below the data folder. */
  files(set: string): string[];
  /** What `judge` returns for each row. A row that is not JSON, or on which `judge` throws, is left out and kept in `failures`. */
  judge<T, R>(set: string, judge: (row: T) => R | Promise<R>): Promise<R[]>;
  readonly failures: readonly RowFailure[];
};

/** `limit`: at most so many rows of each file, spread evenly over it because rows of one source are next to each other. */
export function dataFolder(dir: string, limit?: number): DataFolder {
  const failures: RowFailure[] = [];
  const files = (set: string): string[] => {
    const folder = dirname(set);
    if (!existsSync(join(dir, folder))) return [];
    return readdirSync(join(dir, folder))
      .filter((file) => file.startsWith(basename(set)) && file.endsWith('.jsonl'))
      .sort()
      .map((file) => join(folder, file));
  };
  return {
    files,
    failures,
    async judge<T, R>(set: string, judge: (row: T) => R | Promise<R>): Promise<R[]> {
      const judged: R[] = [];
      for (const file of files(set)) {
        for (const { line, number } of spread(linesOf(join(dir, file)), limit)) {
          try {
            judged.push(await judge(rowOf<T>(line)));
          } catch (error) {
            failures.push({ place: `${file}:${number}`, why: (error as Error).message });
          }
        }
      }
      return judged;
    },
  };
}

/** All rows of a file. Throws on a line that is not JSON. */
export function readRows<T>(file: string): T[] {
  return linesOf(file).map(({ line, number }) => {
    try {
      return rowOf<T>(line);
    } catch (cause) {
      throw new Error(`${basename(file)}:${number} is not JSON`, { cause });
    }
  });
}

function rowOf<T>(line: string): T {
  try {
    return JSON.parse(line) as T;
  } catch (cause) {
    throw new Error('not JSON', { cause });
  }
}

type Line = { line: string; number: number };

function linesOf(file: string): Line[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => line.trim() !== '');
}

function spread(lines: Line[], limit = lines.length): Line[] {
  if (lines.length <= limit) return lines;
  const step = lines.length / limit;
  return Array.from({ length: limit }, (_, index) => lines[Math.floor(index * step)] as Line);
}

/** 0 to 4. Part 0 is held out; the others take turns in cross-validation. Another salt cuts the same rows into other parts. */
export function partOf(id: string, salt = ''): number {
  return (createHash('sha256').update(`${salt}${id}`).digest()[0] ?? 0) % PARTS;
}
