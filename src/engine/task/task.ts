/**
 * A task: one unit of durable work with a journal, events and a result. A turn is a task with a session and a lane; a question, a
 * function call or a pipeline is a task without. What the user wrote stands in the task's own key and nowhere else.
 */
import { z } from 'zod';
import { Citation } from '../models/citation.ts';

export const TASK_STATUSES = [
  'queued',
  'running',
  'waiting_approval',
  'completed',
  'degraded',
  'failed',
  'cancelled',
] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

export const ENDED_STATUSES: ReadonlySet<string> = new Set(['completed', 'degraded', 'failed', 'cancelled']);

/** Checked by Intl, so that "this morning" means the user's morning. */
export const Timezone = z
  .string()
  .refine(isTimezone, 'must be an IANA time zone such as Europe/Berlin')
  .describe('An IANA time zone such as Europe/Berlin');

export const UserLocation = z.strictObject({
  timezone: Timezone.optional(),
  locale: z.string().max(35).optional(),
  latitude: z.number().min(-90).max(90).optional(),
  longitude: z.number().min(-180).max(180).optional(),
});

/** Whom the task is about, where its team has such a subject. */
export const Subject = z.object({ kind: z.string(), id: z.string() });
export type Subject = z.infer<typeof Subject>;

/** What set the task off. `user`: a person. All other kinds are a team's own, with its own fields. */
export const Origin = z.looseObject({
  kind: z.string(),
  addresses: z.array(z.string()).optional().describe('Web addresses of the user’s message that this task goes back to'),
});
export type Origin = z.infer<typeof Origin>;

/** What each run of the task may use, besides its agent's own limits. */
export const TaskBudget = z.object({ tokens: z.number().optional(), cost_usd: z.number().optional() });

/** What was asked, as it was admitted. The text stands beside it because a merge may lengthen it. */
export const TaskRequest = z.object({
  id: z.string(),
  kind: z.string().describe('turn, question, ...'),
  tenant: z.string(),
  user_id: z.string().describe('Who asks'),
  subject: Subject.nullable().default(null),
  about: Subject.nullable()
    .default(null)
    .describe('Whom it mentions where its team has no subject; it is erased with them'),
  session_id: z.string().nullable().default(null),
  lane: z.string().nullable().default(null).describe('Tasks of one lane run one at a time, in order of arrival'),
  team: z.string(),
  agent: z.string().describe('The agent that the task begins with'),
  user_location: UserLocation.nullable().default(null),
  input: z.record(z.string(), z.unknown()).default({}).describe('What else its team was given'),
  queue: z.string().optional().describe('That the job of the task is in, where it is not `turn`'),
  origin: Origin.default({ kind: 'user' }),
  deadline_ms: z.number().nullable().default(null).describe('Time, in ms since 1970, at which it is ended as failed'),
  budget: TaskBudget.nullable().default(null),
  retention_seconds: z.number().optional(),
  created_at: z.string(),
});
export type TaskRequest = z.infer<typeof TaskRequest>;

export type Task = TaskRequest & { text: string };

/** Whose task it is and whom it is about: both decide who may see it. */
export function ownerOf({ tenant, user_id, subject, about }: TaskRequest) {
  return { tenant, user_id, people: [subject?.id, about?.id] };
}

export const AGENT_STATUSES = ['pending', 'running', 'empty', 'success', 'error'] as const;
export type AgentStatus = (typeof AGENT_STATUSES)[number];

export const AgentOutcome = z.object({
  status: z.enum(AGENT_STATUSES),
  ms: z.number(),
  attempts: z.number(),
  by: z.enum(['model', 'rules']).optional().describe('Who did its work, where either can'),
});

export const TaskUsage = z.object({
  model_calls: z.number(),
  rule_calls: z.number().optional().describe('Answers of offline rules, which are no model calls'),
  input_tokens: z.number(),
  output_tokens: z.number(),
  cost_usd: z.number().nullable().default(0).describe('null: the price of a model that was used is not known'),
});
export type TaskUsage = z.infer<typeof TaskUsage>;

export const TaskError = z.object({
  code: z.string(),
  detail: z.string(),
  agent: z.string().optional(),
  errors: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .optional()
    .describe('Of bad input: which fields; of an agent of another system: its name and what it says'),
});
export type TaskError = z.infer<typeof TaskError>;

/** What the fan-in found out. `data` is the team's own. */
export const TaskResult = z.object({
  agents: z.record(z.string(), AgentOutcome),
  usage: TaskUsage,
  citations: z.array(Citation).default([]),
  source_agents: z.array(z.string()).default([]).describe('Whose work the reply rests on'),
  error: TaskError.nullable(),
  warnings: z.array(TaskError).default([]).describe('What is not as it should be, although there is an answer'),
  data: z.record(z.string(), z.unknown()).default({}),
});
export type TaskResult = z.infer<typeof TaskResult>;

export const NO_USAGE: TaskUsage = { model_calls: 0, input_tokens: 0, output_tokens: 0, cost_usd: 0 };

export const EMPTY_RESULT: TaskResult = {
  agents: {},
  usage: NO_USAGE,
  citations: [],
  source_agents: [],
  error: null,
  warnings: [],
  data: {},
};

/** From the task's hash in Redis; empty while it has none. */
export function resultOf(hash: Readonly<Record<string, string>>): TaskResult {
  return settled(hash.result ? TaskResult.parse(JSON.parse(hash.result)) : EMPTY_RESULT, hash.used);
}

/** Of each job that was gone while the task was under way, and was added again. */
export function lostJobs(hash: Readonly<Record<string, string>>): TaskError[] {
  const runs = Object.keys(hash).flatMap((field) => (field.startsWith('lost:') ? [field.slice('lost:'.length)] : []));
  return runs.map((run) => {
    const agent = run.split('.').findLast((part) => /^[A-Za-z_]/.test(part));
    const what = agent ? `A job of ${agent}` : 'Its own job';
    return { code: 'job_lost', detail: `${what} was removed or lost, and was done again.`, ...(agent && { agent }) };
  });
}

/** With what the task has used, where its end has noted more than its runs have told. */
export function settled(result: TaskResult, json: unknown): TaskResult {
  const usage = typeof json === 'string' ? TaskUsage.parse(JSON.parse(json)) : NO_USAGE;
  const calls = ({ model_calls, rule_calls = 0 }: TaskUsage) => model_calls + rule_calls;
  return calls(usage) > calls(result.usage) ? { ...result, usage } : result;
}

/** The task's own time: the same in every attempt, so that "this morning" never moves. */
export function momentOf(task: Task): { now: Date; timezone: string } {
  return { now: new Date(task.created_at), timezone: task.user_location?.timezone ?? 'UTC' };
}

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
