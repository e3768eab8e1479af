/**
 * Serves agents of the teams over A2A from a process of their own, or beside everything else: `--serve-a2a AnalyticsAgent`. A process
 * serves the agents that it was told to and no others.
 */
import { openFleet } from '../queues/open-fleet.ts';
import type { Base } from '../src/base.ts';
import { createKeyStore } from '../src/engine/access/key-store.ts';
import { openAuthenticator } from '../src/engine/access/open-authenticator.ts';
import { servedAgents } from '../src/interop/envelope/open-envelope.ts';
import { type A2aTokens, withA2aTokens } from '../src/interop/serve/a2a-tokens.ts';
import { startServing } from '../src/interop/serve/start-serving.ts';
import { suggest } from '../src/platform/nearest.ts';
import { waitForRedis } from '../src/platform/redis.ts';

type Options = A2aTokens & {
  /** All of them unless given. */
  names?: readonly string[];
  host: string;
  port: number;
};

/** A call of an action either works or fails at once, so that its caller can go on: hence a producer's connection. */
export async function serveA2a(base: Base, options: Options): Promise<{ url: string; names: string[] }> {
  const { config, keys, log } = base;
  const redis = base.redis.connect('producer');
  await waitForRedis(redis, 10_000);
  const { modules } = openFleet(base, redis, { maxOpenTasks: config.MAX_OPEN_TURNS });
  const all = servedAgents(modules);
  const agents = options.names ? chosen(all, options.names) : all;
  const store = createKeyStore({ redis, tag: keys.tag, keysPerTenant: config.KEYS_PER_TENANT });
  const tokens = withA2aTokens(openAuthenticator(config, store, log), options);
  const { url } = await startServing({ ...base, redis, agents, tokens }, options);
  return { url, names: [...agents.keys()] };
}

function chosen<T>(all: ReadonlyMap<string, T>, names: readonly string[]): Map<string, T> {
  return new Map(
    names.map((name) => {
      const agent = all.get(name);
      if (!agent) throw new Error(`there is no served agent "${name}"; ${suggest(name, [...all.keys()])}`);
      return [name, agent];
    }),
  );
}
