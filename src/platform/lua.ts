/** How a script is defined and called: it takes the hash tag as its only key and derives all others from it (keys.ts). */
import type { Cluster, Redis } from 'ioredis';
import { type Layout, luaKeys } from './keys.ts';

export type RedisClient = Redis | Cluster;

export type Script = { name: string; lua: string };

/** `fragments` are pieces of Lua that scripts share; they come before the script and may use the layout's key functions. */
export function defineScript(name: string, layout: Layout, ...fragments: string[]): Script {
  const body = fragments.join('\n');
  return { name: `medfleet_${name}`, lua: `local tag = KEYS[1]\n${luaKeys(layout, body)}\n${body}` };
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
