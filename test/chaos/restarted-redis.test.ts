/** Redis stops under load, once killed and once shut down. The fleet recovers by itself and loses nothing that was acknowledged. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { TurnView } from '../../producers/turns/turn-view.ts';
import { durableRedis } from '../support/durable-redis.ts';
import { startFleet } from '../support/fleet.ts';

const SESSIONS = 10;
/** The pace of each session, to keep the number of turns small; nothing depends on it. */
const PAUSE_MS = 60;
/** Turns that are acknowledged before Redis stops, and again after it is back. */
const BETWEEN = 60;

test('Redis killed and restarted twice under load: every acknowledged turn ends, once, in order', async () => {
  const redis = await durableRedis();
  // Minutes: a job that Redis had assigned when it died, and that never arrived, is found without waiting for its lock to expire.
  const fleet = await startFleet({
    env: { REDIS_URL: redis.url, WORKER_CONCURRENCY: '20', WORKER_LOCK_SECONDS: '600' },
  });
  const acknowledged = new Map<string, string[]>();
  let refused = 0;
  let over = false;
  const load = Promise.all(
    Array.from({ length: SESSIONS }, async (_, s) => {
      for (let t = 0; !over; t += 1) {
        const key = { 'Idempotency-Key': `s${s}-t${t}` };
        const body = { text: `My weight is ${50 + (t % 100)} kg`, patient_id: `p${s}`, session_id: `s${s}` };
        for (;;) {
          const { status, body: sent } = await fleet.call('POST', '/v1/turns', body, key);
          if (status === 503) {
            refused += 1;
            await sleep(PAUSE_MS);
            continue;
          }
          expect([200, 202]).toContain(status);
          acknowledged.set(`s${s}`, [...(acknowledged.get(`s${s}`) ?? []), String(sent.turn_id)]);
          break;
        }
        await sleep(PAUSE_MS);
      }
    }),
  );
  const taken = () => [...acknowledged.values()].flat().length;
  const moreOf = async (count: () => number, more: number) => {
    const wanted = count() + more;
    await expect.poll(count).toBeGreaterThanOrEqual(wanted);
  };
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    await moreOf(taken, BETWEEN);
    await redis.stop(signal);
    await moreOf(() => refused, 3 * SESSIONS);
    redis.start();
  }
  await moreOf(taken, BETWEEN);
  over = true;
  await load;

  const ids = [...acknowledged.values()].flat();
  expect(new Set(ids).size).toBe(ids.length);
  const turns = new Map<string, TurnView>();
  await expect
    .poll(
      async () => {
        const open = ids.filter((id) => !turns.has(id));
        for (const turn of await Promise.all(open.map((id) => fleet.turn(id))))
          if (turn.timings?.total_ms != null) turns.set(turn.turn_id, turn);
        return ids.length - turns.size;
      },
      { interval: 300 },
    )
    .toBe(0);
  expect([...turns.values()].filter(({ status }) => status !== 'completed')).toEqual([]);
  for (const [session, inOrder] of acknowledged) {
    const messages = (await fleet.call('GET', `/v1/sessions/${session}`)).body.messages as {
      role: string;
      turn_id: string;
    }[];
    const told = messages.filter(({ role }) => role === 'user').map(({ turn_id }) => turn_id);
    expect(told).toEqual(inOrder.slice(-told.length));
    const { counts } = (await fleet.call('GET', `/v1/patients/p${session.slice(1)}/record`)).body as {
      counts: { observations: number };
    };
    expect(counts.observations).toBe(inOrder.length);
  }
  process.stdout.write(
    `chaos: ${ids.length} turns acknowledged, ${refused} requests refused while Redis was away, 0 lost\n`,
  );
  await fleet.close();
}, 480_000);
