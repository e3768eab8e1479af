/** Runs a program of `examples/` as a reader would, against the fleet of a test. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** What it prints. Fails as the program does. */
export async function runExample(url: string, file: string, ...args: string[]): Promise<string> {
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', MEDFLEET_URL: url };
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', file, ...args], { env });
  return stdout;
}

/** The shipped agents with files of the examples beside them, as the walk-throughs of the docs have them copied. */
export function agentsPlus(copies: Record<string, string>): { dir: string; remove(): void } {
  const dir = mkdtempSync(join(tmpdir(), 'medfleet-examples-'));
  cpSync('agents', dir, { recursive: true });
  for (const [from, to] of Object.entries(copies)) cpSync(join('examples', from), join(dir, to), { recursive: true });
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}
