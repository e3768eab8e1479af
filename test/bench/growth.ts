/** Whether a fleet gets slower or uses more memory with the number of turns. Ended turns are kept for a while; nothing else may stay. */
import type { Redis } from 'ioredis';
import { removeFlows } from '../../queues/kept-flows.ts';
import { createKeys } from '../../src/engine/task/keys.ts';
import type { Contender } from './contender.ts';
import { redisStats } from './redis-stats.ts';

export type Growth = {
  turns: number;
  /** Turns a second and bytes of Redis a turn, for each quarter of the turns. */
  quarters: { rate: number; bytes: number }[];
  /** Keys of Medfleet's own (BullMQ cleans up by itself) that have no expiry. */
  immortal: string[];
};

const QUARTERS = 4;

export async function growth(
  contender: Contender,
  inFlight: number,
  turns: number,
  limitMs: number,
  redis: Redis,
  prefix: string,
): Promise<Growth> {
  const quarters: Growth['quarters'] = [];
  const until = performance.now() + limitMs;
  for (let quarter = 0; quarter < QUARTERS && performance.now() < until; quarter += 1) {
    const before = await redisStats(redis);
    const began = performance.now();
    let left = turns / QUARTERS;
    const lane = async () => {
      while (left-- > 0) await contender.turn();
    };
    await Promise.all(Array.from({ length: inFlight }, lane));
    const seconds = (performance.now() - began) / 1000;
    // As upkeep does every 5 s: what is not kept is no growth.
    await removeFlows(redis, createKeys(prefix));
    const after = await redisStats(redis);
    const done = turns / QUARTERS;
    quarters.push({ rate: done / seconds, bytes: (after.memory - before.memory) / done });
  }
  return { turns: (quarters.length * turns) / QUARTERS, quarters, immortal: await immortalKeys(redis, prefix) };
}

async function immortalKeys(redis: Redis, prefix: string): Promise<string[]> {
  const found: string[] = [];
  for await (const batch of redis.scanStream({ match: `{${prefix}}:*`, count: 1000 })) {
    const keys = (batch as string[]).filter((key) => !key.startsWith(`{${prefix}}:bull:`));
    const ttls = await Promise.all(keys.map((key) => redis.ttl(key)));
    found.push(...keys.filter((_, index) => ttls[index] === -1));
  }
  return found;
}
