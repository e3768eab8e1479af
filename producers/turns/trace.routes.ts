/** /v1/turns/{id}/trace: where the time of a turn went. */
import type { JobNode } from 'bullmq';
import type { FleetQueues } from '../../queues/fleet-queues.ts';
import { allows, askerOf } from '../../src/engine/access/principal.ts';
import { parseTrace } from '../../src/engine/run/trace.ts';
import { type Keys, TASK_RUN } from '../../src/engine/task/keys.ts';
import { ENDED_STATUSES, TaskRequest } from '../../src/engine/task/task.ts';
import type { RedisClient } from '../../src/platform/lua.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { TurnTrace } from './trace-schemas.ts';
import { readTexts } from './trace-texts.ts';
import type { TurnDesk } from './turn-desk.ts';
import { type LiveJob, turnTrace } from './turn-trace.ts';
import { TurnParams } from './turns.schemas.ts';

/** Of a running turn's flow, as much as can be looked at. */
const FLOW = { depth: 10, maxChildren: 50 };

type Parts = { desk: Pick<TurnDesk, 'hashOf'>; redis: RedisClient; keys: Keys; queues: FleetQueues };

export function traceRoutes({ desk, redis, keys, queues }: Parts): Route[] {
  async function liveJobs(id: string, hash: Record<string, string>): Promise<LiveJob[]> {
    if (ENDED_STATUSES.has(hash.status ?? '')) return [];
    const { queue: queueName = 'turn' } = TaskRequest.parse(JSON.parse(hash.request ?? '{}'));
    const flow = await queues.flows.getFlow({ queueName, id, prefix: keys.bull, ...FLOW });
    return flow?.job ? jobsIn(flow) : [];
  }

  return [
    defineRoute({
      method: 'get',
      path: '/v1/turns/{id}/trace',
      operation: 'getTurnTrace',
      scope: 'turns:read',
      summary: 'Where the time of a turn went: its runs, model calls, tools and waits, while it runs and afterwards',
      tag: 'Turns',
      params: TurnParams,
      replies: { 200: { description: 'The spans; inputs and outputs for the scope admin only', schema: TurnTrace } },
      async handle({ params: { id }, principal }) {
        const hash = await desk.hashOf(askerOf(principal), id);
        const seesTexts = allows(principal, 'admin');
        const [entries, jobs, texts] = await Promise.all([
          redis.lrange(keys.trace(id), 0, -1),
          liveJobs(id, hash),
          seesTexts ? readTexts(redis, keys, id, hash) : null,
        ]);
        const trace = turnTrace(hash, parseTrace(entries), jobs, Date.now());
        if (!texts) return { status: 200, body: trace };
        const spans = trace.spans.map((span) => ({ ...span, ...texts.get(span.id) }));
        return { status: 200, body: { ...trace, redacted: false, spans } };
      },
    }),
  ];
}

function jobsIn({ job, children = [] }: JobNode): LiveJob[] {
  const { run_id: runId = TASK_RUN, agent = '' } = (job.data ?? {}) as { run_id?: string; agent?: string };
  const live: LiveJob = {
    runId,
    agent,
    queue: job.queueName,
    addedAt: job.timestamp + (job.opts.delay ?? 0),
    startedAt: job.processedOn ?? null,
  };
  return [live, ...children.filter((child) => child.job).flatMap(jobsIn)];
}
