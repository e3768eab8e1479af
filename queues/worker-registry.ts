/**
 * The worker processes, their roles, and which of them have died. Kept in Redis; all times are those of Redis.
 *
 * A process writes its entry every second. One process at a time scans the connections of all; an entry whose connections
 * are missing in two scans in a row, and that was not written in between, belongs to a dead process: the kernel closes the sockets of
 * a killed process at once, and keeps those of a process that is starved or stopped.
 */
import { randomUUID } from 'node:crypto';
import { Cluster } from 'ioredis';
import { z } from 'zod';
import { type Keys, LAYOUT } from '../src/engine/task/keys.ts';
import { callScript, defineScript, type RedisClient } from '../src/platform/lua.ts';
import { connectionNames } from './connection-names.ts';
import { dayOf } from './stats/model-use.ts';
import type { TallyWrites } from './stats/worker-tally.ts';

/** The pause between two scans. A connection that was cut is back within 1 s (see redis.ts), so before the second scan. */
const SCAN_EVERY_MS = 900;
/** A scan must be concluded within this time: older observations are not valid any more. */
const SCAN_LIMIT_MS = 2_500;
/** After this time without a scan, earlier absences are forgotten, and the next scan is a first one. */
const ABSENCE_TTL_MS = 5_000;
/** A process counts as live if it has written its entry within this time. */
const LIVE_MS = 15_000;
/** After this time without a write it counts as live only if it is still connected: a process that was killed is not. */
const DOUBT_MS = 3_000;
/** The figures of a day are kept until the day after is over. */
const FIGURES_SECONDS = 2 * 86_400;
/** Where deaths are not detected (see watch-workers.ts), entries of dead processes are removed after a day. */
const FORGET_MS = 86_400_000;

const Entry = z.object({
  /** The name of the process's connections in CLIENT LIST. */
  client_name: z.string(),
  roles: z.array(z.string()),
  /** Ids of its BullMQ workers: the token of a lock is `<worker id>:<number>`. */
  worker_ids: z.array(z.string()),
  host: z.string().default(''),
  pid: z.number().default(0),
  version: z.string().default(''),
  /** Jobs of each role at a time. */
  concurrency: z.number().default(0),
  started_at: z.string().default(''),
  /** It takes no more jobs, and in the second case has ended those it had; it serves no role then. */
  drain: z.enum(['draining', 'drained']).optional(),
  /** The circuits of the remote agents that it has called, by agent. */
  remotes: z.record(z.string(), z.enum(['closed', 'half_open', 'open'])).default({}),
});

export type WorkerEntry = z.infer<typeof Entry>;

/** `seenAt`: when it last wrote its entry, in ms since 1970. `isDraining`: it is told to drain, and may not have read that yet. */
export type LiveWorker = WorkerEntry & { id: string; seenAt: number; isDraining: boolean };

/** A scan that this process has to make now, and all entries. */
export type Scan = { token: string; entries: ReadonlyMap<string, WorkerEntry> };

export type Written = { scan: Scan | null; isDraining: boolean };

export type WorkerRegistry = {
  /**
   * Writes an entry and what was counted; returns a scan if `wantsScan` is set and no other process is scanning, and whether the process is
   * to take no more jobs.
   */
  write(id: string, entry: WorkerEntry, wantsScan: boolean, counted?: TallyWrites | null): Promise<Written>;
  /** The process takes no more jobs, or takes jobs again, from its next write on. False if it has no entry. */
  drain(id: string, isOn: boolean): Promise<boolean>;
  /** Concludes a scan: which of the absent ones are dead. */
  judge(scan: Scan, absent: string[]): Promise<string[]>;
  /** Concludes a scan that cannot tell who is dead; the next one is a first scan. */
  discard(scan: Scan): Promise<void>;
  remove(id: string): Promise<void>;
  live(): Promise<LiveWorker[]>;
};

export function createWorkerRegistry(redis: RedisClient, keys: Keys): WorkerRegistry {
  return {
    async write(id, entry, wantsScan, counted) {
      const token = wantsScan ? randomUUID() : '';
      const tally = counted ? JSON.stringify(counted) : '';
      const figures = [tally, dayOf(Date.now()), FIGURES_SECONDS];
      const args = [id, JSON.stringify(entry), token, SCAN_LIMIT_MS, FORGET_MS, ...figures];
      const [draining, found] = (await callScript(redis, writeWorker, keys.tag, args)) as [number, string[]?];
      return { scan: found ? { token, entries: parseEntries(found) } : null, isDraining: draining === 1 };
    },
    async drain(id, isOn) {
      return (await callScript(redis, drainWorker, keys.tag, [id, isOn ? 1 : 0])) === 1;
    },
    async judge({ token }, absent) {
      const args = [token, SCAN_EVERY_MS, ABSENCE_TTL_MS, ...absent];
      return (await callScript(redis, judgeWorkers, keys.tag, args)) as string[];
    },
    async discard({ token }) {
      await callScript(redis, discardScan, keys.tag, [token, SCAN_EVERY_MS]);
    },
    async remove(id) {
      await callScript(redis, removeWorker, keys.tag, [id]);
    },
    async live() {
      const [now, found, times, draining] = (await callScript(redis, liveWorkers, keys.tag, [LIVE_MS])) as Listed;
      const seen = new Map(times.map((time, index) => [found[2 * index] ?? '', Number(time)]));
      const workers = [...parseEntries(found)].map(([id, entry]) => {
        return { ...entry, id, seenAt: seen.get(id) ?? 0, isDraining: draining.includes(id) };
      });
      const isSilent = ({ seenAt }: LiveWorker) => now - seenAt > DOUBT_MS;
      const names = workers.some(isSilent) ? await trustedNames(redis) : null;
      return workers.filter((worker) => !isSilent(worker) || names === null || names.has(worker.client_name));
    },
  };
}

/** The time, ids and entries in turns, when each was written, and ids of those that are to drain. */
type Listed = [number, string[], string[], string[]];

/** Null where the list is not of use: behind a proxy it may not even show our own connection. */
async function trustedNames(redis: RedisClient): Promise<Set<string> | null> {
  const names = await connectionNames(redis);
  const own = redis instanceof Cluster ? undefined : redis.options.connectionName;
  return names && own !== undefined && names.has(own) ? names : null;
}

/** Ids and entries alternate. An entry that cannot be parsed (of another version) is ignored. */
function parseEntries(found: string[]): Map<string, WorkerEntry> {
  const entries = new Map<string, WorkerEntry>();
  for (let i = 0; i < found.length; i += 2) {
    const parsed = Entry.safeParse(JSON.parse(found[i + 1] ?? ''));
    if (parsed.success) entries.set(found[i] ?? '', parsed.data);
  }
  return entries;
}

const PRELUDE = `
local workers, written = key_workers(), key_workers_written()
local absences, scanning = key_workers_absent(), key_workers_scan()
local draining = key_workers_draining()
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function remove(id)
  redis.call('HDEL', workers, id)
  redis.call('ZREM', written, id)
  redis.call('SREM', draining, id)
end
`;

/**
 * ARGV: id, entry as JSON, the scan's token or '', how long a scan may take in ms, after how many ms an entry is removed, what was counted
 * as JSON or '', the day that it belongs to, for how many seconds it is kept.
 */
const writeWorker = defineScript(
  'write_worker',
  LAYOUT,
  PRELUDE,
  `
local id, entry, token = ARGV[1], ARGV[2], ARGV[3]
redis.call('HSET', workers, id, entry)
redis.call('ZADD', written, now, id)
redis.call('PEXPIRE', workers, ARGV[5])
redis.call('PEXPIRE', written, ARGV[5])
for _, old in ipairs(redis.call('ZRANGEBYSCORE', written, '-inf', now - ARGV[5])) do remove(old) end
if ARGV[6] ~= '' then
  local counted, waits, models = cjson.decode(ARGV[6]), key_fleet_waits(), key_fleet_models(ARGV[7])
  for _, pair in ipairs(counted.waits) do redis.call('HINCRBY', waits, pair[1], pair[2]) end
  for _, pair in ipairs(counted.add) do redis.call('HINCRBYFLOAT', models, pair[1], pair[2]) end
  for _, pair in ipairs(counted.set) do redis.call('HSET', models, pair[1], pair[2]) end
  redis.call('EXPIRE', waits, ARGV[8])
  redis.call('EXPIRE', models, ARGV[8])
end
local answer = { redis.call('SISMEMBER', draining, id) }
if token ~= '' and redis.call('SET', scanning, token, 'NX', 'PX', ARGV[4]) then answer[2] = redis.call('HGETALL', workers) end
return answer
`,
);

/** ARGV: the scan's token, the pause until the next scan in ms, how long an absence is remembered in ms, ids of the absent. */
const judgeWorkers = defineScript(
  'judge_workers',
  LAYOUT,
  PRELUDE,
  `
if redis.call('GET', scanning) ~= ARGV[1] then return {} end
redis.call('PEXPIRE', scanning, ARGV[2])
local dead, since = {}, {}
for i = 4, #ARGV do
  local id = ARGV[i]
  since[id] = tonumber(redis.call('HGET', absences, id) or now)
  -- A process that writes its entry is alive, whatever CLIENT LIST shows.
  if tonumber(redis.call('ZSCORE', written, id) or 0) > since[id] then since[id] = now end
  if since[id] < now then dead[#dead + 1] = id end
end
redis.call('DEL', absences)
for id, at in pairs(since) do redis.call('HSET', absences, id, at) end
redis.call('PEXPIRE', absences, ARGV[3])
return dead
`,
);

/** ARGV: the scan's token, the pause until the next scan in ms. */
const discardScan = defineScript(
  'discard_scan',
  LAYOUT,
  PRELUDE,
  `
if redis.call('GET', scanning) ~= ARGV[1] then return end
redis.call('PEXPIRE', scanning, ARGV[2])
redis.call('DEL', absences)
`,
);

/** ARGV: id. */
const removeWorker = defineScript('remove_worker', LAYOUT, PRELUDE, 'remove(ARGV[1])');

/** ARGV: id, 1 to drain or 0. */
const drainWorker = defineScript(
  'drain_worker',
  LAYOUT,
  PRELUDE,
  `
redis.call(ARGV[2] == '1' and 'SADD' or 'SREM', draining, ARGV[1])
if redis.call('HEXISTS', workers, ARGV[1]) == 1 then return 1 end
redis.call('SREM', draining, ARGV[1])
return 0
`,
);

/** ARGV: how old an entry may be in ms. */
const liveWorkers = defineScript(
  'live_workers',
  LAYOUT,
  PRELUDE,
  `
local live, times = {}, {}
for _, id in ipairs(redis.call('ZRANGEBYSCORE', written, now - ARGV[1], '+inf')) do
  live[#live + 1] = id
  live[#live + 1] = redis.call('HGET', workers, id) or '{}'
  times[#times + 1] = redis.call('ZSCORE', written, id)
end
return { now, live, times, redis.call('SMEMBERS', draining) }
`,
);
