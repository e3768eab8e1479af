/** Durability 9: what a turn costs does not grow with the patient's history; and what a queued and an ended turn keep in Redis. */
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { openChaosFleet } from '../chaos-fleet.ts';
import { equal, type Finding, figure } from '../finding.ts';
import type { Setting } from '../scenarios.ts';
import { send } from '../turns.ts';
import { inParallel, until } from '../wait.ts';

const TURNS = 2_000;
/** Turns at the beginning and at the end that are compared. */
const COMPARED = 200;
const AT_ONCE = 4;
const QUEUED = 300;
const QUEUED_BYTES = 4 * 1024;
const ENDED_BYTES = 12 * 1024;
/** The machine is not always the same speed; the cost that grew was 3.5 times as high at the end. */
const MOST_GROWTH = 1.8;

export async function history({ dir, code, seed }: Setting): Promise<Finding[]> {
  return [
    ...(await growth({ dir: join(dir, 'growth'), code, seed })),
    ...(await bytes({ dir: join(dir, 'bytes'), code, seed })),
  ];
}

type Place = Pick<Setting, 'dir' | 'code' | 'seed'>;

async function growth({ dir, code, seed }: Place): Promise<Finding[]> {
  const fleet = await openChaosFleet({ dir, code, seed, delayMs: [0, 0] });
  try {
    const batch = async (from: number, count: number) => {
      const began = performance.now();
      const numbers = Array.from({ length: count }, (_, n) => from + n);
      // One patient; each turn is a session of its own, so that only the record grows.
      await inParallel(numbers, AT_ONCE, async (n) => {
        const body = { text: `[s${n}-t0] My weight ${60 + (n % 80)} kg is new.`, patient_id: 'p', session_id: `s${n}` };
        await fleet.call('POST', '/v1/turns?wait=30', body);
      });
      return (performance.now() - began) / count;
    };
    await batch(0, 50);
    const first = await batch(50, COMPARED);
    await batch(50 + COMPARED, TURNS - 50 - 2 * COMPARED);
    const last = await batch(TURNS - COMPARED, COMPARED);
    const grew = last / first;
    return [
      figure('history', `ms a turn, first and last ${COMPARED} of ${TURNS}`, `${first.toFixed(0)}, ${last.toFixed(0)}`),
      equal('history', `grew more than ${MOST_GROWTH} times`, grew > MOST_GROWTH ? 1 : 0, 0, grew.toFixed(2)),
    ];
  } finally {
    await fleet.close();
  }
}

async function bytes({ dir, code, seed }: Place): Promise<Finding[]> {
  const fleet = await openChaosFleet({ dir, code, seed, workers: 0, delayMs: [0, 0] });
  try {
    await fleet.redis.config('SET', 'hash-max-listpack-value', '1024');
    const before = await usedBy(fleet.redis);
    const numbers = Array.from({ length: QUEUED }, (_, session) => session);
    await inParallel(numbers, 20, (session) => send(fleet, session, 0));
    const queued = (await usedBy(fleet.redis)) - before;
    await fleet.start('worker');
    await until(async () => (await fleet.redis.zcard(fleet.keys.open())) === 0, {
      progress: () => fleet.model.calls.length,
      stalledMs: 60_000,
    });
    const ended = (await usedBy(fleet.redis)) - before;
    const each = (total: number) => Math.round(total / QUEUED);
    return [
      figure('history', 'bytes of Redis: a queued turn, an ended one', `${each(queued)}, ${each(ended)}`),
      equal('history', `queued: more than ${QUEUED_BYTES}`, each(queued) > QUEUED_BYTES ? 1 : 0, 0),
      equal('history', `ended: more than ${ENDED_BYTES}`, each(ended) > ENDED_BYTES ? 1 : 0, 0),
    ];
  } finally {
    await fleet.close();
  }
}

/** Of all keys; buffers of connections do not count. */
async function usedBy(redis: Redis): Promise<number> {
  let sum = 0;
  let cursor = '0';
  do {
    const [next, keys] = await redis.scan(cursor, 'COUNT', 1_000);
    const sizes = await Promise.all(keys.map((key) => redis.memory('USAGE', key, 'SAMPLES', 0)));
    sum += sizes.reduce<number>((total, size) => total + Number(size ?? 0), 0);
    cursor = next;
  } while (cursor !== '0');
  return sum;
}
