import { describe, expect, it } from 'vitest';
import { createClosers } from '../../src/platform/closers.ts';

describe('closers', () => {
  it('closes what was opened last first, so that Redis stays open until the workers have stopped', async () => {
    const closed: string[] = [];
    const closers = createClosers();
    closers.add('redis', () => closed.push('redis'));
    closers.add('worker', async () => {
      await new Promise(setImmediate);
      closed.push('worker');
    });
    closers.add('http', () => closed.push('http'));
    expect(await closers.close()).toEqual([]);
    expect(closed).toEqual(['http', 'worker', 'redis']);
  });

  it('runs once when Ctrl-C is pressed twice', async () => {
    let runs = 0;
    const closers = createClosers();
    closers.add('redis', () => {
      runs++;
    });
    await Promise.all([closers.close(), closers.close()]);
    await closers.close();
    expect(runs).toBe(1);
  });

  it('goes on after a closer that fails, and says which one it was', async () => {
    const closed: string[] = [];
    const logged: unknown[] = [];
    const closers = createClosers({ error: (...line: unknown[]) => void logged.push(line) });
    const broken = new Error('broken');
    closers.add('redis', () => closed.push('redis'));
    closers.add('record', () => Promise.reject(broken));
    closers.add('http', () => {
      throw broken;
    });
    expect(await closers.close()).toEqual([
      { name: 'http', error: broken },
      { name: 'record', error: broken },
    ]);
    expect(closed).toEqual(['redis']);
    expect(logged).toHaveLength(2);
  });

  it('does not wait longer than the limit for a closer that hangs', async () => {
    const closed: string[] = [];
    const closers = createClosers();
    closers.add('redis', () => closed.push('redis'));
    closers.add('worker', () => new Promise(() => undefined), 20);
    const [failure] = await closers.close();
    expect(failure?.name).toBe('worker');
    expect(String(failure?.error)).toMatch(/did not close within 20 ms/);
    expect(closed).toEqual(['redis']);
  });

  it('closes what is opened while the shutdown is already under way', async () => {
    const closed: string[] = [];
    const closers = createClosers();
    closers.add('slow', async () => {
      closers.add('late', () => closed.push('late'));
      closed.push('slow');
    });
    await closers.close();
    closers.add('later', () => closed.push('later'));
    await closers.close();
    expect(closed).toEqual(['slow', 'late', 'later']);
  });
});
