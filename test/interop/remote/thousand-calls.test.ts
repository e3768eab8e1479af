/** A thousand calls at once, a tenth of which fail. */
import { expect, onTestFinished, test } from 'vitest';
import { openClient, TOKEN } from './calls.ts';
import { READ, WRITE } from './remote-agent.ts';
import { callMany, startFailingAgent } from './thousand-calls.ts';

const CALLS = 1_000;

test('of 1,000 concurrent calls with 10 % failures none is lost, and none is doubled where that matters', async () => {
  const server = await startFailingAgent();
  onTestFinished(() => server.close());
  const { remotes } = openClient({ ANALYTICS_AGENT_URL: server.endpoint, A2A_AUTH_TOKEN: TOKEN });
  // More in a row than can fail: this test is about the calls, not about the circuit.
  const ended = await callMany(remotes, CALLS, CALLS);
  expect(server.failed()).toBe(CALLS / 10);

  // Each has ended, with its own answer or with an error that says what happened.
  expect(ended).toHaveLength(CALLS);
  for (const { n, answer, code } of ended)
    if (code === undefined) expect(answer).toBe(n);
    else expect(['remote_unavailable', 'remote_failed']).toContain(code);

  // What may be asked twice was asked until it was answered.
  const reads = ended.filter(({ action }) => action === READ);
  expect(reads.filter(({ code }) => code !== undefined)).toEqual([]);

  // What must not happen twice was sent once, whatever became of it, and every answer stands for work that was done.
  const writes = ended.filter(({ action }) => action === WRITE);
  const failedWrites = writes.filter(({ code }) => code !== undefined);
  const sentAgain = [...server.sent.values()].filter((times) => times > 1).length;
  expect(failedWrites.length + sentAgain).toBe(server.failed());
  expect(server.sent.size).toBe(CALLS);
  const keysOfWrites = new Set(
    server.calls.filter(({ input }) => input.action === WRITE).map(({ headers }) => headers['idempotency-key']),
  );
  expect(keysOfWrites.size).toBe(CALLS / 2);
  for (const key of keysOfWrites) {
    expect(server.sent.get(key ?? '')).toBe(1);
    expect(server.done.get(key ?? '') ?? 0).toBeLessThanOrEqual(1);
  }
});
