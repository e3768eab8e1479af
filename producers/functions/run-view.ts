/** A run of a function or a pipeline, as `GET /v1/runs/{id}` shows it. */
import { z } from 'zod';
import { CitedContent } from '../../src/engine/models/citation.ts';
import { resultOf, TASK_STATUSES, TaskRequest, TaskResult } from '../../src/engine/task/task.ts';
import { StageView } from '../../src/functions/functions-module.ts';
import { named } from '../http/schema-docs.ts';
import { RUN } from './functions.examples.ts';

const View = TaskResult.pick({ usage: true, citations: true, error: true }).extend({
  run_id: z.string(),
  name: z.string().describe('Of the function or pipeline'),
  user_id: z.string(),
  status: z.enum(TASK_STATUSES),
  output: z.record(z.string(), z.unknown()).nullable().describe('As the function or the pipeline declares it'),
  cited: CitedContent.nullable().describe('The text of the output with its footnotes, where sources were given'),
  details: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('Of a function: audit_hash, cached, preset, mode, models, input_tokens, budget, over_budget'),
  stages: z.array(StageView).describe('Of a pipeline, in the order of their runs'),
  created_at: z.string(),
  timings: z.object({ queued_ms: z.number().nullable(), total_ms: z.number().nullable() }),
});

export const RunView = named('Run', View, { description: 'One run of a function or a pipeline.', examples: [RUN] });
export type RunView = z.infer<typeof RunView>;

/** From the task's hash in Redis. */
export function runView(hash: Record<string, string>): RunView {
  const request = TaskRequest.parse(JSON.parse(hash.request ?? '{}'));
  const { data, usage, citations, error } = resultOf(hash);
  const since = (field: string) => (hash[field] ? Number(hash[field]) - Number(hash.created) : null);
  return RunView.parse({
    run_id: request.id,
    name: request.agent,
    user_id: request.user_id,
    status: hash.status,
    output: data.output ?? null,
    cited: data.cited ?? null,
    details: data.details ?? null,
    stages: data.stages ?? [],
    usage,
    citations,
    error,
    created_at: request.created_at,
    timings: { queued_ms: since('started'), total_ms: since('ended') },
  });
}
