/**
 * Which worker processes there are, what they do, and which of them have died. Kept in Redis, in Redis's own time.
 *
 * A process writes its entry every second. One process at a time takes a look at the connections of all; an entry whose connections
 * are missing in two looks in a row, and that was not written in between, belongs to a dead process: the kernel closes the sockets of
 * a killed process at once, and keeps those of a process that is starved or stopped.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Keys, LAYOUT } from '../src/engine/task/keys.ts';
import { callScript, defineScript, type RedisClient } from '../src/platform/lua.ts';

/** The pause between two looks. A connection that was cut is back within 1 s (see redis.ts), so before the second look. */
const LOOK_EVERY_MS = 900;
/** A look must be concluded within this time: what was seen earlier says nothing about now. */
const LOOK_LIMIT_MS = 2_500;
/** Without a look for this long, the next one is a first look. */
const ABSENCE_KEPT_MS = 5_000;
/** A role counts as served if a process with this role has written its entry within this time. */
const LIVE_MS = 15_000;
/** Without noticing (see watch-workers.ts) nobody removes the entries of dead processes; they go after a day. */
const FORGET_MS = 86_400_000;

const Entry = z.object({
  /** The name of the process's connections in CLIENT LIST. */
  client_name: z.string(),
  roles: z.array(z.string()),
  /** Ids of its BullMQ workers: the token of a lock is `<worker id>:<number>`. */
  worker_ids: z.array(z.string()),
});

export type WorkerEntry = z.infer<typeof Entry>;

/** A look that this process has to take now, and the entries there are. */
export type Look = { token: string; entries: ReadonlyMap<string, WorkerEntry> };

export type WorkerRegistry = {
  /** Writes an entry; a look if it is this process's turn to take one, which it is at most if it wants to. */
  write(id: string, entry: WorkerEntry, wantsLook: boolean): Promise<Look | null>;
  /** Concludes a look: which of the absent ones are dead. */
  judge(look: Look, absent: string[]): Promise<string[]>;
  /** Concludes a look that cannot tell who is dead; the next one is a first look. */
  discard(look: Look): Promise<void>;
  remove(id: string): Promise<void>;
  liveRoles(): Promise<Set<string>>;
};

export function createWorkerRegistry(redis: RedisClient, keys: Keys): WorkerRegistry {
  return {
    async write(id, entry, wantsLook) {
      const token = wantsLook ? randomUUID() : '';
      const args = [id, JSON.stringify(entry), token, LOOK_LIMIT_MS, FORGET_MS];
      const found = (await callScript(redis, writeWorker, keys.tag, args)) as string[] | null;
      return found && { token, entries: parseEntries(found) };
    },
    async judge({ token }, absent) {
      const args = [token, LOOK_EVERY_MS, ABSENCE_KEPT_MS, ...absent];
      return (await callScript(redis, judgeWorkers, keys.tag, args)) as string[];
    },
    async discard({ token }) {
      await callScript(redis, discardLook, keys.tag, [token, LOOK_EVERY_MS]);
    },
    async remove(id) {
      await callScript(redis, removeWorker, keys.tag, [id]);
    },
    async liveRoles() {
      const found = (await callScript(redis, liveWorkers, keys.tag, [LIVE_MS])) as string[];
      return new Set([...parseEntries(found).values()].flatMap(({ roles }) => roles));
    },
  };
}

/** Ids and entries by turns. An entry that cannot be read (another version's) is nobody's to judge. */
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
local absences, looking = key_workers_absent(), key_workers_look()
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function remove(id)
  redis.call('HDEL', workers, id)
  redis.call('ZREM', written, id)
end
`;

/** ARGV: id, entry as JSON, the look's token or '', how long a look may take in ms, after how many ms an entry is forgotten. */
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
if token == '' or not redis.call('SET', looking, token, 'NX', 'PX', ARGV[4]) then return false end
return redis.call('HGETALL', workers)
`,
);

/** ARGV: the look's token, the pause until the next look in ms, how long an absence is remembered in ms, ids of the absent. */
const judgeWorkers = defineScript(
  'judge_workers',
  LAYOUT,
  PRELUDE,
  `
if redis.call('GET', looking) ~= ARGV[1] then return {} end
redis.call('PEXPIRE', looking, ARGV[2])
local dead, since = {}, {}
for i = 4, #ARGV do
  local id = ARGV[i]
  since[id] = tonumber(redis.call('HGET', absences, id) or now)
  -- Whoever writes its entry is alive, whatever CLIENT LIST shows.
  if tonumber(redis.call('ZSCORE', written, id) or 0) > since[id] then since[id] = now end
  if since[id] < now then dead[#dead + 1] = id end
end
redis.call('DEL', absences)
for id, at in pairs(since) do redis.call('HSET', absences, id, at) end
redis.call('PEXPIRE', absences, ARGV[3])
return dead
`,
);

/** ARGV: the look's token, the pause until the next look in ms. */
const discardLook = defineScript(
  'discard_look',
  LAYOUT,
  PRELUDE,
  `
if redis.call('GET', looking) ~= ARGV[1] then return end
redis.call('PEXPIRE', looking, ARGV[2])
redis.call('DEL', absences)
`,
);

/** ARGV: id. */
const removeWorker = defineScript('remove_worker', LAYOUT, PRELUDE, 'remove(ARGV[1])');

/** ARGV: how old an entry may be in ms. */
const liveWorkers = defineScript(
  'live_workers',
  LAYOUT,
  PRELUDE,
  `
local live = {}
for _, id in ipairs(redis.call('ZRANGEBYSCORE', written, now - ARGV[1], '+inf')) do
  live[#live + 1] = id
  live[#live + 1] = redis.call('HGET', workers, id)
end
return live
`,
);
