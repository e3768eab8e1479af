/** Starts the producer on a base: opens its parts, mounts its routes and pages, and listens. */
import { setMaxListeners } from 'node:events';
import { claimStores } from '../queues/claim-stores.ts';
import type { FleetQueues } from '../queues/fleet-queues.ts';
import type { Base } from '../src/base.ts';
import { ConfigError, missingCredentials } from '../src/platform/config.ts';
import { listen } from '../src/platform/http-listening.ts';
import { waitForRedis } from '../src/platform/redis.ts';
import { openAccess } from './access/open-access.ts';
import { limitRequests } from './access/request-limit.ts';
import { boardWrites } from './fleet/board-writes.ts';
import { createApp, type Mount } from './http/app.ts';
import { belowBasePath } from './http/base-path.ts';
import { createHttpServer } from './http/http-server.ts';
import { mcpMounts } from './mcp/mount.ts';
import { openParts } from './parts.ts';
import { routesOf } from './routes.ts';
import { MAX_WAIT_SECONDS } from './turns/turns.schemas.ts';

/** Longer than the last wait of a ?wait request. Connections that are still open after it are closed. */
const CLOSE_MS = 3_000;

/** How long a client may take to read an answer without taking in a byte of it, on top of the longest time without an answer. */
const IDLE_SECONDS = 60;

/** `mount` adds pages that are not part of the API: the dashboard. */
export async function startProducer(
  base: Base,
  mount: (queues: FleetQueues) => Mount[] = () => [],
): Promise<{ url: string }> {
  const { config, keys, log, metrics, closers } = base;
  // A2A_TOKEN is for processes that serve agents only; the API does not know it.
  const missing = missingCredentials(config);
  if (missing.length > 0) throw new ConfigError(missing);
  const redis = base.redis.connect('producer');
  const access = openAccess(config, redis, keys.tag, log);
  await waitForRedis(redis, 10_000);
  await claimStores(base, redis);
  const stopping = new AbortController();
  // Every open event stream listens to it.
  setMaxListeners(0, stopping.signal);
  let url = '';
  const parts = openParts({ base, redis, access, listening: () => url, stopping: stopping.signal });
  const { hub, audit, a2a, open } = parts;
  const routes = routesOf(parts);
  const publicUrl = () => config.PUBLIC_URL ?? url;
  const mcp = { routes, hub, audit, log, stopping: stopping.signal, issuer: config.JWT_ISSUER, publicUrl };
  const guard = boardWrites({ ...open, keys, audit });
  const pages = mount(open.queues).map((page) => (page.writeScope ? { ...page, guard } : page));
  const app = createApp({
    authenticator: access.authenticator,
    signIns: access.signIns,
    audit,
    log,
    metrics,
    routes,
    mounts: [...a2a.mounts, ...pages, ...mcpMounts(mcp)],
    limits: {
      requests: limitRequests(redis, keys, config.RATE_LIMIT_PER_MINUTE),
      guesses: access.guesses,
      streams: config.MAX_EVENT_STREAMS,
    },
    trustedProxies: config.TRUSTED_PROXIES,
    basePath: config.BASE_PATH,
  });
  const server = createHttpServer(belowBasePath(app, config.BASE_PATH), {
    requestMs: config.REQUEST_SECONDS * 1000,
    idleMs: (longestWait(config) + IDLE_SECONDS) * 1000,
    maxConnections: config.MAX_CONNECTIONS,
  });
  const listening = await listen(server, { host: config.HOST, port: config.PORT, setting: 'PORT' });
  closers.add('http server', async () => {
    stopping.abort();
    await listening.close(CLOSE_MS);
  });
  url = listening.url + config.BASE_PATH;
  return { url };
}

/** For how many seconds an answer may be waited for. */
function longestWait({ QUESTION_SECONDS, A2A_TIMEOUT_SECONDS, A2A_WAIT_SECONDS }: Base['config']): number {
  return Math.max(MAX_WAIT_SECONDS, QUESTION_SECONDS, A2A_TIMEOUT_SECONDS, A2A_WAIT_SECONDS);
}
