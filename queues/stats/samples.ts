/**
 * How the queues were, every 15 seconds for a day. Any process may ask for a sample; Redis takes one if the last is old enough, in one
 * call that also takes over the waits which workers have counted since.
 */
import { z } from 'zod';
import { type Keys, LAYOUT } from '../../src/engine/task/keys.ts';
import { callScript, defineScript, type RedisClient } from '../../src/platform/lua.ts';
import { QUEUE_NAMES } from '../catalogue.ts';
import { addCounts, type BucketCounts } from './wait-buckets.ts';
import { partsOf } from './worker-tally.ts';

export const SAMPLE_SECONDS = 15;
/** A day of samples, about 350 bytes each: 2 MB. */
const MAX_SAMPLES = (24 * 3600) / SAMPLE_SECONDS;
/** A little less than the interval: whoever comes every 15 s must not find the last sample a moment too young. */
const APART_MS = SAMPLE_SECONDS * 1000 - 500;

/** Waiting, active, delayed, failed; jobs completed and failed since the queue exists. */
const Counts = z.tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number()]);

export type QueueSample = {
  waiting: number;
  active: number;
  delayed: number;
  failed: number;
  completedEver: number;
  failedEver: number;
  /** Of jobs that were started since the sample before. */
  waits: BucketCounts;
};

/** `at` in ms since 1970. */
export type FleetSample = { at: number; queues: ReadonlyMap<string, QueueSample> };

export type Samples = ReturnType<typeof createSamples>;

export function createSamples(redis: RedisClient, keys: Keys) {
  return {
    /** False if the last one is not old enough. */
    async take(): Promise<boolean> {
      const args = [APART_MS, MAX_SAMPLES, keys.bull, ...QUEUE_NAMES];
      return (await callScript(redis, takeSample, keys.tag, args)) === 1;
    },
    /** From that time on, oldest first. */
    async since(ms: number): Promise<FleetSample[]> {
      const entries = await redis.xrange(keys.fleet_samples(), String(Math.max(0, Math.floor(ms))), '+');
      return entries.map(([id, fields]) => parseSample(id, fields));
    },
    /** Waits that no sample has taken over yet. */
    async freshWaits(): Promise<Map<string, BucketCounts>> {
      return waitsOf(Object.entries(await redis.hgetall(keys.fleet_waits())));
    },
  };
}

function parseSample(id: string, [, counts = '{}', , waits = '[]']: string[]): FleetSample {
  const byQueue = waitsOf(pairs(JSON.parse(waits) as string[]));
  const queues = new Map<string, QueueSample>();
  for (const [name, found] of Object.entries(JSON.parse(counts) as Record<string, unknown>)) {
    const parsed = Counts.safeParse(found);
    if (!parsed.success) continue;
    const [waiting, active, delayed, failed, completedEver, failedEver] = parsed.data;
    queues.set(name, {
      waiting,
      active,
      delayed,
      failed,
      completedEver,
      failedEver,
      waits: byQueue.get(name) ?? new Map(),
    });
  }
  return { at: Number.parseInt(id, 10), queues };
}

function waitsOf(fields: Iterable<[string, string]>): Map<string, BucketCounts> {
  const waits = new Map<string, BucketCounts>();
  for (const [field, count] of fields) {
    const [queue = '', bucket] = partsOf(field);
    const counts = waits.get(queue) ?? new Map<number, number>();
    waits.set(queue, counts);
    addCounts(counts, new Map([[Number(bucket), Number(count)]]));
  }
  return waits;
}

function pairs(flat: string[]): [string, string][] {
  return Array.from({ length: flat.length / 2 }, (_, index) => [flat[2 * index] ?? '', flat[2 * index + 1] ?? '']);
}

/** ARGV: how far apart samples are in ms, how many are kept, the prefix of BullMQ's keys, names of queues. */
const takeSample = defineScript(
  'take_sample',
  LAYOUT,
  `
if not redis.call('SET', key_fleet_sampled(), '', 'NX', 'PX', ARGV[1]) then return 0 end
local sample = {}
for i = 4, #ARGV do
  local queue = ARGV[3] .. ':' .. ARGV[i] .. ':'
  local function ever(kind) return tonumber(redis.call('HGET', queue .. 'metrics:' .. kind, 'count') or 0) end
  sample[ARGV[i]] = {
    redis.call('LLEN', queue .. 'wait') + redis.call('ZCARD', queue .. 'prioritized'),
    redis.call('LLEN', queue .. 'active'), redis.call('ZCARD', queue .. 'delayed'), redis.call('ZCARD', queue .. 'failed'),
    ever('completed'), ever('failed'),
  }
end
local waits = redis.call('HGETALL', key_fleet_waits())
redis.call('DEL', key_fleet_waits())
local waited = #waits > 0 and cjson.encode(waits) or '[]'
redis.call('XADD', key_fleet_samples(), 'MAXLEN', '~', ARGV[2], '*', 'queues', cjson.encode(sample), 'waits', waited)
redis.call('EXPIRE', key_fleet_samples(), 86400)
return 1
`,
);
