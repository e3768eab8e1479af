/** Runs the roles that a process is given: a role is a queue, and the handlers of the jobs that it carries. */
import type { Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { QUEUE_NAMES, type QueueName } from '../queues/catalogue.ts';
import { createFleetQueues } from '../queues/fleet-queues.ts';
import { createGate } from '../queues/gate/gate.ts';
import { createMailbox } from '../queues/mailbox.ts';
import { createStartTurn } from '../queues/start-turn.ts';
import { scheduleUpkeep } from '../queues/upkeep.ts';
import type { Base } from '../src/base.ts';
import { CALLBACKS } from '../src/engine/run/callbacks.ts';
import { createRunStore } from '../src/engine/run/run-store.ts';
import { TOOLS } from '../src/engine/tools/registry.ts';
import { openMailer } from '../src/teams/research/mail/mailer.ts';
import { createResearchDesk } from '../src/teams/research/store/research-desk.ts';
import { createCancelBoard } from './cancel-board.ts';
import { deliverHandler } from './deliver.worker.ts';
import { fireHandler } from './fire.worker.ts';
import { type Handlers, hostQueue } from './job-host.ts';
import { runHandler } from './run.worker.ts';
import { runWorkers } from './run-workers.ts';
import { turnHandler } from './turn.worker.ts';
import { upkeepHandler } from './upkeep.worker.ts';

export const ROLES: readonly QueueName[] = QUEUE_NAMES;

export async function startWorkers(
  base: Base,
  roles: readonly QueueName[],
  concurrency = base.config.WORKER_CONCURRENCY,
): Promise<Worker[]> {
  const { config, keys, log, metrics, closers } = base;
  const connection = base.redis.connect('worker');
  const queues = createFleetQueues(connection, keys);
  closers.add('worker queues', () => queues.close());
  // What the fleet says to its own agents is not held up by a tenant's rate, nor refused because much is going on.
  const gate = createGate(connection, keys, {
    maxOpenTurns: Number.MAX_SAFE_INTEGER,
    ratePerMinute: 0,
    retentionSeconds: config.TURN_RETENTION_DAYS * 86_400,
  });
  const startTurn = createStartTurn(queues, base.teams);
  const mailbox = createMailbox(gate, startTurn, base.teams);
  const research = createResearchDesk({
    redis: connection,
    keys,
    queues,
    mailbox,
    workspaces: base.workspaces,
  });
  const mailer = openMailer(config);
  closers.add('mailer', () => mailer.close());
  const services = {
    model: base.model,
    tools: TOOLS,
    callbacks: CALLBACKS,
    record: base.record,
    workspaces: base.workspaces,
    research,
    search: base.search,
    store: createRunStore(connection, keys),
    allowHosts: config.FETCH_ALLOW_HOSTS,
    maxPauseMs: config.MODEL_PAUSE_MAX_SECONDS * 1000,
  };
  const run = { services, queues, teams: base.teams };
  const textOf = async (turnId: string) => (await connection.hget(keys.turn(turnId), 'text')) ?? '';
  const handlers: Handlers = {
    turn: turnHandler({ ...run, gate, startTurn, metrics, research }),
    run: runHandler(run),
    fire: fireHandler(research),
    deliver: deliverHandler(research, mailer),
    upkeep: upkeepHandler({
      queues,
      gate,
      teams: base.teams,
      startTurn,
      textOf,
      chaseDeliveries: research.chaseDeliveries,
    }),
  };
  const cancels = await createCancelBoard(base.redis.connect('subscriber') as Redis, keys);
  const hosted = roles.map((role) =>
    hostQueue(role, {
      connection,
      keys,
      queues,
      handlers,
      cancels,
      metrics,
      log,
      concurrency,
      lockMs: config.WORKER_LOCK_SECONDS * 1000,
    }),
  );
  await runWorkers(base, connection, hosted);
  if (roles.includes('trigger')) await scheduleUpkeep(queues);
  log.debug({ roles, concurrency }, 'workers.started');
  return hosted.map(({ worker }) => worker);
}
