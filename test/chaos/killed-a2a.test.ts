/**
 * A2A while processes are killed: a producer during a blocking SendMessage and in the middle of a stream, and a worker between a webhook's
 * answer and the note of it. There is one task, no event is lost or doubled, and each result reaches the webhook.
 */
import { expect, onTestFinished, test } from 'vitest';
import { a2aKeys } from '../../src/interop/a2a/keys.ts';
import { startWebhook } from '../interop/a2a/webhook.ts';
import { call, rawEvents, rawRpc } from '../support/a2a.ts';
import { testRedis } from '../support/redis.ts';
import { startVictims } from './victims.ts';

/** The cursor of a delivery moves: task, config, token and the event that was sent. The first event, `queued`, is not sent. */
const ADVANCES = ' c1 [0-9a-f-]{36} \\d+-\\d+ ';

const metadata = { patient_id: 'p1' };
const message = (messageId: string) => ({ messageId, role: 'ROLE_USER', parts: [{ text: 'My weight is 80 kg' }] });

test('a producer and a worker are killed: one task, whole streams, and a webhook that is told everything', async () => {
  const webhook = await startWebhook();
  const fleet = await startVictims({ A2A_PUSH_ALLOW_HOSTS: webhook.host });
  onTestFinished(() => fleet.close());
  const redis = testRedis();
  const keys = a2aKeys(fleet.base.keys.tag);
  const idOf = ({ result }: { result?: unknown }) => String((result as { task: { id: string } }).task.id);

  const producer = await fleet.start('producers/main');
  const taskPushNotificationConfig = { id: 'c1', url: webhook.url };
  const blocking = rawRpc(
    producer.url,
    call('SendMessage', { message: message('m1'), metadata, configuration: { taskPushNotificationConfig } }),
  ).catch((error: Error) => error);
  const open = () => redis.zrange(keys.open_deliveries(), 0, -1);
  await expect.poll(open).toHaveLength(1);
  let seen = 0;
  const begun = rawEvents(producer.url, '/message:stream', {
    body: { message: message('m2'), metadata: { patient_id: 'p2' } },
    stop: () => ++seen === 2,
  });
  const worker = await fleet.start('workers/main', { HOLD: ADVANCES, HOLD_SKIP: '1' });
  const first = await begun;
  await worker.held(1);
  await producer.kill();
  expect(await blocking).toBeInstanceOf(Error);

  // The same message to another replica is the same task.
  const again = await rawRpc(fleet.url, call('SendMessage', { message: message('m1'), metadata }));
  const listed = await rawRpc(fleet.url, call('ListTasks', {}));
  const tasks = (listed.result as { tasks: { id: string }[] }).tasks.map(({ id }) => id);
  expect(tasks.filter((id) => id === idOf(again))).toHaveLength(1);
  expect(tasks).toHaveLength(2);

  // The stream goes on elsewhere.
  const task = Object.values(first[0]?.update ?? {})[0] as { id: string };
  const rest = await rawEvents(fleet.url, `/tasks/${task.id}:subscribe`, { after: first.at(-1)?.id ?? '' });
  const whole = await rawEvents(fleet.url, `/tasks/${task.id}:subscribe`, { after: '0-0' });
  const ids = (events: typeof rest) => events.map(({ id }) => id).filter(Boolean);
  expect(first).toHaveLength(2);
  expect([...ids(first), ...ids(rest).slice(1)]).toEqual(ids(whole));
  expect(rest.slice(1)).toEqual(whole.slice(2));

  // The webhook has taken an update, and nobody has noted that.
  expect(webhook.given).toEqual([200]);
  await worker.kill();
  await redis.hset(keys.delivery(idOf(again), 'c1'), 'lease_until', 0);
  await fleet.start('workers/main');
  await expect.poll(open).toEqual([]);
  const sent = webhook.headers.map((headers) => String(headers['x-a2a-event-id']));
  expect(sent[1]).toBe(sent[0]);
  expect(sent).toEqual([...sent].sort());
  const states = webhook.bodies.map((body) => JSON.stringify(body).match(/TASK_STATE_\w+/)?.[0] ?? 'artifact');
  expect(states).toEqual(['TASK_STATE_WORKING', 'TASK_STATE_WORKING', 'artifact', 'artifact', 'TASK_STATE_COMPLETED']);
});
