/** What operators are shown of the fleet. Names, counts and times: nothing of what the jobs are about. */
import { z } from 'zod';
import { named } from '../http/schema-docs.ts';

const State = z.enum(['closed', 'open', 'half_open']);
const count = z.number().int();
const ms = z.number().nullable();

export const QueueView = named(
  'FleetQueue',
  z.object({
    name: z.string(),
    about: z.string().describe('What it is for'),
    waiting: count,
    active: count,
    delayed: count,
    failed: count.describe('Given up, and still kept: see /v1/fleet/failed'),
    waiting_children: count.describe('Jobs that wait for other jobs'),
    paused: z.boolean().describe('By hand, or because a model provider asks to wait'),
    paused_by_hand: z
      .object({ since: z.string(), by: z.string().nullable() })
      .nullable()
      .describe('Since when, and by whose credential; `by` is null for a pause that was not made here'),
    workers: count.describe('Live worker processes that take its jobs'),
    completed_per_minute: z.number().describe('Of the last five minutes'),
    failed_per_minute: z.number(),
    wait_p50_ms: ms.describe('How long half of the jobs of the last five minutes waited; null: none was started'),
    wait_p95_ms: ms,
    drain_seconds: z.number().nullable().describe('Until nothing waits, at this rate; null: nothing is completed'),
  }),
);
export type QueueView = z.infer<typeof QueueView>;

const WorkerView = z.object({
  id: z.string(),
  host: z.string(),
  pid: count,
  roles: z.array(z.string()).describe('None while it drains'),
  state: z
    .enum(['serving', 'draining', 'drained'])
    .describe('draining: it takes no more jobs and ends those that it has; drained: it has none, and can be stopped'),
  version: z.string(),
  concurrency: count.describe('The most jobs of one role at a time'),
  started_at: z.string(),
  seen_at: z.string(),
});

const ModelView = z.object({
  name: z.string(),
  provider: z.string(),
  state: State.describe('open: its last five calls have failed; half_open: none was made for 30 seconds since'),
  calls: count,
  input_tokens: count,
  output_tokens: count,
  cost_usd: z.number().nullable().describe('null: the price is not known'),
});

export const ModelReport = z
  .array(z.string())
  .optional()
  .describe('What a probe has found out about each model, in one sentence; not given: nothing was probed');

export const FleetView = named(
  'Fleet',
  z.object({
    version: z.string(),
    at: z.string(),
    queues: z.array(QueueView),
    workers: z.array(WorkerView),
    tasks: z.object({
      open: count.describe('Turns and other tasks that have not ended'),
      unfinished: count.describe('Ended, and something is still to be done, such as filing facts'),
    }),
    models: z.array(ModelView).describe('Since the start of the day, UTC'),
    model_report: ModelReport,
    remotes: z.array(z.object({ name: z.string(), state: State })).describe('Agents of other systems'),
    redis: z.object({
      used_memory_bytes: count,
      max_memory_bytes: count.nullable().describe('null: no limit'),
      connected_clients: count,
      version: z.string(),
    }),
    record: z.object({ kind: z.enum(['embedded', 'neo4j']), ok: z.boolean() }),
    model_provider: z.string(),
  }),
);
export type FleetView = z.infer<typeof FleetView>;

export const HistoryQuery = z.object({
  minutes: z.coerce.number().int().min(1).max(1440, 'at most 1440, which is a day').default(60),
});

const HistoryPoint = z.object({
  at: z.string(),
  waiting: count.describe('The most in this step; so is active'),
  active: count,
  failed: count.describe('In this step; so is completed'),
  completed: count,
  wait_p50_ms: ms,
});
export type HistoryPoint = z.infer<typeof HistoryPoint>;

export const FleetHistory = named(
  'FleetHistory',
  z.object({
    step_seconds: count,
    queues: z.record(z.string(), z.array(HistoryPoint)),
  }),
);
export type FleetHistory = z.infer<typeof FleetHistory>;
