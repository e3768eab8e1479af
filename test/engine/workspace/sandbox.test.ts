/** Attacks on the folder by links and concurrent changes: nothing outside is read, written or deleted. */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { link, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFolderObjects } from '../../../src/engine/workspace/folder-objects.ts';
import { createWorkspaceStore } from '../../../src/engine/workspace/kept-workspace.ts';
import type { Objects } from '../../../src/engine/workspace/objects.ts';
import type { Workspace, WorkspaceStore } from '../../../src/engine/workspace/workspace.ts';
import { memoryObjects } from './memory-objects.ts';

const by = 'Tester in turn 1';
const SECRET = 'root:x:0:0';
let home: string;
let outside: string;
let objects: Objects;
let store: WorkspaceStore;
let workspace: Workspace;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'medfleet-sandbox-'));
  outside = join(home, 'outside');
  await mkdir(outside);
  await writeFile(join(outside, 'secret.txt'), SECRET);
  objects = await openFolderObjects(join(home, 'workspaces'));
  store = createWorkspaceStore(objects);
  workspace = store.open('t', 'agent:a');
});

afterEach(async () => {
  expect(await readdir(outside)).toEqual(['secret.txt']);
  expect(await readFile(join(outside, 'secret.txt'), 'utf8')).toBe(SECRET);
  await objects.close();
  await rm(home, { recursive: true, force: true });
});

/** Where our one workspace is on the disk. */
async function place(...parts: string[]): Promise<string> {
  const [name = ''] = await readdir(join(home, 'workspaces'));
  return join(home, 'workspaces', name, ...parts);
}

async function copyOf(path: RegExp): Promise<string> {
  const name = (await readdir(await place('files'))).find((one) => path.test(one));
  return place('files', name ?? 'none');
}

describe('something else in place of a stored copy', () => {
  beforeEach(async () => {
    await workspace.write('notes/a.md', 'mine', { by });
  });
  const damaged = () => expect(workspace.read('notes/a.md')).rejects.toMatchObject({ code: 'workspace_damaged' });

  it('a symbolic link', async () => {
    const copy = await copyOf(/notes-a/);
    await unlink(copy);
    await symlink(join(outside, 'secret.txt'), copy);
    await damaged();
    await expect(workspace.search('root')).rejects.toMatchObject({ code: 'workspace_damaged' });
    await expect(workspace.append('notes/a.md', 'x', { by })).rejects.toMatchObject({ code: 'workspace_damaged' });
    expect(await workspace.write('notes/a.md', 'new', { by })).toMatchObject({ version: 2 });
  });

  it('a hard link', async () => {
    const copy = await copyOf(/notes-a/);
    await unlink(copy);
    await link(join(outside, 'secret.txt'), copy);
    await damaged();
    await workspace.write('notes/a.md', 'new', { by });
  });

  it('a link through /proc', async () => {
    const copy = await copyOf(/notes-a/);
    await unlink(copy);
    await symlink(`/proc/self/root${join(outside, 'secret.txt')}`, copy);
    await damaged();
  });

  it('a pipe that nobody writes to, a folder', async () => {
    const copy = await copyOf(/notes-a/);
    await unlink(copy);
    execFileSync('mkfifo', [copy]);
    await damaged();
    await unlink(copy);
    await mkdir(copy);
    await damaged();
  });

  it('changed content', async () => {
    await writeFile(await copyOf(/notes-a/), 'forged');
    await damaged();
  });
});

describe('a link in place of a folder', () => {
  it.each(['files', 'log', ''])('%j is neither read, written nor cleared through', async (part) => {
    await workspace.write('notes/a.md', 'mine', { by });
    const folder = await place(...(part ? [part] : []));
    await rename(folder, join(home, 'aside'));
    await symlink(outside, folder);
    const fresh = createWorkspaceStore(objects);
    for (const one of [workspace, fresh.open('t', 'agent:a')]) {
      await expect(one.write('notes/b.md', 'x', { by })).rejects.toMatchObject({ code: 'workspace_damaged' });
      await expect(one.read('notes/a.md')).rejects.toMatchObject({ code: expect.stringMatching('damaged') });
    }
    await expect(fresh.erase('t', 'agent:a')).rejects.toMatchObject({ code: 'workspace_damaged' });
  });
});

it('a planted history shows nothing from outside', async () => {
  await workspace.write('notes/a.md', 'mine', { by });
  await symlink(join(outside, 'secret.txt'), await place('log', '00000002.json'));
  await expect(workspace.list()).rejects.toMatchObject({ code: 'workspace_damaged' });
  await unlink(await place('log', '00000002.json'));
  await link(join(outside, 'secret.txt'), await place('log', '00000002.json'));
  await expect(workspace.list()).rejects.toMatchObject({ code: 'workspace_damaged' });
  await unlink(await place('log', '00000002.json'));
  const entry = JSON.parse(await readFile(await place('log', '00000001.json'), 'utf8'));
  const forged = { ...entry, number: 2, version: 2, id: 'x', after: entry.id, stored: '../../../outside/secret.txt' };
  await writeFile(await place('log', '00000002.json'), JSON.stringify(forged));
  await expect(workspace.read('notes/a.md')).rejects.toMatchObject({ code: 'workspace_damaged' });
});

// Without /proc a folder cannot be reached through its handle: see docs/decisions/014-workspaces-are-a-log.md.
const held = existsSync('/proc/self/fd');

describe.skipIf(!held).each([
  ['files', 200],
  ['log', 100],
  ['', 100],
])('while a neighbour swaps %j for a link, %i rounds', (part, rounds) => {
  it('nothing outside is touched, and nothing from there is seen', async () => {
    await workspace.write('notes/a.md', 'mine', { by });
    const folder = await place(...(part ? [part] : []));
    const swapper = startSwapper(folder);
    const seen = new Set<string>();
    let failed = 0;
    let done = 0;
    for (let index = 0; index < rounds || failed === 0 || done === 0; index += 1) {
      const tries = [
        workspace.write(`notes/${index}.md`, 'mine', { by }),
        workspace.read('notes/a.md').then(({ content }) => seen.add(content)),
        createWorkspaceStore(objects).open('t', 'agent:a').list(),
      ];
      for (const { status } of await Promise.allSettled(tries)) status === 'rejected' ? failed++ : done++;
    }
    expect(await swapper.stop()).toBeGreaterThan(10);
    expect([...seen].filter((content) => content !== 'mine')).toEqual([]);
  });
});

it.skipIf(!held)('an erasure under the same attack deletes nothing outside', async () => {
  for (let index = 0; index < 20; index += 1) await workspace.write(`notes/${index}.md`, 'mine', { by });
  const swapper = startSwapper(await place('files'));
  for (let index = 0; index < 100; index += 1) {
    await store.erase('t', 'agent:a').catch(() => undefined);
    await workspace.write(`notes/${index}.md`, 'mine', { by }).catch(() => undefined);
  }
  expect(await swapper.stop()).toBeGreaterThan(10);
});

/** Begins to swap in a process of its own; `stop` gives how often it did. */
function startSwapper(folder: string): { stop(): Promise<number> } {
  const script = join(import.meta.dirname, 'swap-process.ts');
  const sign = join(home, 'stop-swapping');
  const ended = promisify(execFile)(process.execPath, ['--import', 'tsx', script, folder, outside, sign]);
  return {
    async stop() {
      await writeFile(sign, '');
      return Number((await ended).stdout);
    },
  };
}

it('10,000 files are listed, read and added to', async () => {
  const memory = memoryObjects();
  const writer = createWorkspaceStore(memory).open('t', 'agent:a');
  for (let index = 0; index < 10_000; index += 1)
    await writer.write(`evidence/${index % 100}/item ${index}.md`, `Item ${index}`, { by });
  // As the store would write them, but without 20,000 disk syncs.
  for (const folder of new Set([...memory.kept.keys()].map((key) => dirname(key))))
    mkdirSync(join(home, 'workspaces', folder), { recursive: true, mode: 0o700 });
  for (const [key, bytes] of memory.kept) writeFileSync(join(home, 'workspaces', key), bytes);
  const fresh = createWorkspaceStore(objects).open('t', 'agent:a');
  expect((await fresh.list()).files).toHaveLength(10_000);
  expect((await fresh.list('evidence/7')).files).toHaveLength(100);
  expect((await fresh.read('evidence/42/item 9942.md')).content).toBe('Item 9942');
  expect((await fresh.search('item 9999')).matches).toHaveLength(1);
  expect(await fresh.append('evidence/0/item 0.md', 'more', { by })).toMatchObject({ version: 2 });
});

it('files and folders are for our user alone', async () => {
  await workspace.write('notes/a.md', 'mine', { by });
  const names = await readdir(join(home, 'workspaces'), { recursive: true });
  expect(names.length).toBeGreaterThan(4);
  for (const name of ['', ...names]) expect(statSync(join(home, 'workspaces', name)).mode & 0o077, name).toBe(0);
});
