/** Several processes in one workspace, and one that is killed: nothing that was acknowledged is lost, and nothing is there twice. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openFolderObjects } from '../../../src/engine/workspace/folder-objects.ts';
import { createWorkspaceStore } from '../../../src/engine/workspace/kept-workspace.ts';
import type { Objects } from '../../../src/engine/workspace/objects.ts';

let dir: string;
let objects: Objects;
const workspace = () => createWorkspaceStore(objects).open('t', 'agent:shared');

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'medfleet-processes-'));
  objects = await openFolderObjects(dir);
});
afterEach(async () => {
  await objects.close();
  await rm(dir, { recursive: true, force: true });
});

function writer(name: string, count: number): ChildProcess {
  const script = join(import.meta.dirname, 'append-process.ts');
  return spawn(process.execPath, ['--import', 'tsx', script, dir, name, String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

it('three processes append side by side, and every line is there once', async () => {
  const names = ['a', 'b', 'c'];
  const ends = await Promise.all(
    names.map(async (name) => (await once(writer(name, 20).on('error', fail), 'exit'))[0]),
  );
  expect(ends).toEqual([0, 0, 0]);
  const { content, version } = await workspace().read('notes/log.md');
  expect(version).toBe(60);
  const expected = names.flatMap((name) => Array.from({ length: 20 }, (_, index) => `${name} ${index}`));
  expect(content.split('\n').sort()).toEqual(expected.sort());
});

it('a writer that is killed has lost nothing, and its replay adds nothing twice', async () => {
  const acknowledged = new Set<string>();
  for (let round = 0; round < 3; round += 1) {
    const name = `w${round}`;
    const child = writer(name, 1_000);
    let said = 0;
    for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
      acknowledged.add(`${name} ${line}`);
      said += 1;
      if (said === 10 + round) child.kill('SIGKILL');
    }
    // As a worker that takes the job over: it repeats the last known step, and the one that may have happened.
    for (let index = said - 1; index <= said; index += 1) {
      const line = `${name} ${index}`;
      await workspace().append('notes/log.md', line, { by: 'replay', key: line });
      acknowledged.add(line);
    }
  }
  const lines = (await workspace().read('notes/log.md')).content.split('\n');
  expect(lines).toHaveLength(new Set(lines).size);
  expect([...acknowledged].filter((line) => !lines.includes(line))).toEqual([]);
  // At most the line that was being written at the kill is there without having been acknowledged.
  expect(lines.length - acknowledged.size).toBeLessThanOrEqual(3);
});

function fail(error: Error): never {
  throw error;
}
