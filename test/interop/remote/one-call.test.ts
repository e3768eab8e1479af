/** One call on the wire: what a remote agent is sent, and what it is not. */
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { metric, openClient, startRemotes, TOKEN } from './calls.ts';
import { READ, remoteAgent, WRITE } from './remote-agent.ts';

const OUTPUT = { insights: ['You learn every day.'], recommendations: [], metrics: { streak: 7 } };
const answers = () => ({ output: OUTPUT, execution_time_ms: 245 });

test('a call has the form of the document, and its answer comes back as data', async () => {
  const { server, ask } = await startRemotes(answers);
  const outcome = await ask(remoteAgent({}), { parameters: { timeframe: '30d', include_recommendations: true } });
  expect(outcome).toEqual({ output: OUTPUT, from: 'remote', execution_time_ms: 245 });
  const [call] = server.calls;
  expect(JSON.parse(call?.body ?? '')).toEqual({
    agent_name: 'AnalyticsAgent',
    conversation_id: 'conv_abc123',
    input: {
      action: READ,
      user_id: 'user_123',
      parameters: { timeframe: '30d', include_recommendations: true },
    },
    context: {},
  });
  expect(call?.headers).toMatchObject({ authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' });
});

test('a trace can be followed: calls of one task share a trace, each request is a span of its own', async () => {
  const { server, ask, lines } = await startRemotes(answers);
  await ask(remoteAgent({}));
  await ask(remoteAgent({}), {}, { runId: 'Other' });
  await ask(remoteAgent({}), {}, { task: { id: 'task-2' } });
  const parents = server.calls.map(({ headers }) =>
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(headers.traceparent ?? ''),
  );
  const [first, second, third] = parents.map((parts) => parts?.[1]);
  expect(first).toBeDefined();
  expect(second).toBe(first);
  expect(third).not.toBe(first);
  expect(new Set(parents.map((parts) => parts?.[2])).size).toBe(3);
  expect(new Set(server.calls.map(({ headers }) => headers['x-request-id'])).size).toBe(3);
  expect(lines.filter(({ msg }) => msg === 'remote.called').map(({ trace_id }) => trace_id)).toEqual([
    first,
    first,
    third,
  ]);
});

test('a replayed run sends the idempotency key that it sent before, and no other run does', async () => {
  const { server, ask } = await startRemotes(answers);
  const write = { action: WRITE };
  await ask(remoteAgent({}), write);
  await ask(remoteAgent({}), write);
  await ask(remoteAgent({}), write, { runId: 'Other' });
  await ask(remoteAgent({}), write, { task: { id: 'task-2' } });
  const keys = server.calls.map(({ headers }) => headers['idempotency-key']);
  expect(keys[0]).toMatch(/^[0-9a-f]{40}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(new Set(keys).size).toBe(3);
});

test('with a signing secret the body cannot be changed on its way, nor the request be sent again', async () => {
  const { server, remotes } = await startRemotes(answers);
  const client = openClient({
    ANALYTICS_AGENT_URL: server.endpoint,
    A2A_AUTH_TOKEN: TOKEN,
    ANALYTICS_SECRET: 'hush-hush',
  });
  await remotes.close();
  const agent = remoteAgent({ signing_secret: '$ANALYTICS_SECRET' });
  await client.ask(agent);
  await client.ask(agent);
  const nonces = server.calls.map(({ headers, body }) => {
    const [, time = '', nonce = '', mac] =
      /^t=(\d+),n=([0-9a-f]{32}),v1=([0-9a-f]{64})$/.exec(headers['x-a2a-signature'] ?? '') ?? [];
    expect(mac).toBe(createHmac('sha256', 'hush-hush').update(`${time}.${nonce}.${body}`).digest('hex'));
    expect(Math.abs(Number(time) - Date.now() / 1000)).toBeLessThan(300);
    return nonce;
  });
  expect(nonces[0]).not.toBe(nonces[1]);
});

test('preferences are sent; what was said before is sent only where the config asks for it', async () => {
  const { server, ask } = await startRemotes(answers);
  const run = {
    state: { 'user:preferences': { language: 'en' }, 'user:notes': 'private', mood: 'private' },
    history: [
      { role: 'user' as const, parts: [{ type: 'text' as const, text: 'What did I learn?' }] },
      { role: 'model' as const, parts: [{ type: 'text' as const, text: 'The heart.' }] },
    ],
  };
  await ask(remoteAgent({}), {}, run);
  await ask(remoteAgent({ send_history: true }), {}, run);
  expect(server.calls.map(({ context }) => context)).toEqual([
    { user_preferences: { language: 'en' } },
    {
      user_preferences: { language: 'en' },
      conversation_history: [
        { role: 'user', text: 'What did I learn?' },
        { role: 'model', text: 'The heart.' },
      ],
    },
  ]);
  expect(server.calls.map(({ body }) => body).join()).not.toContain('private');
});

test('each tenant is called for with its own token; one that has none is not called for at all', async () => {
  const { server } = await startRemotes(answers);
  const { ask } = openClient({
    ANALYTICS_AGENT_URL: server.endpoint,
    A2A_AUTH_TOKEN: 'clinic:token-of-the-clinic, school:token-of-the-school',
  });
  const agent = remoteAgent({});
  await ask(agent, {}, { task: { tenant: 'school' } });
  await ask(agent, {}, { task: { tenant: 'clinic' } });
  expect(server.calls.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer token-of-the-school',
    'Bearer token-of-the-clinic',
  ]);
  const far = remoteAgent({ endpoint: 'https://analytics.example.org/a2a' });
  await expect(ask(far, {}, { task: { tenant: 'stranger' } })).rejects.toMatchObject({
    code: 'remote_unavailable',
    message: 'AnalyticsAgent is not set up: set A2A_AUTH_TOKEN for the tenant stranger.',
  });
});

test('a server that takes the tenant from the token is given it', async () => {
  const { server } = await startRemotes(answers);
  const { ask } = openClient({ ANALYTICS_AGENT_URL: server.endpoint, A2A_AUTH_TOKEN: 'one-secret@{tenant}' });
  await ask(remoteAgent({}), {}, { task: { tenant: 'school' } });
  expect(server.calls[0]?.headers.authorization).toBe('Bearer one-secret@school');
});

test('a missing variable makes the agent unavailable, and the error says which one to set', async () => {
  const { ask } = openClient({});
  await expect(ask(remoteAgent({}))).rejects.toMatchObject({
    code: 'remote_unavailable',
    message: 'AnalyticsAgent is not set up: set ANALYTICS_AGENT_URL.',
  });
  await expect(ask(remoteAgent({ endpoint: 'https://analytics.example.org/a2a' }))).rejects.toMatchObject({
    message: 'AnalyticsAgent is not set up: set A2A_AUTH_TOKEN.',
  });
  const signed = remoteAgent({ endpoint: 'http://127.0.0.1:1/a2a', signing_secret: '$ANALYTICS_SECRET' });
  await expect(ask(signed)).rejects.toMatchObject({ message: 'AnalyticsAgent is not set up: set ANALYTICS_SECRET.' });
});

test.each([
  ['http://analytics.example.org/a2a', 'is http beyond this machine: use https'],
  ['http://127.0.0.1.example.org/a2a', 'is http beyond this machine: use https'],
  ['http://10.0.0.7/a2a', 'is http beyond this machine: use https'],
  ['ftp://analytics.example.org', 'is neither https nor http'],
  ['https://user:secret@analytics.example.org/a2a', 'has a user name or password in it'],
  ['https://analytics.example.org/a2a?token=x', 'has a query or a fragment'],
  ['analytics', 'is not a URL such as https://analytics.example.org/a2a'],
])('a token is never sent to %s', async (url, problem) => {
  const { ask } = openClient({ ANALYTICS_AGENT_URL: `https://fine.example.org/a2a,${url}`, A2A_AUTH_TOKEN: TOKEN });
  await expect(ask(remoteAgent({}))).rejects.toMatchObject({
    code: 'remote_unavailable',
    message: `AnalyticsAgent is not set up: $ANALYTICS_AGENT_URL ${problem}.`,
  });
});

const deep = (levels: number): unknown => (levels === 0 ? 1 : { in: deep(levels - 1) });
const circle: Record<string, unknown> = {};
circle.self = circle;

test.each([
  ['an action that the config does not declare', { action: 'delete_everything' }],
  ['parameters that are too large', { parameters: { text: 'x'.repeat(20_000) } }],
  ['parameters that are nested too deep', { parameters: { a: deep(50) } }],
  ['parameters that change a prototype', { parameters: JSON.parse('{"__proto__": {"admin": true}}') }],
  ['parameters that go in a circle', { parameters: circle }],
  ['parameters that are a list', { parameters: ['a'] as unknown as Record<string, unknown> }],
])('nothing is sent for %s', async (_, request) => {
  const { server, ask } = await startRemotes(answers);
  await expect(ask(remoteAgent({}), request)).rejects.toMatchObject({ code: 'remote_refused' });
  expect(server.calls).toEqual([]);
});

test('an agent that is no remote agent cannot be called, whatever its config says', async () => {
  const { server, ask } = await startRemotes(answers);
  await expect(ask({ ...remoteAgent({}), type: 'llm' })).rejects.toMatchObject({ code: 'remote_refused' });
  expect(server.calls).toEqual([]);
});

test('a call is counted and logged without what was asked and answered', async () => {
  const client = await startRemotes((_call, nth) =>
    nth === 1 ? { error: 'UNAVAILABLE', status: 503, retryable: true } : answers(),
  );
  await client.ask(remoteAgent({}), { parameters: { question: 'a secret question' } });
  const labels = { agent: 'AnalyticsAgent', action: READ };
  expect(await metric(client, 'medfleet_remote_call_seconds', { ...labels, outcome: 'remote', le: '+Inf' })).toBe(1);
  expect(await metric(client, 'medfleet_remote_retries_total', labels)).toBe(1);
  const line = client.lines.find(({ msg }) => msg === 'remote.called');
  expect(line).toMatchObject({ ...labels, outcome: 'remote', attempts: 2, instance: 0 });
  expect(typeof line?.duration_ms).toBe('number');
  const log = JSON.stringify(client.lines);
  for (const secret of ['secret question', 'every day', TOKEN, 'user_123', 'conv_abc123'])
    expect(log).not.toContain(secret);
});

test('a changed config is used by the next call, and a call under way is not disturbed', async () => {
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  const { server, ask } = await startRemotes(async (_call, nth) => {
    if (nth === 1) await held;
    return answers();
  });
  const first = ask(remoteAgent({}));
  await expect.poll(() => server.calls.length).toBe(1);
  expect(await ask(remoteAgent({ retries: 0 }))).toMatchObject({ from: 'remote' });
  expect(await ask(remoteAgent({ retries: 1 }))).toMatchObject({ from: 'remote' });
  go();
  expect(await first).toMatchObject({ from: 'remote' });
});
