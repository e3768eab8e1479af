import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { openChildren } from '../../src/platform/children.ts';
import { openThreads, type Threads } from '../../src/platform/threads.ts';

const SAMPLE = new URL('./sample-threads.ts', import.meta.url);
const ENDLESS = fileURLToPath(new URL('./endless-child.ts', import.meta.url));

let threads: Threads;
afterEach(() => threads?.close());

describe.each([
  ['a thread', openThreads],
  ['a child process', openChildren],
])('%s', (_name, open) => {
  test('work runs in it and gives its value', async () => {
    threads = open(SAMPLE, { deadlineMs: 60_000 });
    expect(await Promise.all([1, 2, 3].map((n) => threads.run('double', n)))).toEqual([2, 4, 6]);
  });

  test('an error of the catalogue keeps its code and its fields; any other stays a fault', async () => {
    threads = open(SAMPLE, { deadlineMs: 60_000 });
    await expect(threads.run('refuse', null)).rejects.toMatchObject({
      code: 'invalid',
      errors: [{ path: 'a', message: 'is wrong' }],
    });
    await expect(threads.run('crash', null)).rejects.toThrow('a fault in the code');
  });

  test('work beyond its deadline is ended; the event loop goes on meanwhile, and so does the next work', async () => {
    threads = open(SAMPLE, { deadlineMs: 300 });
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

  test('work that waits is not counted against its deadline', async () => {
    threads = open(SAMPLE, { deadlineMs: 300 });
    const endless = [1, 2, 3].map(() => threads.run('forever', null).catch((error: { code: string }) => error.code));
    const last = threads.run('double', 4);
    expect(await Promise.all([...endless, last])).toEqual(['timeout', 'timeout', 'timeout', 8]);
  });

  test('work that needs too much memory is ended, and the next work runs', async () => {
    threads = open(SAMPLE, { deadlineMs: 60_000, memoryMb: 32 });
    await expect(threads.run('hoard', null)).rejects.toMatchObject({ code: 'too_large' });
    expect(await threads.run('double', 5)).toBe(10);
  });

  test("the caller's signal ends the work with the caller's reason", async () => {
    threads = open(SAMPLE, { deadlineMs: 60_000 });
    const aborter = new AbortController();
    const endless = threads.run('forever', null, aborter.signal);
    setTimeout(() => aborter.abort(new Error('cancelled by its task')), 50);
    await expect(endless).rejects.toThrow('cancelled by its task');
  });
});

test('work that ends its process fails alone', async () => {
  threads = openChildren(SAMPLE, { deadlineMs: 60_000 });
  await expect(threads.run('end', null)).rejects.toMatchObject({ code: 'too_large' });
  expect(await threads.run('double', 6)).toBe(12);
});

test('a child process sees no secret of its parent', async () => {
  threads = openChildren(SAMPLE, { deadlineMs: 60_000 });
  expect(await threads.run('environment', null)).not.toContain('PATH');
});

test('those who wait have their turns one after the other', async () => {
  const children = openChildren(SAMPLE, { deadlineMs: 60_000 });
  threads = children;
  const order: string[] = [];
  const note = async (owner: string) => {
    await children.run('double', 1, undefined, owner);
    order.push(owner);
  };
  await Promise.all(['acme', 'acme', 'acme', 'acme', 'beta'].map(note));
  expect(order).toEqual(['acme', 'acme', 'beta', 'acme', 'acme']);
});

test('a child process ends with its parent, whatever it does', async () => {
  const parent = spawn(process.execPath, ['--import', 'tsx', ENDLESS], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed] = (await once(parent.stdout, 'data')) as [Buffer];
  parent.kill('SIGKILL');
  await expect.poll(() => isRunning(Number(printed))).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
