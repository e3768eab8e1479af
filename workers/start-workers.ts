/** Runs the roles that a process is given: a role is a queue, and the handlers of the jobs that it carries. */
import type { Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { concurrencyOf, QUEUE_NAMES, type QueueName } from '../queues/catalogue.ts';
import { claimStores } from '../queues/claim-stores.ts';
import { removeFlows } from '../queues/kept-flows.ts';
import { openFleet } from '../queues/open-fleet.ts';
import { createWorkerTally } from '../queues/stats/worker-tally.ts';
import { createTryAgain } from '../queues/try-again.ts';
import { createUnfinished } from '../queues/unfinished.ts';
import { keepUpkeep } from '../queues/upkeep.ts';
import type { Base } from '../src/base.ts';
import { runAnyKind } from '../src/engine/kinds/kinds.ts';
import { createRunStore } from '../src/engine/run/run-store.ts';
import { readTask } from '../src/engine/task/read-task.ts';
import type { Config } from '../src/platform/config.ts';
import { AppError } from '../src/platform/errors.ts';
import { againHandler } from './again.worker.ts';
import { createCancelBoard } from './cancel-board.ts';
import { deliverHandler } from './deliver.worker.ts';
import { fireHandler } from './fire.worker.ts';
import { type Handlers, hostQueue } from './job-host.ts';
import { runHandler } from './run.worker.ts';
import { runWorkers } from './run-workers.ts';
import { createSuspects } from './suspects.ts';
import { taskHandler } from './task.worker.ts';
import { upkeepHandler } from './upkeep.worker.ts';

export const ROLES: readonly QueueName[] = QUEUE_NAMES;

/** As a process with these roles is named. */
export function roleOf(roles: readonly QueueName[]): string {
  if (roles.length === 0) return 'a2a';
  return roles.length < ROLES.length ? roles.join('+') : 'all';
}

/** Throws what is wrong with `said`, in the words of who said it. */
export function concurrencyIn(config: Config, said = config.WORKER_CONCURRENCY): Record<QueueName, number> {
  const found = concurrencyOf(said, config.MODEL_PROVIDER !== 'offline');
  if (found) return found;
  const example = 'a number, numbers for queues, or both, such as 20,extractor=4';
  throw new AppError('config', `"${said}" is no concurrency: ${example}. Queues are ${QUEUE_NAMES.join(', ')}.`);
}

export async function startWorkers(
  base: Base,
  roles: readonly QueueName[],
  concurrency = concurrencyIn(base.config),
): Promise<Worker[]> {
  const { config, keys, log, metrics } = base;
  const connection = base.redis.connect('worker');
  await claimStores(base, connection);
  // Messages of the fleet to its own agents are not subject to a tenant's rate or to the limit of open tasks.
  const limits = { maxOpenTasks: Number.MAX_SAFE_INTEGER };
  const open = openFleet(base, connection, limits);
  const { queues, admission, startTask, equipmentOf, functions, modules } = open;
  const tryAgain = createTryAgain({ queues, teams: base.teams });
  const unfinished = createUnfinished({ redis: connection, keys, equipmentOf, tryAgain });
  const services = {
    model: base.model,
    rules: base.rules,
    workspaces: base.workspaces,
    store: createRunStore(connection, keys),
    run: runAnyKind,
    documents: base.documents,
    functions,
    remotes: base.remotes,
    allowHosts: config.FETCH_ALLOW_HOSTS,
    maxPauseMs: config.MODEL_PAUSE_MAX_SECONDS * 1000,
  };
  const run = { services, queues, teams: base.teams, equipmentOf, metrics };
  const handlers: Handlers = {
    task: taskHandler({ ...run, admission, startTask, unfinished }),
    run: runHandler(run),
    again: againHandler({ ...run, redis: connection, keys }),
    fire: fireHandler(equipmentOf),
    deliver: deliverHandler(equipmentOf),
    upkeep: upkeepHandler(
      {
        ...open,
        teams: base.teams,
        taskOf: (id) => readTask(connection, keys, id),
        async sweep() {
          await removeFlows(connection, keys);
          for (const module of modules) await module.sweep?.();
          await unfinished.sweep(log);
        },
      },
      config.TURN_IDLE_SECONDS * 1000,
    ),
  };
  const cancels = await createCancelBoard(base.redis.connect('subscriber') as Redis, keys);
  const suspects = createSuspects(connection, keys);
  const tally = createWorkerTally(base.modelCalls);
  const hosted = roles.map((role) =>
    hostQueue(role, {
      connection,
      keys,
      queues,
      handlers,
      cancels,
      suspects,
      metrics,
      tally,
      log,
      concurrency: concurrency[role],
      lockMs: config.WORKER_LOCK_SECONDS * 1000,
    }),
  );
  await runWorkers(base, connection, hosted, tally);
  if (roles.includes('upkeep')) base.closers.add('upkeep schedule', await keepUpkeep(queues));
  // Nothing waits for it.
  if (config.MODEL_PROBE)
    base.modelWatch.start(log, (report) => {
      connection.set(keys.fleet_model_report(), JSON.stringify(report)).catch(() => undefined);
    });
  else connection.del(keys.fleet_model_report()).catch(() => undefined);
  log.debug({ roles, concurrency }, 'workers.started');
  return hosted.map(({ worker }) => worker);
}
