/** A process of its own: the SQLite driver ends its whole process if a thread is ended during one of its calls. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const ENDING = fileURLToPath(new URL('./ended-threads-process.ts', import.meta.url));

test('a stop or a cancelled call in the middle of a read does not end the process', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'medfleet-ended-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', ENDING, join(dir, 'lines.db')]);
  expect(stdout).toBe('ended 6 threads\n');
});
