/** What a failing remote agent costs: which failures are tried again, and which error a caller is given. */

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { AppError } from '../../../src/platform/errors.ts';
import { holdTimers, skipSleeps } from '../../support/clock.ts';
import type { RemoteAnswer } from '../../support/remote-agent-server.ts';
import { openClient, startRemotes } from './calls.ts';
import { READ, remoteAgent, WRITE } from './remote-agent.ts';

const OK: RemoteAnswer = { output: { text: 'fine' } };
const success = { agent_name: 'AnalyticsAgent', conversation_id: 'conv_abc123', output: {}, status: 'success' };
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

const FAILURES: [string, RemoteAnswer, { code: string; tries: number }][] = [
  [
    'is not available',
    { error: 'UNAVAILABLE', status: 503, retryable: true },
    { code: 'remote_unavailable', tries: 3 },
  ],
  [
    'says that it timed out',
    { error: 'TIMEOUT', status: 504, retryable: true },
    { code: 'remote_unavailable', tries: 3 },
  ],
  [
    'has too many requests',
    { error: 'RATE_LIMITED', status: 429, retryable: true },
    { code: 'remote_unavailable', tries: 3 },
  ],
  ['breaks', { error: 'INTERNAL', status: 500, retryable: true }, { code: 'remote_failed', tries: 3 }],
  ['breaks for good', { error: 'INTERNAL', status: 500, retryable: false }, { code: 'remote_failed', tries: 1 }],
  [
    'has an error of its own in a 200',
    { error: 'OWN_CODE', status: 200, retryable: false },
    { code: 'remote_failed', tries: 1 },
  ],
  ['closes the connection', 'reset', { code: 'remote_unavailable', tries: 3 }],
  [
    'is behind a broken proxy',
    { body: '<html>', status: 502, headers: { 'content-type': 'text/html' } },
    { code: 'remote_unavailable', tries: 3 },
  ],
  ['refuses the token', { error: 'AUTHENTICATION_ERROR', status: 401 }, { code: 'remote_refused', tries: 1 }],
  ['refuses the token without a body', { body: '', status: 401 }, { code: 'remote_refused', tries: 1 }],
  ['does not allow it', { error: 'FORBIDDEN', status: 403 }, { code: 'remote_refused', tries: 1 }],
  ['does not know the action', { error: 'NOT_FOUND', status: 404 }, { code: 'remote_refused', tries: 1 }],
  ['finds the parameters invalid', { error: 'INVALID_REQUEST', status: 422 }, { code: 'remote_refused', tries: 1 }],
  ['had the key before', { error: 'CONFLICT', status: 409 }, { code: 'remote_refused', tries: 1 }],
  [
    'redirects',
    { body: {}, status: 307, headers: { location: 'http://127.0.0.1:1/steal' } },
    { code: 'remote_refused', tries: 1 },
  ],
  ['answers in another shape', { body: { answer: 42 } }, { code: 'remote_failed', tries: 1 }],
  ['answers with a list', { body: [] }, { code: 'remote_failed', tries: 1 }],
  ['answers in no JSON', { body: '{"output": ' }, { code: 'remote_failed', tries: 1 }],
  [
    'answers with a page',
    { body: JSON.stringify(success), headers: { 'content-type': 'text/html' } },
    { code: 'remote_failed', tries: 1 },
  ],
  [
    'answers for another conversation',
    { body: { ...success, conversation_id: 'somebody' } },
    { code: 'remote_failed', tries: 1 },
  ],
  ['answers as another agent', { body: { ...success, agent_name: 'Other' } }, { code: 'remote_failed', tries: 1 }],
  ['says success with an error’s status', { body: success, status: 500 }, { code: 'remote_failed', tries: 1 }],
  ['sends megabytes', { output: { text: 'x'.repeat(1_100_000) } }, { code: 'remote_failed', tries: 1 }],
  ['nests without end', { body: nested(100_000) }, { code: 'remote_failed', tries: 1 }],
  [
    'smuggles a prototype',
    { body: JSON.stringify(success).replace('{}', '{"__proto__": {"admin": true}}') },
    { code: 'remote_failed', tries: 1 },
  ],
];

test.each(FAILURES)('an agent that %s', async (_, answer, { code, tries }) => {
  skipSleeps();
  const { server, ask } = await startRemotes(() => answer);
  const failure = await ask(remoteAgent({})).catch((thrown: unknown) => thrown);
  expect(failure).toBeInstanceOf(AppError);
  expect(failure).toMatchObject({ code, message: expect.stringMatching(/^AnalyticsAgent /) });
  expect(String(failure)).not.toContain('As the script says');
  expect(server.calls).toHaveLength(tries);
});

test.each(FAILURES)('an action that must not happen twice is sent once to an agent that %s', async (_, answer) => {
  skipSleeps();
  const { server, ask } = await startRemotes(() => answer);
  await expect(ask(remoteAgent({}), { action: WRITE })).rejects.toBeInstanceOf(AppError);
  expect(server.calls).toHaveLength(1);
});

test('a failure that passes costs no answer', async () => {
  skipSleeps();
  const { server, ask } = await startRemotes((_call, nth) => (nth < 3 ? 'reset' : OK));
  expect(await ask(remoteAgent({}))).toMatchObject({ output: { text: 'fine' }, from: 'remote' });
  expect(new Set(server.calls.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
});

test('an action that must not happen twice is sent again where it was certainly never sent', async () => {
  skipSleeps();
  const { server } = await startRemotes(() => OK);
  // Nobody listens on the first address. Of conversations, about half begin there.
  const { ask } = openClient({ ANALYTICS_AGENT_URL: `http://127.0.0.1:1/a2a,${server.endpoint}` });
  const agent = remoteAgent({ health_seconds: 0, breaker: { failures: 1_000 } });
  const asked = Array.from({ length: 20 }, (_, index) =>
    ask(agent, { action: WRITE }, { task: { session_id: `s${index}` }, runId: `run-${index}` }),
  );
  await Promise.all(asked);
  expect(server.calls).toHaveLength(20);
  expect(new Set(server.calls.map(({ headers }) => headers['idempotency-key'])).size).toBe(20);
});

test('the waits between tries grow, and differ between calls', async () => {
  const waits = skipSleeps();
  const { ask } = await startRemotes(() => 'reset');
  const agent = remoteAgent({ retries: 5, breaker: { failures: 1_000 } });
  for (let call = 0; call < 20; call += 1) await ask(agent).catch(() => undefined);
  const nth = (index: number) => waits.filter((_, at) => at % 5 === index);
  for (const [index, base] of [200, 400, 800, 1_600, 3_200].entries()) {
    expect(Math.min(...nth(index))).toBeGreaterThanOrEqual(base / 2);
    expect(Math.max(...nth(index))).toBeLessThanOrEqual(base * 1.5);
    expect(new Set(nth(index)).size).toBeGreaterThan(5);
  }
});

test('an agent that asks to be left alone for a while is', async () => {
  const waits = skipSleeps();
  const { ask } = await startRemotes((_call, nth) =>
    nth === 1 ? { error: 'RATE_LIMITED', status: 429, retryable: true, headers: { 'retry-after': '7' } } : OK,
  );
  expect(await ask(remoteAgent({}))).toMatchObject({ from: 'remote' });
  expect(waits).toEqual([7_000]);
});

test('nobody waits for an agent that asks for more time than the run has', async () => {
  const waits = skipSleeps();
  const { server, ask } = await startRemotes(() => ({
    error: 'RATE_LIMITED',
    status: 429,
    retryable: true,
    headers: { 'retry-after': '3600' },
  }));
  await expect(ask(remoteAgent({}))).rejects.toMatchObject({ code: 'remote_unavailable' });
  expect(waits).toEqual([]);
  expect(server.calls).toHaveLength(1);
});

test('an agent that takes the request and never answers is given up after its time limit', async () => {
  skipSleeps();
  const limit = holdTimers(17_000);
  const { server, ask } = await startRemotes((_call, nth) => (nth === 1 ? 'hang' : OK));
  const asked = ask(remoteAgent({ timeout_seconds: 17 }));
  await expect.poll(() => server.calls.length).toBe(1);
  limit.fire();
  expect(await asked).toMatchObject({ from: 'remote' });
});

test('a server that accepts connections and is silent is given up too', async () => {
  const limit = holdTimers(17_000);
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => void silent.close());
  const { ask } = openClient({ ANALYTICS_AGENT_URL: `http://127.0.0.1:${(silent.address() as AddressInfo).port}/a2a` });
  const asked = ask(remoteAgent({ timeout_seconds: 17, retries: 0 }));
  const failed = expect(asked).rejects.toMatchObject({
    code: 'remote_unavailable',
    message: expect.stringContaining('TIMEOUT'),
  });
  await once(silent, 'connection').then(([socket]) => onTestFinished(() => void socket.destroy()));
  limit.fire();
  await failed;
});

test('all tries together take no longer than the agent’s own limit', async () => {
  const limit = holdTimers(23_000);
  const { server, ask } = await startRemotes(() => 'hang');
  const asked = ask(remoteAgent({ timeout_seconds: 300 }, { limits: { seconds: 23 } }));
  const failed = expect(asked).rejects.toMatchObject({ code: 'remote_unavailable' });
  await expect.poll(() => server.calls.length).toBe(1);
  limit.fire();
  await failed;
  expect(server.calls).toHaveLength(1);
});

test('a cancelled turn ends the call at once, and the circuit does not count it', async () => {
  const { server, ask } = await startRemotes((_call, nth) => (nth <= 3 ? 'hang' : OK));
  const agent = remoteAgent({ breaker: { failures: 2 } });
  for (let nth = 1; nth <= 3; nth += 1) {
    const turn = new AbortController();
    const asked = ask(agent, {}, { signal: turn.signal });
    const failed = expect(asked).rejects.toMatchObject({ code: 'cancelled' });
    await expect.poll(() => server.calls.length).toBe(nth);
    turn.abort(new AppError('cancelled', 'The turn was cancelled.'));
    await failed;
  }
  expect(await ask(agent)).toMatchObject({ from: 'remote' });
});

test('refusals do not open the circuit: the next request may be a good one', async () => {
  const { ask } = await startRemotes((call) =>
    call.input.action === READ ? OK : { error: 'INVALID_REQUEST', status: 422 },
  );
  const agent = remoteAgent({ breaker: { failures: 1 } });
  await expect(ask(agent, { action: WRITE })).rejects.toMatchObject({ code: 'remote_refused' });
  expect(await ask(agent)).toMatchObject({ from: 'remote' });
});
