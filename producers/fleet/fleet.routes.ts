/** /v1/fleet, for operators: queues, workers, models and stores now and over the last day; pausing a queue, draining a worker. */
import type { QueueName } from '../../queues/catalogue.ts';
import { SAMPLE_SECONDS } from '../../queues/stats/samples.ts';
import type { LiveWorker, WorkerRegistry } from '../../queues/worker-registry.ts';
import type { Principal } from '../../src/engine/access/principal.ts';
import { AppError } from '../../src/platform/errors.ts';
import type { Log } from '../../src/platform/log.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { FleetHistory, FleetView, HistoryQuery } from './fleet.schemas.ts';
import { type FleetParts, fleetView } from './fleet-view.ts';
import { QueueParams, QueuePause, WorkerOrder, WorkerParams } from './jobs.schemas.ts';
import { historyOf } from './queue-figures.ts';

type Parts = FleetParts & { registry: Pick<WorkerRegistry, 'live' | 'drain'>; log: Log };

const TAG = 'Operations';

export function fleetRoutes(parts: Parts): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/v1/fleet',
      operation: 'getFleet',
      scope: 'admin',
      summary: 'Queues, workers, models and stores as they are now',
      tag: TAG,
      replies: { 200: { description: 'The fleet', schema: FleetView } },
      handle: async () => ({ status: 200, body: await fleetView(parts) }),
    }),
    defineRoute({
      method: 'get',
      path: '/v1/fleet/history',
      operation: 'getFleetHistory',
      scope: 'admin',
      summary: 'How the queues were over the last minutes, at most a day; at most 240 points for each',
      tag: TAG,
      query: HistoryQuery,
      replies: { 200: { description: 'Points for each queue, oldest first', schema: FleetHistory } },
      async handle({ query: { minutes } }) {
        const since = Date.now() - minutes * 60_000;
        // One sample more: what was completed is a difference.
        const samples = await parts.samples.since(since - SAMPLE_SECONDS * 1000);
        return { status: 200, body: historyOf(samples, since, SAMPLE_SECONDS) };
      },
    }),
    defineRoute({
      method: 'post',
      path: '/v1/fleet/queues/{queue}/pause',
      operation: 'pauseQueue',
      scope: 'admin',
      audited: true,
      summary: 'Pause a queue: jobs under way end, the others wait',
      tag: TAG,
      params: QueueParams,
      replies: { 200: { description: 'It is paused', schema: QueuePause } },
      async handle({ params: { queue }, principal }) {
        await parts.queues.queue(queue).pause();
        return { status: 200, body: await pauseOf(parts, queue, principal) };
      },
    }),
    defineRoute({
      method: 'post',
      path: '/v1/fleet/queues/{queue}/resume',
      operation: 'resumeQueue',
      scope: 'admin',
      audited: true,
      summary: 'Let a paused queue go on',
      tag: TAG,
      params: QueueParams,
      replies: { 200: { description: 'It goes on', schema: QueuePause } },
      async handle({ params: { queue }, principal }) {
        await parts.queues.queue(queue).resume();
        return { status: 200, body: await pauseOf(parts, queue, principal) };
      },
    }),
    defineRoute({
      method: 'post',
      path: '/v1/fleet/workers/{worker}/drain',
      operation: 'drainWorker',
      scope: 'admin',
      audited: true,
      summary: 'A worker process takes no more jobs and ends those that it has; /v1/fleet says when it is drained',
      tag: TAG,
      params: WorkerParams,
      replies: { 202: { description: 'It reads the order within a second', schema: WorkerOrder } },
      handle: async ({ params }) => ({
        status: 202,
        body: await orderDrain(parts, params.worker, true),
      }),
    }),
    defineRoute({
      method: 'post',
      path: '/v1/fleet/workers/{worker}/resume',
      operation: 'resumeWorker',
      scope: 'admin',
      audited: true,
      summary: 'A worker process that drains or is drained takes jobs again',
      tag: TAG,
      params: WorkerParams,
      replies: { 202: { description: 'It reads the order within a second', schema: WorkerOrder } },
      handle: async ({ params }) => ({
        status: 202,
        body: await orderDrain(parts, params.worker, false),
      }),
    }),
  ];
}

async function pauseOf({ pauses, log }: Parts, queue: QueueName, { credential }: Principal) {
  const pause = (await pauses.look(credential)).paused.find((one) => one.queue === queue);
  log.warn({ queue, by: credential }, pause ? 'queue.paused' : 'queue.resumed');
  return { queue, paused: pause !== undefined, ...(pause && { since: pause.since, by: pause.by }) };
}

async function orderDrain({ registry }: Parts, name: string, isOn: boolean): Promise<WorkerOrder> {
  const live = await registry.live();
  const { id, host, pid, roles } = workerNamed(live, name);
  if (!(await registry.drain(id, isOn))) throw new AppError('not_found', 'This worker has just ended.');
  const others = live.filter((one) => one.id !== id && !one.isDraining);
  const unserved = isOn ? roles.filter((role) => !others.some((other) => other.roles.includes(role))) : [];
  return { id, host, pid, draining: isOn, unserved };
}

function workerNamed(live: readonly LiveWorker[], name: string): LiveWorker {
  const found = live.filter(({ id, host, pid }) => id.startsWith(name) || `${name}:`.startsWith(`${host}:${pid}:`));
  const [worker] = found;
  if (worker && found.length === 1) return worker;
  if (worker) throw new AppError('conflict', 'Several workers are meant. Give more of the id.');
  throw new AppError('not_found', 'There is no live worker of this name. /v1/fleet lists them.');
}
