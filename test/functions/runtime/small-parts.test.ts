/** The runtime's small parts: canonical JSON, the agreement of drafts, work side by side, the thread. */
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { agreementOf } from '../../../src/functions/runtime/agreement.ts';
import { openFunctionThreads } from '../../../src/functions/runtime/function-threads.ts';
import { canonicalJson } from '../../../src/platform/canonical-json.ts';
import { sideBySide } from '../../../src/platform/side-by-side.ts';
import { source } from './calls.ts';

/** The same value with the keys of its objects the other way round. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, inner]) => [key, turned(inner)])
      .reverse(),
  );
}

describe('canonical JSON', () => {
  test('does not depend on the order of keys, and loses nothing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(turned(value))).toBe(canonicalJson(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

describe('agreement', () => {
  test.each([
    [1, [{ a: 'The heart beats.' }, { a: 'the HEART beats' }]],
    [0, [{ a: 'heart' }, { a: 'lung' }]],
    [0.5, [{ a: ['one', 'two'], b: 3 }, { a: ['one'] }]],
    [1, [{ a: 'alone' }]],
    [1, [{ a: '' }, { a: '' }]],
  ])('%d of %j', (expected, drafts) => {
    expect(agreementOf(drafts)).toBe(expected);
  });

  test('is the same in any order, and between 0 and 1', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.constantFrom('a', 'b', 'c', 'd')), { minLength: 1, maxLength: 5 }), (drafts) => {
        const share = agreementOf(drafts);
        expect(agreementOf([...drafts].reverse())).toBe(share);
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('side by side', () => {
  test('so many at once and no more, with results in the order of the items', async () => {
    let running = 0;
    let most = 0;
    const doubled = await sideBySide([1, 2, 3, 4, 5], 2, async (item) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
      return item * 2;
    });
    expect(doubled).toEqual([2, 4, 6, 8, 10]);
    expect(most).toBe(2);
  });

  test('a failure stops what has not begun, and waits for what has', async () => {
    const ended: number[] = [];
    const work = sideBySide([1, 2, 3, 4], 2, async (item) => {
      if (item === 1) throw new Error('the first failed');
      await new Promise(setImmediate);
      ended.push(item);
    });
    await expect(work).rejects.toThrow('the first failed');
    expect(ended).toEqual([2]);
  });
});

test('the thread of the functions has those that are shipped, and names what it lacks', async () => {
  const threads = openFunctionThreads();
  onTestFinished(() => threads.close());
  const draft = { code: 'x', explanation: 'As in [^1].', test_hints: [], compressed_intent: 'x' };
  const call = { fn: 'generate_code', draft, input: {}, prepared: undefined, sources: [source(1), source(2)] };
  expect(await threads.run('finish', call)).toEqual({ ...draft, citations: [source(1)] });
  await expect(threads.run('finish', { ...call, fn: 'none' })).rejects.toThrow('There is no function none.');
});
