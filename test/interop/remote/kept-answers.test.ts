/** Answers that are given again: only to whom they were given, only while they may be, and gone when the person is. */
import { expect, test, vi } from 'vitest';
import { skipSleeps } from '../../support/clock.ts';
import { type openClient, startRemotes } from './calls.ts';
import { READ, remoteAgent, WRITE } from './remote-agent.ts';

const CACHED = {
  actions: [
    { name: READ, description: 'Reads', cache_seconds: 60 },
    { name: WRITE, description: 'Writes', idempotent: false },
  ],
};
const numbered = (_call: unknown, nth: number) => ({ output: { nth } });

test('a fresh answer is given again without a call; an old one is not', async () => {
  const now = vi.spyOn(Date, 'now');
  const began = 1_900_000_000_000;
  const { server, ask } = await startRemotes(numbered);
  const agent = remoteAgent(CACHED);
  now.mockReturnValue(began);
  expect(await ask(agent)).toMatchObject({ output: { nth: 1 }, from: 'remote' });
  now.mockReturnValue(began + 59_000);
  expect(await ask(agent)).toMatchObject({ output: { nth: 1 }, from: 'cache' });
  now.mockReturnValue(began + 61_000);
  expect(await ask(agent)).toMatchObject({ output: { nth: 2 }, from: 'remote' });
  now.mockRestore();
  expect(server.calls).toHaveLength(2);
});

const OTHERS: [string, Parameters<ReturnType<typeof openClient>['ask']>[2], Record<string, unknown>?][] = [
  ['another user', { task: { user_id: 'user_456' } }],
  ['another tenant', { task: { tenant: 'clinic' } }],
  ['another subject', { task: { subject: { kind: 'patient', id: 'p2' } } }],
  ['other parameters', {}, { timeframe: '30d' }],
];
test.each(OTHERS)('%s is never given that answer, fresh or stale', async (_, run, parameters = {}) => {
  skipSleeps();
  let up = true;
  const { ask } = await startRemotes((_call, nth) => (up ? { output: { nth } } : 'reset'));
  const agent = remoteAgent(CACHED);
  expect(await ask(agent)).toMatchObject({ output: { nth: 1 } });
  expect(await ask(agent, { parameters }, run)).toMatchObject({ output: { nth: 2 }, from: 'remote' });
  up = false;
  expect(await ask(agent, { parameters }, run)).toMatchObject({ output: { nth: 2 } });
  await expect(ask(agent, { parameters: { never: 'asked' } }, run)).rejects.toMatchObject({
    code: 'remote_unavailable',
  });
});

test('an answer that is too large to keep is asked for each time', async () => {
  const { server, ask } = await startRemotes(() => ({ output: { text: 'x'.repeat(100_000) } }));
  const agent = remoteAgent(CACHED);
  for (let i = 0; i < 2; i += 1) expect(await ask(agent)).toMatchObject({ from: 'remote' });
  expect(server.calls).toHaveLength(2);
});

test('parameters in another order are the same question', async () => {
  const { server, ask } = await startRemotes(numbered);
  const agent = remoteAgent(CACHED);
  await ask(agent, { parameters: { a: 1, b: { c: 2, d: 3 } } });
  expect(await ask(agent, { parameters: { b: { d: 3, c: 2 }, a: 1 } })).toMatchObject({ from: 'cache' });
  expect(server.calls).toHaveLength(1);
});

test('when the agent is down its last answer is given, marked as old; not one that is too old', async () => {
  skipSleeps();
  const now = vi.spyOn(Date, 'now');
  const began = 1_900_000_000_000;
  let up = true;
  const { ask } = await startRemotes((_call, nth) => (up ? { output: { nth } } : 'reset'));
  const agent = remoteAgent({ fallback: { cached_seconds: 600 }, breaker: { failures: 1_000 } });
  now.mockReturnValue(began);
  await ask(agent);
  up = false;
  now.mockReturnValue(began + 300_000);
  expect(await ask(agent)).toMatchObject({
    output: { nth: 1 },
    from: 'stale',
    stale: { age_seconds: 300, detail: expect.stringContaining('AnalyticsAgent') },
  });
  now.mockReturnValue(began + 601_000);
  await expect(ask(agent)).rejects.toMatchObject({ code: 'remote_unavailable' });
  now.mockRestore();
});

test('an open circuit gives old answers too, without a call', async () => {
  let up = true;
  const { server, ask } = await startRemotes((_call, nth) => (up ? { output: { nth } } : 'reset'));
  const agent = remoteAgent({ retries: 0, breaker: { failures: 1, half_open_seconds: 3_600 } });
  await ask(agent);
  up = false;
  for (let call = 0; call < 5; call += 1) expect(await ask(agent)).toMatchObject({ from: 'stale', output: { nth: 1 } });
  expect(server.calls).toHaveLength(2);
});

test('an old answer does not hide that the token was refused', async () => {
  let valid = true;
  const { ask } = await startRemotes((_call, nth) =>
    valid ? { output: { nth } } : { error: 'AUTHENTICATION_ERROR', status: 401 },
  );
  await ask(remoteAgent({}));
  valid = false;
  await expect(ask(remoteAgent({}))).rejects.toMatchObject({ code: 'remote_refused' });
});

test('an action that changes something is never answered from what is kept, and what was kept before it is dropped', async () => {
  const { ask } = await startRemotes(numbered);
  const agent = remoteAgent(CACHED);
  await ask(agent, { action: WRITE });
  expect(await ask(agent, { action: WRITE })).toMatchObject({ output: { nth: 2 }, from: 'remote' });
  await ask(agent);
  await ask(agent, {}, { task: { user_id: 'user_456', subject: null } });
  await ask(agent, { action: WRITE });
  expect(await ask(agent)).toMatchObject({ output: { nth: 6 }, from: 'remote' });
  expect(await ask(agent, {}, { task: { user_id: 'user_456', subject: null } })).toMatchObject({
    output: { nth: 4 },
    from: 'cache',
  });
});

test('erasing a person deletes the answers to them and those about them, and nobody else’s', async () => {
  const client = await startRemotes(numbered);
  const { ask, remotes, redis, keys } = client;
  const agent = remoteAgent(CACHED);
  const left = async () => (await redis.keys(`${keys.tag}:remote:answer:*`)).length;
  await ask(agent, {}, { task: { user_id: 'ada', subject: null } });
  await ask(agent, {}, { task: { user_id: 'dr', subject: { kind: 'patient', id: 'ada' } } });
  await ask(agent, {}, { task: { user_id: 'dr', subject: null, about: { kind: 'patient', id: 'ada' } } });
  await ask(agent, {}, { task: { user_id: 'dr', subject: { kind: 'patient', id: 'bob' } } });
  await ask(agent, {}, { task: { user_id: 'ada', subject: null, tenant: 'clinic' } });
  expect(await left()).toBe(5);
  expect(await remotes.forget('local', { kind: 'patient', id: 'ada' })).toBe(3);
  expect(await left()).toBe(2);
  expect(await ask(agent, {}, { task: { user_id: 'dr', subject: { kind: 'patient', id: 'bob' } } })).toMatchObject({
    from: 'cache',
  });
});

test('what is kept does not grow without bound, and all of it ends', async () => {
  const { ask, redis, keys } = await startRemotes(numbered);
  const agent = remoteAgent(CACHED);
  for (let from = 0; from < 250; from += 50)
    await Promise.all(Array.from({ length: 50 }, (_, n) => ask(agent, { parameters: { n: from + n } })));
  const all = await redis.keys(`${keys.tag}:remote:*`);
  expect(all.filter((key) => key.includes(':remote:answer:'))).toHaveLength(200);
  for (const key of all) expect(await redis.pttl(key)).toBeGreaterThan(0);
});
