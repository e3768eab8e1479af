/** The contract of every workspace store. Each test has an owner of its own, so that one store can be used for all. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createWorkspaceStore, type StoreOptions } from '../../../src/engine/workspace/kept-workspace.ts';
import type { Objects } from '../../../src/engine/workspace/objects.ts';
import type { Owner } from '../../../src/engine/workspace/workspace.ts';

const by = 'Tester in turn 1';
const refusal = (code: string, message?: RegExp) =>
  expect.objectContaining({ code, ...(message && { message: expect.stringMatching(message) }) });

export function workspaceContract(engine: string, objects: () => Objects): void {
  const store = (options: StoreOptions = {}) => createWorkspaceStore(objects(), options);
  const someone = (): Owner => `agent:${randomUUID()}`;

  describe(engine, () => {
    it('an empty workspace lists its folders', async () => {
      const id = randomUUID();
      expect(await store().open('t', `agent:${id}`).list()).toEqual({
        folders: ['correspondence', 'evidence', 'notes', 'reports', 'tracking'],
        files: [],
      });
      expect((await store().open('t', `user:${id}`).list()).folders).toEqual([
        'conversation_history',
        'research_index',
        'sessions',
        'user_profile',
      ]);
    });

    it('what was written is read back, byte for byte, by another process too', async () => {
      const owner = someone();
      const content = 'Größe: 5 µg ≠ 5 mg\r\n日本語 🫀\n\tend, with no newline';
      expect(await store().open('t', owner).write('notes/a.md', content, { by })).toEqual({
        path: 'notes/a.md',
        version: 1,
      });
      expect(await store().open('t', owner).read('notes/a.md')).toMatchObject({ content, version: 1, latest: 1, by });
    });

    it('keeps every version, who made it and when', async () => {
      let day = 1;
      const workspace = store({ now: () => new Date(Date.UTC(2026, 0, day)) }).open('t', someone());
      await workspace.write('reports/r.md', 'one', { by: 'A in turn 1' });
      day = 8;
      await workspace.write('reports/r.md', 'two', { by: 'B in turn 2' });
      expect(await workspace.versions('reports/r.md')).toEqual([
        { version: 1, bytes: 3, by: 'A in turn 1', modified_at: '2026-01-01T00:00:00.000Z' },
        { version: 2, bytes: 3, by: 'B in turn 2', modified_at: '2026-01-08T00:00:00.000Z' },
      ]);
      expect(await workspace.read('reports/r.md', 1)).toMatchObject({ content: 'one', version: 1, latest: 2 });
      expect(await workspace.read('reports/r.md')).toMatchObject({ content: 'two', version: 2 });
      await expect(workspace.read('reports/r.md', 3)).rejects.toEqual(refusal('not_found', /the latest is 2/));
    });

    it('appends on a line of its own', async () => {
      const workspace = store().open('t', someone());
      await workspace.append('tracking/log.md', 'first', { by });
      await workspace.append('tracking/log.md', 'second\n', { by });
      expect(await workspace.append('tracking/log.md', 'third', { by })).toMatchObject({ version: 3 });
      expect((await workspace.read('tracking/log.md')).content).toBe('first\nsecond\nthird');
    });

    it('a log that grows is stored once, not once for each line; every version of it can be read', async () => {
      const quotas = { fileBytes: 5_000, totalBytes: 20_000, files: 1 };
      const workspace = store({ quotas }).open('t', someone());
      const lines = Array.from({ length: 80 }, (_, index) => `${index} ${'x'.repeat(40)}`);
      for (const line of lines) await workspace.append('tracking/log.md', line, { by });
      for (const version of [1, 2, 32, 33, 34, 65, 66, 80])
        expect((await workspace.read('tracking/log.md', version)).content).toBe(lines.slice(0, version).join('\n'));
      expect(await workspace.versions('tracking/log.md')).toHaveLength(80);
      expect((await workspace.list()).files[0]?.bytes).toBe(lines.join('\n').length);
      await expect(workspace.append('tracking/log.md', 'x'.repeat(2_000), { by })).rejects.toEqual(
        refusal('workspace_full', /may have 5000 bytes/),
      );
    });

    it('a replay with the same key changes nothing, also on another worker', async () => {
      const owner = someone();
      for (const workspace of [store(), store()].map((one) => one.open('t', owner))) {
        expect(await workspace.write('notes/a.md', 'one', { by, key: 'k1' })).toMatchObject({ version: 1 });
        expect(await workspace.append('notes/a.md', 'two', { by, key: 'k2' })).toMatchObject({ version: 2 });
        expect(await workspace.append('notes/a.md', 'two', { by, key: 'k2' })).toMatchObject({ version: 2 });
      }
      const workspace = store().open('t', owner);
      expect((await workspace.read('notes/a.md')).content).toBe('one\ntwo');
      await expect(workspace.write('notes/b.md', 'x', { by, key: 'k1' })).rejects.toEqual(
        refusal('idempotency_conflict'),
      );
    });

    it('many writers at once lose nothing', async () => {
      const owner = someone();
      const three = [store(), store(), store()].map((one) => one.open('t', owner));
      await Promise.all(
        Array.from({ length: 24 }, (_, index) =>
          three[index % 3]?.append('notes/log.md', `line ${index}`, { by, key: `k${index}` }),
        ),
      );
      const { content, version } = await store().open('t', owner).read('notes/log.md');
      expect(version).toBe(24);
      expect(content.split('\n').sort()).toEqual(Array.from({ length: 24 }, (_, index) => `line ${index}`).sort());
    });

    it('lists one folder, deeply, by name', async () => {
      const workspace = store().open('t', someone());
      for (const path of ['evidence/b.md', 'evidence/trials/a.md', 'notes/c.md'])
        await workspace.write(path, 'x', { by });
      const { folders, files } = await workspace.list('evidence');
      expect(folders).toEqual(['evidence/trials']);
      expect(files.map((file) => file.path)).toEqual(['evidence/b.md', 'evidence/trials/a.md']);
      expect(files[0]).toMatchObject({ bytes: 1, version: 1 });
      await expect(workspace.list('nothing')).rejects.toEqual(refusal('not_found', /^There is no such folder\.$/));
    });

    it('paths that differ only in case are one file', async () => {
      const workspace = store().open('t', someone());
      await workspace.write('notes/Straße.md', 'one', { by });
      expect(await workspace.write('NOTES/STRASSE.MD', 'two', { by })).toEqual({ path: 'notes/Straße.md', version: 2 });
      expect(await workspace.write('Reports/New.md', 'x', { by })).toEqual({ path: 'reports/New.md', version: 1 });
      expect((await workspace.list()).files.map((file) => file.path)).toEqual(['notes/Straße.md', 'reports/New.md']);
    });

    it('a file is no folder and a folder is no file', async () => {
      const workspace = store().open('t', someone());
      await workspace.write('notes/a.md', 'x', { by });
      await expect(workspace.write('notes/a.md/b.md', 'x', { by })).rejects.toEqual(refusal('invalid', /is a file/));
      await expect(workspace.write('Notes', 'x', { by })).rejects.toEqual(refusal('invalid', /is a folder/));
      await expect(workspace.read('notes')).rejects.toEqual(refusal('invalid', /is a folder/));
      await expect(workspace.read('notes/x.md')).rejects.toEqual(refusal('not_found', /^There is no such file\.$/));
    });

    it('finds lines by their words, newest file first', async () => {
      const workspace = store().open('t', someone());
      await workspace.write('evidence/a.md', 'Title\nA Phase 3 trial of givinostat began.', { by });
      await workspace.write('evidence/b.md', 'Givinostat: phase 3 read-out in May', { by });
      await workspace.write('evidence/c.md', 'phase 2 only', { by });
      expect(await workspace.search('PHASE 3 givinostat')).toEqual({
        matches: [
          { path: 'evidence/b.md', line: 1, excerpt: 'Givinostat: phase 3 read-out in May' },
          { path: 'evidence/a.md', line: 2, excerpt: 'A Phase 3 trial of givinostat began.' },
        ],
        complete: true,
      });
      await workspace.write('evidence/b.md', 'withdrawn', { by });
      expect((await workspace.search('givinostat')).matches).toHaveLength(1);
    });

    it('says so when a quota is reached, and keeps what is there', async () => {
      const workspace = store({ quotas: { fileBytes: 10, totalBytes: 25, files: 2 } }).open('t', someone());
      await expect(workspace.write('notes/a.md', 'x'.repeat(11), { by })).rejects.toEqual(
        refusal('workspace_full', /may have 10 bytes, and this would have 11/),
      );
      await workspace.write('notes/a.md', 'äääää', { by });
      await expect(workspace.append('notes/a.md', 'x', { by })).rejects.toEqual(refusal('workspace_full'));
      await workspace.write('notes/b.md', 'x'.repeat(10), { by });
      await expect(workspace.write('notes/c.md', 'x', { by })).rejects.toEqual(refusal('workspace_full', /2 files/));
      await expect(workspace.write('notes/b.md', 'x'.repeat(6), { by })).rejects.toEqual(
        refusal('workspace_full', /25 bytes/),
      );
      expect((await workspace.read('notes/a.md')).content).toBe('äääää');
    });

    it('owners and tenants do not see each other', async () => {
      const one = store();
      const owner = someone();
      await one.open('t', owner).write('notes/a.md', 'mine', { by });
      for (const other of [one.open('u', owner), one.open('t', `${owner}/`), one.open('t', someone())])
        await expect(other.read('notes/a.md')).rejects.toEqual(refusal('not_found'));
      expect(() => one.open('t', 'nobody' as Owner)).toThrow(refusal('invalid'));
    });

    it('a long history is read from its bundles', async () => {
      const owner = someone();
      const writer = store({ bundleAfter: 8 }).open('t', owner);
      for (let index = 0; index < 40; index += 1) await writer.write(`notes/${index}.md`, String(index), { by });
      const reader = store().open('t', owner);
      expect((await reader.list()).files).toHaveLength(40);
      expect((await reader.read('notes/39.md')).content).toBe('39');
      expect(await reader.write('notes/0.md', 'again', { by })).toMatchObject({ version: 2 });
    });

    it('erases all of it, also from the caches of others', async () => {
      const owner = someone();
      const elsewhere = store().open('t', owner);
      await elsewhere.write('notes/a.md', 'one', { by, key: 'k1' });
      await elsewhere.write('notes/a.md', 'two', { by });
      await elsewhere.write('notes/b.md', 'three', { by });
      const eraser = store();
      expect(await eraser.erase('t', owner)).toEqual({ files: 2 });
      expect(await eraser.erase('t', owner)).toEqual({ files: 0 });
      expect((await elsewhere.list()).files).toEqual([]);
      await expect(elsewhere.read('notes/a.md')).rejects.toEqual(refusal('not_found'));
      expect(await elsewhere.write('notes/a.md', 'new', { by, key: 'k1' })).toMatchObject({ version: 1 });
      expect((await elsewhere.search('three')).matches).toEqual([]);
    });
  });
}
