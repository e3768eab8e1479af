/** Rates, latencies and what a turn costs, for any contender. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Contender } from './contender.ts';
import { countRoundTrips, redisStats } from './redis-stats.ts';

/** One measurement at full load. Milliseconds of CPU and counts are for one turn. */
export type Window = {
  turns: number;
  rate: number;
  nodeMs: number;
  redisMs: number;
  commands: number;
  scripts: number;
  /** To and from Redis. */
  bytes: number;
  /** CPU cores used by other processes meanwhile; the result is not reliable when it is much above 0. */
  foreignCores: number;
};

export type Latency = { p50: number; p99: number };

/** Keeps `inFlight` turns running for `ms`, then waits for those that still run. */
export async function atFullLoad(contender: Contender, inFlight: number, ms: number, redis: Redis): Promise<Window> {
  let over = false;
  const lane = async () => {
    while (!over) await contender.turn();
  };
  const lanes = Array.from({ length: inFlight }, lane);
  const failed = Promise.all(lanes).then(() => undefined);
  // The first turns come in one burst; the measurement begins when they have spread out.
  await Promise.race([sleep(ms / 6), failed]);
  const first = contender.done();
  const before = await redisStats(redis);
  const cpu = process.cpuUsage();
  const machine = machineTicks();
  const began = performance.now();
  await Promise.race([sleep(ms), failed]);
  const seconds = (performance.now() - began) / 1000;
  const counted = contender.done() - first;
  const used = process.cpuUsage(cpu);
  const after = await redisStats(redis);
  const busy = machineTicks() - machine;
  over = true;
  await failed;
  const nodeMs = (used.user + used.system) / 1000;
  const redisMs = after.cpuMs - before.cpuMs;
  const perTurn = (amount: number) => amount / counted;
  return {
    turns: counted,
    rate: counted / seconds,
    nodeMs: perTurn(nodeMs),
    redisMs: perTurn(redisMs),
    commands: perTurn(after.commands - before.commands),
    scripts: perTurn(after.scripts - before.scripts),
    bytes: perTurn(after.bytes - before.bytes),
    foreignCores: Math.max(0, busy / 100 - (nodeMs + redisMs) / 1000) / seconds,
  };
}

/** One turn at a time on an idle fleet. */
export async function oneByOne(contender: Contender, turns: number, limitMs: number): Promise<Latency> {
  const times: number[] = [];
  const until = performance.now() + limitMs;
  for (let i = 0; i < turns && performance.now() < until; i += 1) {
    const began = performance.now();
    await contender.turn();
    times.push(performance.now() - began);
    // Waits until the fleet is idle: no work of the turn before may be left.
    await sleep(2);
  }
  times.sort((a, b) => a - b);
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

/** Round trips of one turn, at full load: workers then fetch their next job in the answer to the last one. */
export async function roundTrips(contender: Contender, inFlight: number, turns: number): Promise<number> {
  let left = turns;
  const lane = async () => {
    while (left-- > 0) await contender.turn();
  };
  const count = await countRoundTrips(async () => {
    await Promise.all(Array.from({ length: inFlight }, lane));
  });
  return count / turns;
}

export function median(values: number[]): number {
  return quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
}

function quantile(sorted: number[], q: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}

/** Hundredths of a second that all cores have worked since the machine started; 0 where there is no /proc. */
function machineTicks(): number {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
    const [user = 0, nice = 0, system = 0, , , irq = 0, soft = 0] = line.split(/\s+/).slice(1).map(Number);
    return user + nice + system + irq + soft;
  } catch {
    return 0;
  }
}
