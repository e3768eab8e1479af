import { afterEach, expect, test } from 'vitest';
import { openThreads, type Threads } from '../../src/platform/threads.ts';

const SAMPLE = new URL('./sample-threads.ts', import.meta.url);

let threads: Threads;
afterEach(() => threads.close());

test('work runs in a thread and gives its value', async () => {
  threads = openThreads(SAMPLE, { deadlineMs: 60_000 });
  expect(await Promise.all([1, 2, 3].map((n) => threads.run('double', n)))).toEqual([2, 4, 6]);
});

test('an error of the catalogue keeps its code and its fields; any other stays a fault', async () => {
  threads = openThreads(SAMPLE, { deadlineMs: 60_000 });
  await expect(threads.run('refuse', null)).rejects.toMatchObject({
    code: 'invalid',
    errors: [{ path: 'a', message: 'is wrong' }],
  });
  await expect(threads.run('crash', null)).rejects.toThrow('a fault in the code');
});

test('work beyond its deadline is ended; the event loop goes on meanwhile, and so does the next work', async () => {
  threads = openThreads(SAMPLE, { deadlineMs: 300 });
  let turns = 0;
  const counter = setInterval(() => {
    turns += 1;
  }, 10);
  const endless = threads.run('forever', null);
  const next = threads.run('double', 21);
  await expect(endless).rejects.toMatchObject({ code: 'timeout' });
  clearInterval(counter);
  expect(turns).toBeGreaterThan(1);
  expect(await next).toBe(42);
});

test('work that waits for a thread is not counted against its deadline', async () => {
  threads = openThreads(SAMPLE, { deadlineMs: 300 });
  const endless = [1, 2, 3].map(() => threads.run('forever', null).catch((error: { code: string }) => error.code));
  const last = threads.run('double', 4);
  expect(await Promise.all([...endless, last])).toEqual(['timeout', 'timeout', 'timeout', 8]);
});

test('work that needs too much memory is ended, and the next work runs', async () => {
  threads = openThreads(SAMPLE, { deadlineMs: 60_000, memoryMb: 32 });
  await expect(threads.run('hoard', null)).rejects.toMatchObject({ code: 'too_large' });
  expect(await threads.run('double', 5)).toBe(10);
});

test("the caller's signal ends the work with the caller's reason", async () => {
  threads = openThreads(SAMPLE, { deadlineMs: 60_000 });
  const aborter = new AbortController();
  const endless = threads.run('forever', null, aborter.signal);
  setTimeout(() => aborter.abort(new Error('cancelled by its task')), 50);
  await expect(endless).rejects.toThrow('cancelled by its task');
});
