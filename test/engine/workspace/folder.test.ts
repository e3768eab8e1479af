/** The workspaces in a folder, on this machine's disk. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFolderObjects } from '../../../src/engine/workspace/folder-objects.ts';
import { createWorkspaceStore } from '../../../src/engine/workspace/kept-workspace.ts';
import type { Objects } from '../../../src/engine/workspace/objects.ts';
import { workspaceContract } from './contract.ts';

let dir: string;
let objects: Objects;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'medfleet-workspaces-'));
  objects = await openFolderObjects(dir);
});

afterAll(async () => {
  await objects.close();
  await rm(dir, { recursive: true, force: true });
});

workspaceContract('a folder', () => objects);

it('a person who opens the folder can recognise the files', async () => {
  const workspace = createWorkspaceStore(objects).open('clinic', 'agent:Duchenne MD');
  await workspace.write('reports/First summary.md', 'one', { by: 'A' });
  await workspace.write('reports/First summary.md', 'two', { by: 'A' });
  const [name = ''] = (await readdir(dir)).filter((one) => one.startsWith('clinic-agent-duchenne-md-'));
  const copies = (await readdir(join(dir, name, 'files'))).sort();
  expect(copies.map((copy) => copy.replace(/-[0-9a-f]{16}/, ''))).toEqual([
    'reports-first-summary-v1.md',
    'reports-first-summary-v2.md',
  ]);
  expect(await readFile(join(dir, name, 'files', copies[1] ?? ''), 'utf8')).toBe('two');
  expect((await readdir(join(dir, name, 'log'))).sort()).toEqual(['00000001.json', '00000002.json']);
});

it('leaves nothing on the disk of what was erased', async () => {
  const store = createWorkspaceStore(objects);
  await store.open('gone', 'user:anna').write('user_profile/a.md', 'secret', { by: 'A' });
  expect((await readdir(dir)).some((name) => name.startsWith('gone-'))).toBe(true);
  await store.erase('gone', 'user:anna');
  expect((await readdir(dir)).some((name) => name.startsWith('gone-'))).toBe(false);
});
