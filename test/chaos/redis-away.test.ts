/**
 * Redis goes away while the fleet is in use. Each door says so in its own form, a valid key is not called a wrong one, and when Redis is
 * back all doors work again without a restart, with everything that was stored.
 */
import type { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { createEventHub } from '../../producers/turns/event-hub.ts';
import { createKeys } from '../../src/engine/task/keys.ts';
import { createRedisFactory, waitForRedis } from '../../src/platform/redis.ts';
import { call, rawRpc } from '../support/a2a.ts';
import { apiClient } from '../support/api.ts';
import { durableRedis } from '../support/durable-redis.ts';
import { postEnvelope } from '../support/envelope.ts';
import { startFleet } from '../support/fleet.ts';
import { STATE_LIMIT_MS } from '../support/limits.ts';

const CLINIC = 'clinic-token-0123456789';
const NOTE = 'remember that my locker code is 4711';
const WEBHOOK = 'http://127.0.0.1:1/hook';

test('all doors answer clearly while Redis is away, and know keys, notes and webhooks afterwards', async () => {
  const redis = await durableRedis();
  const fleet = await startFleet({
    env: { REDIS_URL: redis.url, API_TOKENS: `clinic:${CLINIC}`, A2A_PUSH_ALLOW_HOSTS: '127.0.0.1:1' },
  });
  const clinic = apiClient(fleet.url, CLINIC);
  const made = await clinic.call('POST', '/v1/keys', {
    name: 'app',
    scopes: ['turns:read', 'turns:write', 'a2a', 'keys:read'],
  });
  const secret = String(made.body.secret);
  const app = apiClient(fleet.url, secret);
  const bearer = { Authorization: `Bearer ${secret}` };
  const assistant = { team: 'assistant', user_id: 'anna', patient_id: undefined };
  await app.say(NOTE, { ...assistant, session_id: 's1' });
  const message = { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: 'Hello' }] };
  const send = call('SendMessage', { message, metadata: { patient_id: 'p1' } });
  const { result } = await rawRpc(fleet.url, send, bearer);
  const { id } = (result as { task: { id: string } }).task;
  const config = { taskId: id, id: 'c1', url: WEBHOOK };
  await rawRpc(fleet.url, call('CreateTaskPushNotificationConfig', config), bearer);
  const configs = () => rawRpc(fleet.url, call('ListTaskPushNotificationConfigs', { taskId: id }), bearer);
  const before = (await configs()).result;
  expect(JSON.stringify(before)).toContain(WEBHOOK);

  await redis.stop('SIGKILL');
  const turn = () => app.call('POST', '/v1/turns', { ...assistant, text: 'Hello', session_id: 's2' });
  const insights = {
    agent_name: 'AnalyticsAgent',
    conversation_id: 'c1',
    input: { action: 'get_progress_insights', user_id: 'anna', parameters: {} },
  };
  const envelope = (token: string) => postEnvelope(fleet.url, insights, { token });
  const rest = (token: string) =>
    apiClient(fleet.url, token).call('GET', `/a2a/rest/tasks/${id}`, undefined, { 'A2A-Version': '1.0' });
  const mcp = (token: string) =>
    apiClient(fleet.url, token).call(
      'POST',
      '/mcp',
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      { Accept: 'application/json, text/event-stream' },
    );
  await expect.poll(async () => (await turn()).status).toBe(503);
  expect((await turn()).body).toMatchObject({ code: 'redis_unavailable', retryable: true });
  for (const token of [secret, CLINIC]) {
    expect(await envelope(token)).toMatchObject({
      status: 503,
      body: { status: 'error', error: { code: 'UNAVAILABLE', retryable: true } },
    });
    const rpc = await rawRpc(fleet.url, send, { Authorization: `Bearer ${token}` });
    expect([rpc.status, rpc.error?.code, Number(rpc.headers.get('retry-after')) > 0]).toEqual([503, -32603, true]);
    expect(rpc.text).not.toMatch(/ECONNREFUSED|ioredis|127\.0\.0\.1/);
    expect((await rest(token)).status).toBe(503);
  }
  expect((await mcp(secret)).status).toBe(503);
  expect((await app.call('GET', '/v1/keys')).status).toBe(503);
  expect((await fetch(`${fleet.url}/healthz`)).status).toBe(200);

  redis.start();
  await expect.poll(async () => (await app.call('GET', '/readyz')).status).toBe(200);
  expect((await app.say('what is my locker code?', { ...assistant, session_id: 's3' })).reply).toBe(
    'Your locker code is 4711.',
  );
  expect((await configs()).result).toEqual(before);
  expect((await rawRpc(fleet.url, send, bearer)).result).toMatchObject({ task: { id } });
  for (const token of [secret, CLINIC]) {
    expect((await envelope(token)).status).toBe(200);
    expect((await rest(token)).status).toBe(200);
    expect((await mcp(token)).status).toBe(200);
  }
  await fleet.close();
});

test('all that is asked of a Redis that stands still is answered with 503 and a time, and what was under way completes', async () => {
  const redis = await durableRedis();
  const fleet = await startFleet({ env: { REDIS_URL: redis.url, API_TOKENS: `clinic:${CLINIC}` } });
  const clinic = apiClient(fleet.url, CLINIC);
  const bearer = { Authorization: `Bearer ${CLINIC}` };
  const fields = { user_id: 'anna', patient_id: 'p1' };
  const said = (text: string) => clinic.call('POST', '/v1/turns', { ...fields, text });
  const { turn_id: id } = (await said('What is asthma?')).body;
  const task = { message: { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: 'Hi' }] }, metadata: fields };
  await rawRpc(fleet.url, call('SendMessage', task), bearer);
  const { turn_id: underWay } = (await said('My weight is 71 kg.')).body;

  redis.signal('SIGSTOP');
  const asked: Record<string, () => Promise<{ status: number; headers: Headers }>> = {
    'a turn': () => said('Hello'),
    'a turn that is waited for': () => clinic.call('POST', '/v1/turns?wait=30', { ...fields, text: 'Hello' }),
    'reading a turn': () => clinic.call('GET', `/v1/turns/${id}`),
    'its events': () => clinic.call('GET', `/v1/turns/${id}/events`),
    'a list of turns': () => clinic.call('GET', '/v1/turns?patient_id=p1'),
    'a record': () => clinic.call('GET', '/v1/patients/p1/record'),
    readiness: () => clinic.call('GET', '/readyz'),
    'an agent': () =>
      postEnvelope(
        fleet.url,
        {
          agent_name: 'AnalyticsAgent',
          conversation_id: 'c1',
          input: { action: 'get_progress_insights', user_id: 'anna', parameters: {} },
        },
        { token: CLINIC },
      ),
    'a message of A2A': () => rawRpc(fleet.url, call('SendMessage', task), bearer),
    'a stream of A2A': () => rawRpc(fleet.url, call('SubscribeToTask', { id }), bearer),
    'a task of A2A': () => clinic.call('GET', `/a2a/rest/tasks/${id}`, undefined, { 'A2A-Version': '1.0' }),
  };
  const answers = Object.entries(asked).map(async ([what, ask]) => {
    const { status, headers } = await ask();
    return [what, status, Number(headers.get('retry-after')) > 0];
  });
  expect(await Promise.all(answers)).toEqual(Object.keys(asked).map((what) => [what, 503, true]));
  redis.signal('SIGCONT');

  await expect.poll(async () => (await clinic.call('GET', '/readyz')).status).toBe(200);
  await expect.poll(async () => (await clinic.turn(String(underWay))).status).toBe('completed');
  expect((await clinic.say('What does HbA1c mean?', fields)).status).toBe('completed');
  await fleet.close();
});

test('a stream that begins just as Redis comes to a stand ends with an error, and does not stay silent', async () => {
  const redis = await durableRedis();
  const where = { REDIS_MODE: 'single' as const, REDIS_NODES: [], REDIS_SENTINEL_NAME: '', REDIS_URL: redis.url };
  const { connect, closeAll } = createRedisFactory(where);
  onTestFinished(closeAll);
  const [subscriber, reader] = [connect('subscriber') as Redis, connect('producer')];
  await Promise.all([subscriber, reader].map((one) => waitForRedis(one, STATE_LIMIT_MS)));
  const hub = createEventHub(subscriber, reader, createKeys('away'));
  const follow = () => hub.follow('t1', '', () => undefined);
  redis.signal('SIGSTOP');
  await expect(follow()).rejects.toThrow();
  redis.signal('SIGCONT');
  await expect.poll(() => follow().then(() => 'follows', String)).toBe('follows');
});
