/** Starts fresh processes on the compiled files, of which this one is. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Milliseconds of CPU for each part, the fastest start first in a list; megabytes for all that is clinical. */
export type Start = { parts: Record<string, number>; clinicalMb: number };

const SCRIPT = join(import.meta.dirname, 'clinical-start.mjs');
const COMPILED = join(import.meta.dirname, '../..');
const STARTS = 9;

export function startUps(): Start[] {
  return Array.from({ length: STARTS }, startUp).sort((a, b) => totalOf(a) - totalOf(b));
}

function startUp(): Start {
  return JSON.parse(execFileSync(process.execPath, [SCRIPT, COMPILED], { encoding: 'utf8' })) as Start;
}

function totalOf({ parts }: Start): number {
  return Object.values(parts).reduce((sum, ms) => sum + ms, 0);
}
