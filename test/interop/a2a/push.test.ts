/** Deliveries to webhooks: in order, at least once, one job at a time, given up where nothing else helps. A real webhook answers. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createKeys, type Keys } from '../../../src/engine/task/keys.ts';
import { EMPTY_RESULT } from '../../../src/engine/task/task.ts';
import { a2aKeys } from '../../../src/interop/a2a/keys.ts';
import { type PushConfig, problemOf } from '../../../src/interop/a2a/push/config.ts';
import { createDeliver } from '../../../src/interop/a2a/push/deliver.ts';
import { post } from '../../../src/interop/a2a/push/post.ts';
import { createPushStore, MAX_CONFIGS, type PushStore, placeOf } from '../../../src/interop/a2a/push/store.ts';
import { testPrefix, testRedis } from '../../support/redis.ts';
import { taskRequest } from '../../support/task-request.ts';
import { startWebhook, type Webhook } from './webhook.ts';

const redis = testRedis();
const TASK = 't1';
const PLACE = { task: TASK, config: 'c1' };

let keys: Keys;
let store: PushStore;
let webhook: Webhook;
let deliver: (name: string, lastAttempt: boolean, job?: string) => ReturnType<ReturnType<typeof createDeliver>>;
let woken: string[];

beforeEach(async () => {
  keys = createKeys(testPrefix());
  store = createPushStore(redis, a2aKeys(keys.tag), 3_600);
  webhook = await startWebhook();
  woken = [];
  const wake = async (_place: object, key: string) => void woken.push(key);
  const send = createDeliver({ redis, keys, store, allowHosts: [webhook.host], post, wake, counted: () => undefined });
  deliver = (name, lastAttempt, job = randomUUID()) => send(name, lastAttempt, job);
  const request = taskRequest({ id: TASK, origin: { kind: 'user', a2a: { message_id: 'm1' } } });
  await redis.hset(keys.task(TASK), {
    request: JSON.stringify(request),
    text: 'Hello',
    status: 'running',
    created: '1000',
  });
});

const config = (fields: Partial<PushConfig> = {}): PushConfig => ({
  id: 'c1',
  url: webhook.url,
  token: '',
  wire_version: '1.0',
  ...fields,
});

const emit = (kind: string, data: object) =>
  redis.xadd(keys.events(TASK), '*', 'type', kind, 'data', JSON.stringify(data));

async function endTask(): Promise<void> {
  await redis.hset(keys.task(TASK), { status: 'completed', ended: '2000', reply: 'Rest.' });
  await emit('done', { status: 'completed' });
}

const ids = () => webhook.headers.map((header) => header['x-a2a-event-id']);

const cases = () => webhook.bodies.map((body) => Object.keys(body)[0]);

describe('delivery', () => {
  test('sends what has happened, in order, with the credentials of the config', async () => {
    await store.save(
      't',
      TASK,
      config({ authentication: { scheme: 'Bearer', credentials: 'secret' }, token: 'tok' }),
      'all',
    );
    await emit('queued', {});
    await emit('delta', { text: 'Re' });
    await emit('reply', { text: 'Rest.' });
    await endTask();
    expect(await deliver('t1~c1', false)).toBe('sent');
    expect(cases()).toEqual(['statusUpdate', 'artifactUpdate', 'statusUpdate']);
    expect(webhook.bodies.at(-1)).toMatchObject({
      statusUpdate: { taskId: TASK, status: { state: 'TASK_STATE_COMPLETED' } },
    });
    expect(webhook.headers[0]).toMatchObject({
      authorization: 'Bearer secret',
      'x-a2a-notification-token': 'tok',
      'content-type': 'application/a2a+json',
    });
    expect(await store.due(10)).toEqual([]);
  });

  test('a second job has nothing left to send', async () => {
    await store.save('t', TASK, config(), 'all');
    await endTask();
    await deliver('t1~c1', false);
    await deliver('t1~c1', false);
    expect(webhook.bodies).toHaveLength(1);
  });

  test('jobs that run side by side send each update once', async () => {
    await store.save('t', TASK, config(), 'all');
    await emit('reply', { text: 'Rest.' });
    await endTask();
    await Promise.all(Array.from({ length: 8 }, () => deliver('t1~c1', false)));
    expect(cases()).toEqual(['statusUpdate', 'artifactUpdate', 'statusUpdate']);
  });

  test('a job whose worker was killed goes on at once with another, and the first one sends nothing more', async () => {
    await store.save('t', TASK, config(), 'all');
    await emit('reply', { text: 'Rest.' });
    await endTask();
    const killed = await store.take(PLACE, 'j1');
    expect(await deliver('t1~c1', false, 'j2')).toBe('skipped');
    expect(await deliver('t1~c1', false, 'j1')).toBe('sent');
    expect(cases()).toEqual(['statusUpdate', 'artifactUpdate', 'statusUpdate']);
    expect(await killed?.advance('9-9')).toBe(false);
  });

  test('a webhook that is down is sent the same update again, and none is skipped', async () => {
    await store.save('t', TASK, config(), 'all');
    await emit('reply', { text: 'Rest.' });
    await endTask();
    webhook.answers.push(200, 503, 429);
    await expect(deliver('t1~c1', false)).rejects.toMatchObject({ code: 'push_unavailable' });
    await expect(deliver('t1~c1', false)).rejects.toMatchObject({ code: 'push_unavailable' });
    expect(await deliver('t1~c1', false)).toBe('sent');
    const taken = webhook.bodies.filter((_, at) => webhook.given[at] === 200);
    expect(taken.map((body) => Object.keys(body)[0])).toEqual([
      'statusUpdate',
      'statusUpdate',
      'artifactUpdate',
      'statusUpdate',
    ]);
    // Whoever is sent one twice can tell by its id.
    const [status, reply, again, once, replyAgain, end] = ids();
    expect([again, once, replyAgain]).toEqual([status, status, reply]);
    expect(new Set([status, reply, end]).size).toBe(3);
  });

  test('a receiver that drops what has an id that it knows sees each update once, and the end', async () => {
    await store.save('t', TASK, config(), 'all');
    await emit('reply', { text: 'Rest.' });
    await redis.hset(keys.task(TASK), { result: JSON.stringify({ ...EMPTY_RESULT, data: { topics: ['rest'] } }) });
    await endTask();
    // The end is refused once: its details are sent again, too, because the event was not taken as a whole.
    webhook.answers.push(200, 200, 200, 503);
    await expect(deliver('t1~c1', false)).rejects.toMatchObject({ code: 'push_unavailable' });
    expect(await deliver('t1~c1', false)).toBe('sent');
    const taken = webhook.bodies.flatMap((body, at) => (webhook.given[at] === 200 ? [{ id: ids()[at], body }] : []));
    const once = taken.filter(({ id }, at) => taken.findIndex((one) => one.id === id) === at);
    expect(taken).toHaveLength(5);
    expect(once.map(({ body }) => Object.keys(body)[0])).toEqual([
      'statusUpdate',
      'artifactUpdate',
      'artifactUpdate',
      'statusUpdate',
    ]);
    expect(once.at(-1)?.body).toMatchObject({ statusUpdate: { status: { state: 'TASK_STATE_COMPLETED' } } });
  });

  test.each([
    ['refuses for good', () => [410], false],
    ['is still down at the last attempt', () => [500], true],
    ['redirects', () => [302], false],
  ])(
    'a webhook that %s is given up, shown as failed, and tried again from there on demand',
    async (_, answers, lastAttempt) => {
      await store.save('t', TASK, config(), 'all');
      await emit('reply', { text: 'Rest.' });
      webhook.answers.push(...answers());
      expect(await deliver('t1~c1', lastAttempt)).toBe('failed');
      expect(await deliver('t1~c1', false)).toBe('skipped');
      expect(await store.failed('t')).toMatchObject([{ ...PLACE, url: webhook.url }]);
      expect(await store.failed('other')).toEqual([]);
      await endTask();
      expect(await store.due(10)).toEqual([]);
      expect(await store.reopen(PLACE)).toBe(true);
      expect(await deliver('t1~c1', false)).toBe('sent');
      expect(webhook.bodies.at(-1)).toMatchObject({ statusUpdate: { status: { state: 'TASK_STATE_COMPLETED' } } });
      expect(await store.failed('t')).toEqual([]);
    },
  );

  test('a config that is registered later is told what comes after it', async () => {
    await emit('reply', { text: 'Rest.' });
    await store.save('t', TASK, config(), 'next');
    await endTask();
    await deliver('t1~c1', false);
    expect(cases()).toEqual(['statusUpdate']);
  });

  test('a 0.3 client is sent the task in the form of 0.3', async () => {
    await store.save('t', TASK, config({ wire_version: '0.3' }), 'all');
    await endTask();
    await deliver('t1~c1', false);
    expect(webhook.bodies[0]).toMatchObject({ kind: 'task', id: TASK, status: { state: 'completed' } });
  });

  test('upkeep finds a delivery whose job was lost, and leaves one alone that a job is about to try again', async () => {
    await store.save('t', TASK, config(), 'all');
    expect(await store.due(10)).toEqual([]);
    await emit('reply', { text: 'Rest.' });
    expect(await store.due(10)).toEqual([PLACE]);
    webhook.answers.push(500);
    await expect(deliver('t1~c1', false)).rejects.toThrow();
    expect(await store.due(10)).toEqual([]);
  });

  test('nothing is sent for a config that was removed, or to a task that is gone', async () => {
    await store.save('t', TASK, config(), 'all');
    await emit('reply', { text: 'Rest.' });
    await store.remove(PLACE);
    expect(await deliver('t1~c1', false)).toBe('skipped');
    await store.save('t', TASK, config(), 'all');
    await redis.del(keys.task(TASK));
    expect(await deliver('t1~c1', false)).toBe('skipped');
    expect(webhook.bodies).toEqual([]);
    expect(await store.save('t', TASK, config(), 'all')).toBe('gone');
  });

  test('a task has a bounded number of configs', async () => {
    for (let n = 0; n < MAX_CONFIGS; n += 1)
      expect(await store.save('t', TASK, config({ id: `c${n}` }), 'all')).toBe('saved');
    expect(await store.save('t', TASK, config({ id: 'more' }), 'all')).toBe('full');
    expect(await store.save('t', TASK, config({ id: 'c1' }), 'all')).toBe('saved');
  });
});

describe('where updates may be sent', () => {
  const problem = (url: string, allow: string[] = []) => problemOf({ ...config(), url }, allow);

  test.each(['https://example.com/hook', 'https://hooks.example.org:8443/a?b=c'])('%s is accepted', (url) => {
    expect(problem(url)).toBeNull();
  });

  test.each([
    'http://example.com/hook',
    'https://127.0.0.1/hook',
    'https://[::1]/hook',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://user:pass@example.com/',
    'https://example.com:22/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '',
    'https://2130706433/',
  ])('%s is refused', (url) => {
    expect(problem(url)).toEqual(expect.any(String));
  });

  test('the operator may allow a host of their own', () => {
    expect(problem('http://127.0.0.1:9000/hook', ['127.0.0.1'])).toBeNull();
    expect(problem('http://127.0.0.1:9000/hook', ['127.0.0.1:9001'])).toEqual(expect.any(String));
  });

  test('a header cannot be broken out of', () => {
    const authentication = { scheme: 'Bearer', credentials: 'a\r\nX-Evil: 1' };
    expect(problemOf({ ...config(), url: 'https://example.com/', authentication }, [])).toMatch(/credentials/);
  });

  test('a name that leads to a private address is not connected to', async () => {
    const sent = await post({
      url: webhook.url.replace('127.0.0.1', 'localhost'),
      headers: {},
      body: '{}',
      allowHosts: [],
    });
    expect(sent).toMatchObject({ ok: false, retry: false });
    expect(webhook.bodies).toEqual([]);
  });

  test('a webhook that never answers is left after its time', async () => {
    webhook.answers.push('hang');
    const sent = await post({ url: webhook.url, headers: {}, body: '{}', allowHosts: [webhook.host], deadlineMs: 200 });
    expect(sent).toMatchObject({ ok: false, retry: true });
  });
});

test.each(['', 't1', '~c', 't1~', 't:1~c', 't1~../x'])('%s is no name of a delivery', (name) => {
  expect(placeOf(name)).toBeNull();
});
