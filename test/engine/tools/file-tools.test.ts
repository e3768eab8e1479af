/** The tools over an agent's own files, as a model uses them. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FILE_TOOLS } from '../../../src/engine/tools/file-tools.ts';
import { openWorkspaces } from '../../../src/engine/workspace/open-workspaces.ts';
import type { Workspace, WorkspaceStore } from '../../../src/engine/workspace/workspace.ts';
import { loadConfig } from '../../../src/platform/config.ts';
import { toolContext, useTool } from './context.ts';

let dir: string;
let store: WorkspaceStore;
let workspace: Workspace;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'medfleet-file-tools-'));
  store = await openWorkspaces(loadConfig({ DATA_DIR: dir }));
});
afterAll(async () => {
  await store.close();
  await rm(dir, { recursive: true, force: true });
});
beforeEach(() => {
  workspace = store.open('t', `agent:${randomUUID()}`);
});

/** Each call is a step of its own, unless the test says that it is the same one again. */
function use(name: string, input: unknown, idempotencyKey: string = randomUUID()) {
  return useTool(name, input, toolContext({ agent: 'Researcher', workspace: () => workspace, idempotencyKey }));
}

describe('write_file and append_file', () => {
  it('write, and say which version it is', async () => {
    expect(await use('write_file', { path: 'reports/a.md', content: 'one' })).toEqual({
      ok: true,
      path: 'reports/a.md',
      version: 1,
    });
    expect(await use('append_file', { path: 'reports/a.md', content: 'two' })).toMatchObject({ version: 2 });
    expect(await workspace.read('reports/a.md')).toMatchObject({
      content: 'one\ntwo',
      by: 'Researcher in turn turn-1',
    });
  });

  it('a replayed step has no second effect', async () => {
    for (let time = 0; time < 2; time += 1)
      expect(await use('append_file', { path: 'notes/a.md', content: 'once' }, 'same')).toMatchObject({ version: 1 });
    expect((await workspace.read('notes/a.md')).content).toBe('once');
  });

  it('errors that a model can fix are returned to it', async () => {
    expect(await use('write_file', { path: '../x', content: 'x' })).toEqual({
      error: expect.stringContaining('reports/summary.md'),
    });
    expect(await use('write_file', { path: 'notes/a.md', content: 'x'.repeat(2_000_000) })).toEqual({
      error: expect.stringContaining('Split it into several files'),
    });
  });

  it('errors that it cannot fix are thrown', async () => {
    const broken = new Proxy({} as Workspace, {
      get: () => async () => {
        throw new TypeError('broken');
      },
    });
    await expect(
      useTool('write_file', { path: 'a', content: 'x' }, toolContext({ workspace: () => broken })),
    ).rejects.toThrow('broken');
    await expect(useTool('write_file', { path: 'a', content: 'x' }, toolContext())).rejects.toMatchObject({
      code: 'access_forbidden',
    });
  });
});

describe('read_file', () => {
  it('gives the whole of a short file and says who wrote it', async () => {
    await workspace.write('notes/a.md', 'one\ntwo\n', { by: 'B' });
    expect(await use('read_file', { path: 'notes/a.md' })).toMatchObject({
      content: 'one\ntwo',
      version: 1,
      lines: 2,
      by: 'B',
    });
  });

  it('returns a long file in parts that fit together', async () => {
    const lines = Array.from({ length: 3_000 }, (_, index) => `line ${index} ${'x'.repeat(index % 90)}`);
    await workspace.write('notes/long.md', lines.join('\n'), { by: 'B' });
    const read: string[] = [];
    for (let offset: unknown = 1; offset !== undefined; ) {
      const part = await use('read_file', { path: 'notes/long.md', offset, limit: 1_000 });
      expect(String(part.content).length).toBeLessThanOrEqual(20_000);
      read.push(String(part.content));
      offset = part.next_offset;
    }
    expect(read.length).toBeGreaterThan(5);
    expect(read.join('\n')).toBe(lines.join('\n'));
  });

  it('cuts a line that alone is too long, and continues after it', async () => {
    await workspace.write('notes/wide.md', `${'x'.repeat(50_000)}\nend`, { by: 'B' });
    const first = await use('read_file', { path: 'notes/wide.md' });
    expect([String(first.content).length, first.next_offset]).toEqual([20_000, 2]);
  });

  it('reads an earlier version', async () => {
    await workspace.write('notes/a.md', 'old', { by: 'B' });
    await workspace.write('notes/a.md', 'new', { by: 'B' });
    expect(await use('read_file', { path: 'notes/a.md', version: 1 })).toMatchObject({ content: 'old', latest: 2 });
  });

  it('says what is not there', async () => {
    expect(await use('read_file', { path: 'notes/none.md' })).toEqual({ error: 'There is no such file.' });
    await workspace.write('notes/a.md', 'one', { by: 'B' });
    expect(await use('read_file', { path: 'notes/a.md', offset: 2 })).toEqual({ error: 'notes/a.md has 1 lines.' });
  });
});

it('list_files shows the folders of an empty workspace, and at most 200 files', async () => {
  expect(await use('list_files', {})).toMatchObject({
    folders: expect.arrayContaining(['reports', 'evidence']),
    files: [],
  });
  for (let index = 0; index < 205; index += 1) await workspace.write(`evidence/${index}.md`, 'x', { by: 'B' });
  const all = await use('list_files', { dir: 'evidence' });
  expect([(all.files as unknown[]).length, all.more]).toEqual([200, 5]);
  expect(await use('list_files', { dir: '/' })).toHaveProperty('error');
});

it('search_files finds what was written months ago', async () => {
  await workspace.write('evidence/a.md', '# Trials\n\nNCT01 is recruiting', { by: 'B' });
  expect(await use('search_files', { query: 'recruiting nct01' })).toEqual({
    matches: [{ path: 'evidence/a.md', line: 3, excerpt: 'NCT01 is recruiting' }],
    complete: true,
  });
});

it('all of them need an agent that has a workspace', () => {
  for (const name of ['write_file', 'append_file', 'read_file', 'list_files', 'search_files'])
    expect(FILE_TOOLS.find((tool) => tool.name === name)).toMatchObject({ needs: 'workspace' });
});
