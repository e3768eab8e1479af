/** Calls of one moment as one request: each keeps its own answer and its own error. */
import { expect, onTestFinished, test } from 'vitest';
import { AppError } from '../../../src/platform/errors.ts';
import { skipSleeps } from '../../support/clock.ts';
import type { RemoteCall } from '../../support/remote-agent-server.ts';
import { startScriptedServer } from '../../support/scripted-server.ts';
import { openClient, startRemotes, TOKEN } from './calls.ts';
import { remoteAgent, WRITE } from './remote-agent.ts';

const BATCH = { batch: true, fallback: { cached_seconds: 0 } };
const echo = ({ input }: RemoteCall) => ({ output: { n: input.parameters.n } });

test('calls of one moment are one request, and each is given its own answer', async () => {
  const { server, ask } = await startRemotes(echo);
  const agent = remoteAgent(BATCH);
  const outcomes = await Promise.all(
    Array.from({ length: 45 }, (_, n) => ask(agent, { parameters: { n } }, { task: { user_id: `u${n}` } })),
  );
  expect(outcomes.map(({ output }) => output.n)).toEqual(Array.from({ length: 45 }, (_, n) => n));
  expect(server.calls.map(({ input }) => input.user_id)).toEqual(Array.from({ length: 45 }, (_, n) => `u${n}`));
  // At most 20 in each.
  expect(server.counts.batches).toBe(3);
});

test('one that is refused or fails leaves the others their answers', async () => {
  skipSleeps();
  const { server, ask } = await startRemotes((call) => {
    if (call.input.parameters.n === 1) return { error: 'INVALID_REQUEST', status: 422 };
    if (call.input.parameters.n === 2) return { error: 'INTERNAL', status: 500, retryable: false };
    return echo(call);
  });
  const agent = remoteAgent({ ...BATCH, breaker: { failures: 1 } });
  const settled = await Promise.allSettled([0, 1, 2, 3].map((n) => ask(agent, { parameters: { n } })));
  expect(settled).toMatchObject([
    { value: { output: { n: 0 } } },
    { reason: { code: 'remote_refused' } },
    { reason: { code: 'remote_failed' } },
    { value: { output: { n: 3 } } },
  ]);
  expect(server.counts.batches).toBe(1);
});

test('a lost batch is made again, and no call is lost', async () => {
  skipSleeps();
  const { ask } = await startRemotes((call, nth) => (nth <= 4 ? 'reset' : echo(call)));
  const outcomes = await Promise.all([0, 1, 2, 3].map((n) => ask(remoteAgent(BATCH), { parameters: { n } })));
  expect(outcomes.map(({ output }) => output.n)).toEqual([0, 1, 2, 3]);
});

/** A client whose agent answers every batch with what `answer` makes of its requests. */
async function withAnswer(answer: (requests: RemoteCall[]) => unknown) {
  const server = await startScriptedServer({
    read: (_path, recorded) => recorded,
    answer: async ({ body }, reply) => reply.json(200, answer(body.requests as RemoteCall[])),
  });
  onTestFinished(() => server.close());
  return openClient({ ANALYTICS_AGENT_URL: `${server.url}/a2a`, A2A_AUTH_TOKEN: TOKEN });
}

const successes = (requests: RemoteCall[]) =>
  requests.map(({ agent_name, conversation_id }) => ({ agent_name, conversation_id, output: {}, status: 'success' }));

test.each<[string, (requests: RemoteCall[]) => unknown]>([
  ['one answer too few', (requests) => ({ responses: successes(requests).slice(1) })],
  ['one answer too many', (requests) => ({ responses: successes([...requests, ...requests]) })],
  ['no list at all', (requests) => successes(requests)[0]],
  ['the answers in another order', (requests) => ({ responses: successes(requests).reverse() })],
])('a batch answered with %s fails each call rather than mix them up', async (_, answer) => {
  const { ask } = await withAnswer(answer);
  const asked = ['a', 'b'].map((session_id) => ask(remoteAgent(BATCH), {}, { task: { session_id } }));
  expect(await Promise.allSettled(asked)).toMatchObject([
    { reason: { code: 'remote_failed' } },
    { reason: { code: 'remote_failed' } },
  ]);
});

test('actions that must not happen twice, and agents that do not say "batch", are called one by one', async () => {
  const { server, ask } = await startRemotes(echo);
  await Promise.all(
    [0, 1, 2].map((n) => ask(remoteAgent(BATCH), { action: WRITE, parameters: { n } }, { runId: `r${n}` })),
  );
  await Promise.all([0, 1, 2].map((n) => ask(remoteAgent({ fallback: { cached_seconds: 0 } }), { parameters: { n } })));
  expect(server.counts.batches).toBe(0);
  expect(server.calls).toHaveLength(6);
});

test('a call that is cancelled leaves its batch, and the others are answered', async () => {
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  const { server, ask } = await startRemotes(async (call) => {
    await held;
    return echo(call);
  });
  const turn = new AbortController();
  const cancelled = ask(remoteAgent(BATCH), { parameters: { n: 0 } }, { signal: turn.signal });
  const failed = expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
  const answered = ask(remoteAgent(BATCH), { parameters: { n: 1 } });
  await expect.poll(() => server.calls.length).toBe(2);
  turn.abort(new AppError('cancelled', 'The turn was cancelled.'));
  await failed;
  go();
  expect(await answered).toMatchObject({ output: { n: 1 } });
});

test('two tenants with tokens of their own are never in one batch', async () => {
  const { server } = await startRemotes(echo);
  const { ask } = openClient({ ANALYTICS_AGENT_URL: server.endpoint, A2A_AUTH_TOKEN: 'clinic:token-a,school:token-b' });
  await Promise.all(
    ['clinic', 'school', 'clinic', 'school'].map((tenant, n) =>
      ask(remoteAgent(BATCH), { parameters: { n } }, { task: { tenant } }),
    ),
  );
  const seen = server.calls.map(({ headers, input }) => `${headers.authorization} ${input.parameters.n}`);
  expect(seen.sort()).toEqual(['Bearer token-a 0', 'Bearer token-a 2', 'Bearer token-b 1', 'Bearer token-b 3']);
});
