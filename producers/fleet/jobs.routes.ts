/** /v1/fleet, the jobs: those of a turn, those that were given up, one by one, and trying them again. */
import type { Log } from '../../src/platform/log.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { type FailedParts, listFailed, RETRY_BATCH, retryAllFailed, retryFailed } from './failed-jobs.ts';
import {
  FailedPage,
  FailedQuery,
  JobDetails,
  JobParams,
  QueueParams,
  Retried,
  RetriedQueue,
  RetryAllQuery,
  TurnJobs,
  TurnQuery,
} from './jobs.schemas.ts';
import { jobDetails, jobsOfTurn } from './turn-jobs.ts';

type Parts = FailedParts & { log: Log };

const TAG = 'Fleet';

export function jobRoutes(parts: Parts): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/v1/fleet/jobs',
      operation: 'listTurnJobs',
      scope: 'admin',
      summary: 'The jobs of a turn, in all queues',
      tag: TAG,
      query: TurnQuery,
      replies: { 200: { description: 'The jobs that are kept', schema: TurnJobs } },
      handle: async ({ query }) => ({ status: 200, body: await jobsOfTurn(parts, query.turn_id) }),
    }),
    defineRoute({
      method: 'get',
      path: '/v1/fleet/jobs/{queue}/{id}',
      operation: 'getJob',
      scope: 'admin',
      summary: 'One job: how it stands, why it failed, which worker had it, its log',
      tag: TAG,
      params: JobParams,
      replies: { 200: { description: 'The job', schema: JobDetails } },
      handle: async ({ params: { queue, id } }) => ({ status: 200, body: await jobDetails(parts, queue, id) }),
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
      params: JobParams,
      replies: { 202: { description: 'It waits in its queue', schema: Retried } },
      async handle({ params: { queue, id }, principal }) {
        const note = await retryFailed(parts, queue, id);
        parts.log.info({ queue, job_id: id, by: principal.credential }, 'job.retried');
        return { status: 202, body: { queue, id, status: 'waiting', ...(note && { note }) } };
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
      params: QueueParams,
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
