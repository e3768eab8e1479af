/** Leftovers of an erasure while another worker was writing: none of them reappears. */
import { expect, it } from 'vitest';
import { createWorkspaceStore } from '../../../src/engine/workspace/kept-workspace.ts';
import { memoryObjects } from './memory-objects.ts';

const by = 'Tester in turn 1';

async function erased(leftovers: RegExp) {
  const objects = memoryObjects();
  const store = createWorkspaceStore(objects, { bundleAfter: 4 });
  const before = store.open('t', 'user:a');
  for (let index = 0; index < 6; index += 1)
    await before.write(`sessions/${index}.md`, 'old', { by, key: `k${index}` });
  const old = new Map(objects.kept);
  await store.erase('t', 'user:a');
  expect(objects.kept.size).toBe(0);
  for (const [key, bytes] of old) if (leftovers.test(key)) objects.kept.set(key, bytes);
  return { objects, fresh: () => createWorkspaceStore(objects, { bundleAfter: 4 }).open('t', 'user:a') };
}

it.each([
  ['an entry that was written a moment too late', /log\/00000003/],
  ['several of them', /log\/0000000[2456]/],
  ['a bundle', /bundles/],
  ['stored copies', /files/],
  ['everything but the first entry', /bundles|files|log\/0000000[2-6]/],
])('%s', async (_what, leftovers) => {
  const { fresh } = await erased(leftovers);
  expect((await fresh().list()).files).toEqual([]);
  for (let index = 0; index < 7; index += 1)
    expect(await fresh().write(`sessions/new ${index}.md`, 'new', { by, key: `k${index}` })).toMatchObject({
      version: 1,
    });
  expect((await fresh().list()).files).toHaveLength(7);
  expect((await fresh().search('old')).matches).toEqual([]);
});

it('a reader that is interrupted by an erasure and a new start sees the whole new workspace', async () => {
  const { objects, fresh } = await erased(/nothing/);
  for (let index = 0; index < 3; index += 1) await fresh().write(`sessions/${index}.md`, 'second life', { by });
  let overtaken = false;
  const reader = createWorkspaceStore({
    ...objects,
    async get(key) {
      if (!overtaken && key.kind === 'log' && key.name === '00000003.json') {
        overtaken = true;
        await objects.clear(key.workspace);
        for (let index = 0; index < 6; index += 1) await fresh().write(`sessions/${index}.md`, 'third life', { by });
      }
      return objects.get(key);
    },
  }).open('t', 'user:a');
  expect((await reader.list()).files).toHaveLength(6);
  expect((await fresh().search('third')).matches).toHaveLength(6);
});
