/** `npm start` on a private Redis and a record in a folder of the test's own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { startMain } from '../support/main-process.ts';
import type { Ended, Started } from '../support/processes.ts';

export function dataDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'medfleet-start-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

export function startQuiet(env: Record<string, string> = {}): Started {
  return startMain({ LOG_LEVEL: 'warn', PORT: '0', AGENTS_RELOAD: 'false', DATA_DIR: dataDir(), ...env });
}

export async function refusedWith(env: Record<string, string>): Promise<Ended> {
  const main = startQuiet(env);
  await expect(main.ready).rejects.toThrow();
  return main.ended;
}
