/**
 * `npm run bench`: what a turn costs on Medfleet, beside the same seven jobs on BullMQ alone, in one process with a private Redis.
 * Rounds alternate, so that a busy machine affects both alike; the ratio is the result. Takes about a minute.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { createClosers } from '../../src/platform/closers.ts';
import { startEmbeddedRedis } from '../../src/platform/embedded-redis.ts';
import { createRedisFactory } from '../../src/platform/redis.ts';
import { startBare } from './bare.ts';
import type { Contender } from './contender.ts';
import { growth } from './growth.ts';
import { atFullLoad, median, oneByOne, roundTrips, type Window } from './measure.ts';
import { startMedfleet } from './medfleet.ts';
import { type Row, report } from './report.ts';
import { SETTINGS } from './settings.ts';

const { rounds: ROUNDS, inFlight: IN_FLIGHT } = SETTINGS;
const WINDOW_MS = SETTINGS.seconds * 1000;
/** The default of WORKER_CONCURRENCY. */
const CONCURRENCY = 50;
const LOCK_MS = 6_000;
/** The total time limit. On a busy machine there are fewer rounds. */
const LIMIT_MS = 90_000;
const ROUNDS_MS = 40_000;
const LATENCY_MS = 3_000;
const GROWTH_MS = 10_000;

const closers = createClosers();
const guard = setTimeout(() => {
  const [load = 0] = loadavg();
  console.error(
    `The bench did not finish within ${LIMIT_MS / 1000} s: the load is ${load.toFixed(1)}. Try on a calmer machine.`,
  );
  process.exit(1);
}, LIMIT_MS);

try {
  const dataDir = mkdtempSync(join(tmpdir(), 'medfleet-bench-'));
  // Also after an error.
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const server = await startEmbeddedRedis({ dataDir });
  closers.add('redis', () => server.close());
  const factory = createRedisFactory({
    REDIS_URL: server.url,
    REDIS_MODE: 'single',
    REDIS_NODES: [],
    REDIS_SENTINEL_NAME: '',
  });
  closers.add('connections', () => factory.closeAll());
  const watch = factory.connect('worker') as Redis;

  const place = { redisUrl: server.url, dataDir, concurrency: CONCURRENCY, closers };
  const fleet = await startMedfleet({ ...place, prefix: 'jobs', inline: false });
  const inline = await startMedfleet({ ...place, prefix: 'inline', inline: true });
  const bare = await startBare({
    redis: factory,
    team: fleet.team,
    concurrency: CONCURRENCY,
    lockMs: LOCK_MS,
    closers,
  });

  const contenders: [Contender, number][] = [
    [bare, ROUNDS],
    [fleet.direct, ROUNDS],
    [inline.direct, 2],
    [fleet.http, 2],
  ];
  const windows = new Map<Contender, Window[]>(contenders.map(([contender]) => [contender, []]));
  // Warm-up, for the compiler and the caches.
  for (const [contender] of contenders) await atFullLoad(contender, IN_FLIGHT, WINDOW_MS / 3, watch);
  const until = performance.now() + ROUNDS_MS;
  for (let round = 0; round < ROUNDS && performance.now() < until; round += 1) {
    for (const [contender, rounds] of contenders) {
      if (round < rounds) windows.get(contender)?.push(await atFullLoad(contender, IN_FLIGHT, WINDOW_MS, watch));
    }
  }
  const rows: Row[] = [];
  for (const [contender] of contenders) {
    const seen = windows.get(contender) ?? [];
    const middle = (pick: (window: Window) => number) => median(seen.map(pick));
    rows.push({
      name: contender.name,
      rate: middle((one) => one.rate),
      rates: seen.map((one) => one.rate),
      latency: await oneByOne(contender, 120, LATENCY_MS),
      nodeMs: middle((one) => one.nodeMs),
      redisMs: middle((one) => one.redisMs),
      commands: middle((one) => one.commands),
      scripts: middle((one) => one.scripts),
      bytes: middle((one) => one.bytes),
      roundTrips: await roundTrips(contender, IN_FLIGHT, 300),
      foreignCores: middle((one) => one.foreignCores),
    });
  }
  const grown = await growth(fleet.direct, IN_FLIGHT, 2_000, GROWTH_MS, watch, 'jobs');
  const { text, json } = report(rows, grown, {
    machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}, in flight ${IN_FLIGHT}`,
    windows: Object.fromEntries([...windows].map(([contender, seen]) => [contender.name, seen])),
  });
  console.log(text);
  if (SETTINGS.json) writeFileSync(SETTINGS.json, `${JSON.stringify(json, null, 2)}\n`);
} finally {
  await closers.close();
  clearTimeout(guard);
}
