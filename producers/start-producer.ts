/** Creates the producer's parts on a base, and listens. */
import { setMaxListeners } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Redis } from 'ioredis';
import { erasePatient } from '../queues/erase-patient.ts';
import { createFleetQueues, type FleetQueues } from '../queues/fleet-queues.ts';
import { createGate } from '../queues/gate/gate.ts';
import { createMailbox } from '../queues/mailbox.ts';
import { createStartTurn } from '../queues/start-turn.ts';
import type { Base } from '../src/base.ts';
import { createTokens } from '../src/engine/access/tokens.ts';
import { waitForRedis } from '../src/platform/redis.ts';
import { createResearchDesk } from '../src/teams/research/store/research-desk.ts';
import { createApp, type Mount } from './app.ts';
import { approvalRoutes } from './approvals.routes.ts';
import { erasureRoutes } from './erasure.routes.ts';
import { createEventHub } from './event-hub.ts';
import { fhirRoutes } from './fhir.routes.ts';
import { operationRoutes } from './operations.routes.ts';
import { patientRoutes } from './patients.routes.ts';
import { researchRoutes } from './research.routes.ts';
import { sessionRoutes } from './sessions.routes.ts';
import { triggerRoutes } from './triggers.routes.ts';
import { createTurnDesk } from './turn-desk.ts';
import { turnRoutes } from './turns.routes.ts';

/** Longer than the last wait of a ?wait request. Connections that are still open after it are closed. */
const CLOSE_MS = 3_000;

/** `mount` adds pages that are not part of the API: the dashboard. */
export async function startProducer(
  base: Base,
  mount: (queues: FleetQueues) => Mount[] = () => [],
): Promise<{ url: string }> {
  const { config, keys, log, metrics, record, closers } = base;
  const tokens = createTokens(config.tokens);
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
  const startTurn = createStartTurn(queues, base.teams);
  const desk = createTurnDesk({ redis, keys, gate, startTurn, teams: base.teams, log });
  const mailbox = createMailbox(gate, startTurn, base.teams);
  const research = createResearchDesk({ redis, keys, queues, mailbox, workspaces: base.workspaces });
  const stopping = new AbortController();
  // Every open event stream listens to it.
  setMaxListeners(0, stopping.signal);
  const app = createApp({
    tokens,
    log,
    metrics,
    routes: [
      ...turnRoutes(desk, hub, stopping.signal),
      ...sessionRoutes(redis, keys, hub, stopping.signal),
      ...researchRoutes(research, base.workspaces),
      ...triggerRoutes(research),
      ...approvalRoutes(research, config.MAIL_INBOUND_SECRET),
      ...patientRoutes({ record, model: base.model, teams: base.teams, stopping: stopping.signal }),
      ...fhirRoutes(record),
      ...erasureRoutes((tenant, id) =>
        erasePatient(
          { redis, keys, queues, gate, record, workspaces: base.workspaces, dataDir: config.DATA_DIR },
          tenant,
          id,
        ),
      ),
      ...operationRoutes({ redis, keys, queues, record, metrics, isStopping: () => stopping.signal.aborted }),
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
    stopping.abort();
    const closed = new Promise((resolve) => server.close(resolve));
    // Requests in progress are answered; kept-alive connections are closed once they are idle.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    const cut = setTimeout(() => server.closeAllConnections(), CLOSE_MS);
    await closed;
    clearInterval(sweep);
    clearTimeout(cut);
  });
  const { port } = server.address() as AddressInfo;
  const host = config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST;
  return { url: `http://${host}:${port}` };
}
