/** /v1/fleet, for operators: queues, workers, models and stores now and over the last day, and the jobs that were given up. */
import { SAMPLE_SECONDS } from '../../queues/stats/samples.ts';
import type { Log } from '../../src/platform/log.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { listFailed, RETRY_BATCH, retryAllFailed, retryFailed } from './failed-jobs.ts';
import {
  FailedPage,
  FailedParams,
  FailedQuery,
  FailedQueueParams,
  FleetHistory,
  FleetView,
  HistoryQuery,
  Retried,
  RetriedQueue,
  RetryAllQuery,
} from './fleet.schemas.ts';
import { type FleetParts, fleetView } from './fleet-view.ts';
import { historyOf } from './queue-figures.ts';

type Parts = FleetParts & { log: Log };

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
      method: 'get',
      path: '/v1/fleet/failed',
      operation: 'listFailedJobs',
      scope: 'admin',
      summary: 'Jobs that were given up, the latest first',
      tag: TAG,
      query: FailedQuery,
      replies: { 200: { description: 'A page of jobs', schema: FailedPage } },
      handle: async ({ query }) => ({ status: 200, body: await listFailed(parts, query.queue, query.cursor) }),
    }),
    defineRoute({
      method: 'post',
      path: '/v1/fleet/failed/{queue}/{id}/retry',
      operation: 'retryFailedJob',
      scope: 'admin',
      audited: true,
      summary: 'Try a job again that was given up',
      tag: TAG,
      params: FailedParams,
      replies: { 202: { description: 'It waits in its queue', schema: Retried } },
      async handle({ params: { queue, id }, principal }) {
        await retryFailed(parts, queue, id);
        parts.log.info({ queue, job_id: id, by: principal.credential }, 'job.retried');
        return { status: 202, body: { queue, id, status: 'waiting' } };
      },
    }),
    defineRoute({
      method: 'post',
      path: '/v1/fleet/queues/{queue}/failed/retry',
      operation: 'retryFailedJobs',
      scope: 'admin',
      audited: true,
      summary: `Try all jobs of a queue again that were given up, the oldest ${RETRY_BATCH} with each call`,
      tag: TAG,
      params: FailedQueueParams,
      query: RetryAllQuery,
      replies: {
        202: { description: 'How many wait in the queue again, and how many are left', schema: RetriedQueue },
      },
      async handle({ params: { queue }, query, principal }) {
        const before = query.before ?? new Date().toISOString();
        const done = await retryAllFailed(parts, queue, Date.parse(before));
        parts.log.info({ queue, ...done, by: principal.credential }, 'jobs.retried');
        return { status: 202, body: { queue, ...done, before } };
      },
    }),
  ];
}
