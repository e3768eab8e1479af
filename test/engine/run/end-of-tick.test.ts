/** Requests of many jobs at the same time become one call; each gets its own answer, and a failed call fails them all. */
import { setImmediate as tick } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { gatherPerTick } from '../../../src/engine/run/end-of-tick.ts';

test('requests within one turn of the event loop become one call, in order', async () => {
  const calls: number[][] = [];
  const double = gatherPerTick(async (items: number[]) => {
    calls.push(items);
    return items.map((item) => item * 2);
  });
  const first = [double(1), Promise.resolve().then(() => double(2)), double(3)];
  expect(await Promise.all(first)).toEqual([2, 4, 6]);
  await tick();
  expect(await double(4)).toBe(8);
  expect(calls.map((call) => [...call].sort())).toEqual([[1, 2, 3], [4]]);
});

test('a full batch does not wait for the end of the turn', async () => {
  const sizes: number[] = [];
  const echo = gatherPerTick(async (items: number[]) => {
    sizes.push(items.length);
    return items;
  });
  const all = Array.from({ length: 40 }, (_, item) => item);
  const answers = all.map(echo);
  expect(sizes).toEqual([16, 16]);
  expect(await Promise.all(answers)).toEqual(all);
  expect(sizes).toEqual([16, 16, 8]);
});

test('a failed call fails its own requests, and no others', async () => {
  let fails = true;
  const echo = gatherPerTick(async (items: string[]) => {
    if (fails) throw new Error('no connection');
    return items;
  });
  const outcomes = await Promise.allSettled([echo('a'), echo('b')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  expect(await echo('c')).toBe('c');
});
