/** A text that a rule does not get done with: the call fails in time, the event loop is free meanwhile, and nothing is kept. */
import { expect, onTestFinished, test } from 'vitest';
import { openThreads } from '../../../src/platform/threads.ts';
import { admitCalls } from './calls.ts';

const ENDLESS = new URL('../../support/endless-reading.thread.ts', import.meta.url);

test('a thread that exceeds its deadline fails the call with timeout, and the next one begins anew', async () => {
  const threads = openThreads(ENDLESS, { deadlineMs: 100 });
  onTestFinished(() => threads.close());
  const calls = await admitCalls({ threads });
  for (const content of ['one', 'two'])
    await expect(calls.call('summarize_content', { content })).rejects.toMatchObject({ code: 'timeout' });
  expect(calls.cached.size).toBe(0);
});

test('a call that is cancelled ends at once, whatever its thread does', async () => {
  const threads = openThreads(ENDLESS, { deadlineMs: 600_000 });
  onTestFinished(() => threads.close());
  const calls = await admitCalls({ threads });
  const cancel = new AbortController();
  const call = calls.call('summarize_content', { content: 'one' }, {}, cancel.signal);
  const reason = new Error('cancelled');
  cancel.abort(reason);
  await expect(call).rejects.toBe(reason);
});
