/** Compiles the sources as `npm run build` does, into a folder of its own, and starts fresh processes on them. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Milliseconds of CPU for each part, the fastest start first in a list; megabytes for all that is clinical. */
export type Start = { parts: Record<string, number>; clinicalMb: number };

const PROJECT = join(import.meta.dirname, '../..');
const STARTS = 9;

export function startUps(): Start[] {
  const folder = mkdtempSync(join(tmpdir(), 'medfleet-bench-'));
  try {
    // Type errors do not matter here: the files are written anyway.
    spawnSync(join(PROJECT, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.build.json', '--outDir', folder], {
      cwd: PROJECT,
    });
    cpSync(join(PROJECT, 'src/clinical/data'), join(folder, 'src/clinical/data'), { recursive: true });
    cpSync(join(PROJECT, 'package.json'), join(folder, 'package.json'));
    symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
    return Array.from({ length: STARTS }, () => startUp(folder)).sort((a, b) => totalOf(a) - totalOf(b));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function startUp(folder: string): Start {
  const script = join(import.meta.dirname, 'clinical-start.mjs');
  return JSON.parse(execFileSync(process.execPath, [script, folder], { encoding: 'utf8' })) as Start;
}

function totalOf({ parts }: Start): number {
  return Object.values(parts).reduce((sum, ms) => sum + ms, 0);
}
