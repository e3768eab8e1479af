/** Run a function or a pipeline; read a run, follow its events, cancel it. */
import { z } from 'zod';
import { askerOf } from '../../src/engine/access/principal.ts';
import type { Pipeline } from '../../src/engine/agents/pipeline.ts';
import { ENDED_STATUSES } from '../../src/engine/task/task.ts';
import type { AgentFunction } from '../../src/functions/agent-function.ts';
import { functionEndpoint, pipelineEndpoint } from '../../src/functions/describe.ts';
import type { Presets } from '../../src/functions/runtime/preset.ts';
import { AppError, ERRORS, type ErrorCode } from '../../src/platform/errors.ts';
import { idempotencyKeyOf } from '../http/idempotency-key.ts';
import { defineRoute, type Input, type Route } from '../http/route.ts';
import type { EventHub } from '../turns/event-hub.ts';
import { STREAM_REPLIES, streamEvents } from '../turns/sse.ts';
import { waitForEnd } from '../turns/wait-for-end.ts';
import { newRun, type RunDesk } from './run-desk.ts';
import { RunView } from './run-view.ts';
import { functionRequest, pipelineRequest, RunQuery, RunReceipt } from './runs.schemas.ts';

type Parts = {
  desk: RunDesk;
  hub: EventHub;
  functions: readonly AgentFunction[];
  pipelines: readonly Pipeline[];
  presets: Presets;
  stopping: AbortSignal;
  basePath: string;
};

/** A chapter of a book, or a large source file. */
const BODY_LIMIT_KB = 1_024;

const params = z.object({ id: z.string() });

export function runRoutes({ desk, hub, functions, pipelines, presets, stopping, basePath }: Parts): Route[] {
  async function run(name: string, { body, query, principal, request, response }: RunInput) {
    const key = idempotencyKeyOf(request);
    const asker = askerOf(principal);
    const { id, isNew } = await desk.take(asker, newRun(name, body), key);
    const url = `${basePath}/v1/runs/${id}`;
    response.setHeader('Location', url);
    if (query.wait > 0) await waitForEnd(hub, id, query.wait * 1000, response, stopping);
    const view = query.wait > 0 || !isNew ? await desk.find(asker, id) : null;
    if (view && ENDED_STATUSES.has(view.status)) return { status: 200, body: answered(view) };
    const status = view?.status ?? ('queued' as const);
    return { status: 202, body: { run_id: id, status, events_url: `${url}/events`, result_url: url } };
  }

  const runnable = (path: string, name: string, description: string, body: z.ZodObject) =>
    defineRoute({
      method: 'post',
      path,
      operation: `run_${name}`.replace(/[_-](\w)/g, (_all, next: string) => next.toUpperCase()),
      scope: 'functions:run',
      summary: description,
      tag: 'Functions',
      headers: { 'Idempotency-Key': 'The same key and body give the same run; 24 hours' },
      query: RunQuery,
      body,
      bodyLimitKb: BODY_LIMIT_KB,
      replies: {
        200: { description: 'The finished run', schema: RunView },
        202: { description: 'Not finished within ?wait', schema: RunReceipt },
      },
      handle: (input) => run(name, input as unknown as RunInput),
    });

  return [
    ...functions.map((one) =>
      runnable(functionEndpoint(one.name), one.name, one.description, functionRequest(one, [...presets.keys()])),
    ),
    ...pipelines.map((one) => runnable(pipelineEndpoint(one.id), one.id, one.description, pipelineRequest(one))),
    defineRoute({
      method: 'get',
      path: '/v1/runs/{id}',
      operation: 'getRun',
      scope: 'functions:read',
      summary: 'One run of a function or pipeline in its current state',
      tag: 'Functions',
      params,
      replies: { 200: { description: 'The run', schema: RunView } },
      async handle({ params: { id }, principal }) {
        return { status: 200, body: await desk.find(askerOf(principal), id) };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/v1/runs/{id}/events',
      operation: 'followRun',
      scope: 'functions:read',
      summary: 'Follow a run: queued, stage, tool, error, done',
      tag: 'Functions',
      headers: { 'Last-Event-ID': 'Resume after this event' },
      params,
      replies: STREAM_REPLIES,
      async handle({ params: { id }, principal, request, response }) {
        const { status } = await desk.find(askerOf(principal), id);
        const ended = ENDED_STATUSES.has(status) ? { doneData: JSON.stringify({ run_id: id, status }) } : {};
        await streamEvents({ follow: hub.follow.bind(hub, id), ...ended, stopping }, request, response);
        return undefined;
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/v1/runs/{id}',
      operation: 'cancelRun',
      scope: 'functions:run',
      summary: 'Cancel a run that has not ended',
      tag: 'Functions',
      params,
      replies: { 202: { description: 'The run ends as cancelled', schema: RunView } },
      async handle({ params: { id }, principal }) {
        await desk.cancel(askerOf(principal), id);
        return { status: 202, body: await desk.find(askerOf(principal), id) };
      },
    }),
  ];
}

type RunInput = Input<never, z.infer<typeof RunQuery>, Record<string, unknown>>;

/** Who waits for a run that fails is told so as for any request that fails. */
function answered(view: RunView): RunView {
  if (view.status === 'cancelled') throw new AppError('cancelled', 'The run was cancelled.');
  if (view.status !== 'failed') return view;
  const { code = 'internal', detail = 'The run failed.', errors } = view.error ?? {};
  throw new AppError(code in ERRORS ? (code as ErrorCode) : 'internal', detail, errors && { errors });
}
