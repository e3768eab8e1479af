/**
 * What every script begins with, and how a script is called. A script takes the hash tag as its only key and derives the
 * others from it: they are all in one slot (see keys.ts), so this is safe on a cluster too.
 */
import type { Cluster, Redis } from 'ioredis';

export type RedisClient = Redis | Cluster;

/** Key names as in keys.ts; `emit` appends an event to a turn's stream and tells whoever is listening. */
const PRELUDE = `
local tag = KEYS[1]
local function turn_key(id) return tag .. ':turn:' .. id end
local function session_key(tenant, id) return tag .. ':session:' .. tenant .. ':' .. id end
local ENDED = { completed = true, degraded = true, failed = true, cancelled = true }
local function ended(id)
  local status = redis.call('HGET', turn_key(id), 'status')
  return not status or ENDED[status] == true
end
local function emit(id, kind, json)
  local event = redis.call('XADD', turn_key(id) .. ':events', 'MAXLEN', '~', 5000, '*', 'type', kind, 'data', json)
  redis.call('PUBLISH', tag .. ':events:' .. id, event .. ' ' .. kind .. ' ' .. json)
  return event
end
`;

export type Script = { name: string; lua: string };

export function defineScript(name: string, body: string): Script {
  return { name: `medfleet_${name}`, lua: PRELUDE + body };
}

type Callable = Record<string, (...args: (string | number)[]) => Promise<unknown>>;

/** Runs a script in one round trip (EVALSHA; ioredis loads it when the server does not know it). */
export function callScript(
  redis: RedisClient,
  script: Script,
  tag: string,
  args: (string | number)[],
): Promise<unknown> {
  const client = redis as unknown as Callable;
  if (!client[script.name]) redis.defineCommand(script.name, { lua: script.lua, numberOfKeys: 1 });
  const command = client[script.name];
  if (!command) throw new Error(`script ${script.name} could not be defined`);
  return command.call(redis, tag, ...args);
}
