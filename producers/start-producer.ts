/** Opens the producer's parts on a base and listens. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Redis } from 'ioredis';
import { createFleetQueues, type FleetQueues } from '../queues/fleet-queues.ts';
import { createGate } from '../queues/gate/gate.ts';
import { createStartTurn } from '../queues/start-turn.ts';
import type { Base } from '../src/base.ts';
import { waitForRedis } from '../src/platform/redis.ts';
import { createApp, type Mount } from './app.ts';
import { createEventHub } from './event-hub.ts';
import { operationRoutes } from './operations.routes.ts';
import { patientRoutes } from './patients.routes.ts';
import { sessionRoutes } from './sessions.routes.ts';
import { createTurnDesk } from './turn-desk.ts';
import { turnRoutes } from './turns.routes.ts';

/** `mount` adds what is not the API's own: the dashboard. */
export async function startProducer(
  base: Base,
  mount: (queues: FleetQueues) => Mount[] = () => [],
): Promise<{ url: string }> {
  const { config, keys, log, metrics, record, closers } = base;
  const redis = base.redis.connect('producer');
  await waitForRedis(redis, 10_000);
  const queues = createFleetQueues(redis, keys);
  closers.add('producer queues', () => queues.close());
  const gate = createGate(redis, keys, {
    maxOpenTurns: config.MAX_OPEN_TURNS,
    ratePerMinute: config.RATE_LIMIT_PER_MINUTE,
    retentionSeconds: config.TURN_RETENTION_DAYS * 86_400,
  });
  const hub = createEventHub(base.redis.connect('subscriber') as Redis, redis, keys);
  const desk = createTurnDesk({ redis, keys, gate, startTurn: createStartTurn(queues, base.teams), teams: base.teams });
  let stopping = false;
  const app = createApp({
    config,
    log,
    metrics,
    routes: [
      ...turnRoutes(desk, hub),
      ...sessionRoutes(redis, keys),
      ...patientRoutes(record),
      ...operationRoutes({ redis, keys, queues, record, metrics, isStopping: () => stopping }),
    ],
    mounts: mount(queues),
  });
  const server = createServer(app);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`port ${config.PORT} on ${config.HOST} is taken; stop what uses it, or set PORT`)
          : error,
      );
    });
    server.listen(config.PORT, config.HOST, resolve);
  });
  closers.add('http server', async () => {
    stopping = true;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeIdleConnections();
    // Event streams would stay open for ever; their clients come back with a Last-Event-ID.
    setTimeout(() => server.closeAllConnections(), 2_000).unref();
    await closed;
  });
  const { port } = server.address() as AddressInfo;
  const host = config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST;
  return { url: `http://${host}:${port}` };
}
