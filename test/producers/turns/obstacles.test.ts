/** Who follows a turn is told within seconds that nobody works on it, and when that is over: no silence behind three dots. */
import { expect, onTestFinished, test } from 'vitest';
import { startWorkers } from '../../../workers/start-workers.ts';
import type { SseEvent } from '../../support/api.ts';
import { durableRedis } from '../../support/durable-redis.ts';
import { startFleet } from '../../support/fleet.ts';
import { holdTurns } from '../../workers/held-turns.ts';

const isWaiting = (reason: string | null) => (event: SseEvent) =>
  event.kind === 'waiting' && event.data.reason === reason;

/** On a machine that is too busy to hear Redis for ten seconds, a request is answered with 503 and may be sent again. */
async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!String(error).includes('503')) throw error;
    }
  }
}

test('a turn that is sent while no worker runs: the stream names the missing role, and goes on when one is there', async () => {
  const fleet = await startFleet({ roles: ['triage'] });
  onTestFinished(() => fleet.close());
  const sent = await fleet.call('POST', '/v1/turns', { text: 'My weight is 80 kg', patient_id: 'p1' });
  const id = String(sent.body.turn_id);
  const first = await untilAnswered(() => fleet.events(id, { stop: isWaiting('no_worker') }));
  expect(first.at(-1)?.data).toEqual({ reason: 'no_worker', role: 'turn', roles: ['turn', 'extractor', 'consultant'] });
  const whole = fleet.events(id);
  await startWorkers(fleet.base, ['turn', 'extractor', 'consultant']);
  expect((await whole).at(-1)?.kind).toBe('done');
});

test('all workers are killed: readiness and the stream say so long before their entries expire', async () => {
  const held = await holdTurns();
  const worker = await held.startWorker();
  const [id = ''] = await held.begin(1);
  expect((await held.fleet.call('GET', '/readyz')).status).toBe(200);
  const told = held.fleet.events(id, { stop: isWaiting('no_worker') });
  await worker.kill('SIGKILL');
  expect((await told).at(-1)?.data).toMatchObject({ reason: 'no_worker' });
  const ready = await held.fleet.call('GET', '/readyz');
  expect([ready.status, ready.body.code]).toEqual([503, 'workers_missing']);
  // Its entry is younger than the 15 s after which it would not count in any case.
  expect((await held.now()) - (await held.writtenAt(worker))).toBeLessThan(15_000);
  await held.startHere();
  await held.finish([id]);
});

test('Redis goes away under an open stream: the client is told, a new message is refused, and the turn goes on afterwards', async () => {
  const redis = await durableRedis();
  const fleet = await startFleet({ env: { REDIS_URL: redis.url }, roles: [] });
  onTestFinished(() => fleet.close());
  const send = () => fleet.call('POST', '/v1/turns', { text: 'My weight is 80 kg', patient_id: 'p1' });
  const id = String((await send()).body.turn_id);
  const seen: SseEvent[] = [];
  const done = fleet.events(id, {
    stop(event) {
      seen.push(event);
      return event.kind === 'done';
    },
  });
  await expect.poll(() => seen.some(isWaiting('no_worker'))).toBe(true);
  await redis.stop('SIGKILL');
  await expect.poll(() => seen.some(isWaiting('redis_unavailable'))).toBe(true);
  const refused = await send();
  expect([refused.status, refused.body.code]).toEqual([503, 'redis_unavailable']);
  redis.start();
  await startWorkers(fleet.base, ['turn', 'triage', 'extractor', 'consultant']);
  expect((await done).at(-1)?.data).toMatchObject({ turn_id: id, status: 'completed' });
});
