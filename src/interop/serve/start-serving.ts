/** A listener that serves agents and nothing else. */
import type { Authenticator } from '../../engine/access/authenticator.ts';
import type { ServedAgent } from '../../engine/run/served-agent.ts';
import type { Keys } from '../../engine/task/keys.ts';
import type { Closers } from '../../platform/closers.ts';
import type { Config } from '../../platform/config.ts';
import { createGuessLimit } from '../../platform/guess-limit.ts';
import { createLimitedServer, listen } from '../../platform/http-listening.ts';
import type { Log } from '../../platform/log.ts';
import type { RedisClient } from '../../platform/lua.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { openEnvelope } from '../envelope/open-envelope.ts';
import { authenticateCaller, callerOf } from './access.ts';
import { createEdge } from './edge.ts';
import { createServeApp } from './serve-app.ts';

type Parts = {
  redis: RedisClient;
  keys: Keys;
  config: Config;
  log: Log;
  metrics: Metrics;
  closers: Closers;
  agents: ReadonlyMap<string, ServedAgent>;
  tokens: Authenticator;
};

/** On top of the time that a call may take. */
const IDLE_SECONDS = 60;

export async function startServing(parts: Parts, at: { host: string; port: number }): Promise<{ url: string }> {
  const { redis, keys, config, log, closers, agents, tokens } = parts;
  const { calls, ...checks } = openEnvelope(parts, (name) => {
    const agent = agents.get(name);
    return agent && { agent };
  });
  let stopping = false;
  const app = createServeApp({
    edge: createEdge({ calls, ...checks, principalOf: callerOf, log }),
    access: authenticateCaller(tokens, createGuessLimit(config.AUTH_FAILURES_PER_MINUTE)),
    async notReady() {
      if (stopping) return 'shutting down';
      // A Redis that is out of memory or read-only still answers a ping.
      const written = await redis.set(keys.write_probe(), '', 'EX', 60).catch(() => null);
      return written === 'OK' ? null : 'Redis does not accept writes';
    },
  });
  app.set('trust proxy', config.TRUSTED_PROXIES);
  const server = createLimitedServer({
    requestMs: config.REQUEST_SECONDS * 1000,
    idleMs: (config.A2A_TIMEOUT_SECONDS + IDLE_SECONDS) * 1000,
  });
  server.on('request', app);
  server.maxConnections = config.MAX_CONNECTIONS;
  const listening = await listen(server, { ...at, setting: 'A2A_PORT' });
  const patienceMs = config.SHUTDOWN_SECONDS * 1000;
  closers.add(
    'a2a server',
    async () => {
      stopping = true;
      // The calls that run are answered; one whose caller was told TIMEOUT still keeps its response.
      await listening.close(patienceMs);
      await calls.idle();
    },
    patienceMs + 5_000,
  );
  return { url: listening.url };
}
