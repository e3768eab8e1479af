/**
 * Every queue and every kind of job: what goes in, what comes out, how long it may take, how often it is tried, how long it is
 * kept. A job passes through its schema when it is added and again when it is worked on. `workers/` must have a handler for each
 * kind of job named here, or it does not compile.
 */
import type { JobsOptions } from 'bullmq';
import { z } from 'zod';

const HOUR = 3600;

type QueueKind = {
  /** The kinds of job that it carries; the first is what a job is whose payload says nothing else. */
  jobs: readonly string[];
  /** What scales apart from the others, as operators read it. */
  about: string;
  /** Jobs that one process runs at a time: with a model, where it waits, and without one, where each job takes CPU. */
  concurrency: { model: number; rules: number };
};

const AGENT_JOBS = ['run', 'again'] as const;
const WAITING = { model: 50, rules: 50 };
/** Few at a time where a job computes: a second process gets its share, and a job that was taken does not wait for the CPU. */
const COMPUTING = { model: 50, rules: 8 };

/** One queue for what must scale apart: a role of a worker process is a queue. */
export const QUEUES = {
  turn: {
    jobs: ['task', ...AGENT_JOBS],
    about: 'The end of a turn: fan-in, filing, the next of its session',
    concurrency: WAITING,
  },
  triage: { jobs: AGENT_JOBS, about: 'Fast: who answers a message, while a person waits', concurrency: WAITING },
  extractor: { jobs: AGENT_JOBS, about: 'Reads messages for facts; the reply does not wait', concurrency: COMPUTING },
  specialist: { jobs: AGENT_JOBS, about: 'Fast: agents that answer with a tool or a short call', concurrency: WAITING },
  consultant: { jobs: AGENT_JOBS, about: 'Slow: agents that think, look up and write at length', concurrency: WAITING },
  remote: {
    jobs: AGENT_JOBS,
    about: 'Calls to agents of other systems: they wait and compute nothing',
    concurrency: WAITING,
  },
  research: { jobs: AGENT_JOBS, about: 'Background: activations of research agents', concurrency: WAITING },
  function: { jobs: ['task', ...AGENT_JOBS], about: 'Functions and the stages of pipelines', concurrency: WAITING },
  trigger: {
    jobs: ['fire'],
    about: 'Scheduled work: each repeating trigger is a scheduler here',
    concurrency: WAITING,
  },
  delivery: { jobs: ['deliver'], about: 'What leaves the fleet: mail, webhooks, push', concurrency: WAITING },
  upkeep: {
    jobs: ['upkeep'],
    about: 'Every 5 s: starts, repairs or ends tasks that no worker runs',
    concurrency: { model: 1, rules: 1 },
  },
} as const satisfies Record<string, QueueKind>;

export type QueueName = keyof typeof QUEUES;
export const QUEUE_NAMES = Object.keys(QUEUES) as QueueName[];

/** Of a queue of another version there is nothing to say. */
export function aboutOf(queue: string): string {
  return (QUEUES as Record<string, QueueKind>)[queue]?.about ?? '';
}

/**
 * Jobs of each queue at a time in one process. `said` is a number for all of them, numbers for some, or both ("20,extractor=4"); the
 * last that names a queue holds. Null where that is no number, or of a queue that there is not.
 */
export function concurrencyOf(said: string, hasModel: boolean): Record<QueueName, number> | null {
  const parts = said
    .split(',')
    .filter(Boolean)
    .map((part) => /^\s*(?:([a-z]+)=)?([1-9]\d{0,4})\s*$/.exec(part));
  const isKnown = (name: string | undefined) => name === undefined || (QUEUE_NAMES as string[]).includes(name);
  if (!parts.every((part) => part !== null && isKnown(part[1]))) return null;
  const saidOf = (queue?: QueueName) => parts.findLast((part) => part?.[1] === queue)?.[2];
  const ofQueue = (queue: QueueName) =>
    Number(saidOf(queue) ?? saidOf() ?? QUEUES[queue].concurrency[hasModel ? 'model' : 'rules']);
  return Object.fromEntries(QUEUE_NAMES.map((queue) => [queue, ofQueue(queue)])) as Record<QueueName, number>;
}

type JobDefinition = {
  payload: z.ZodType;
  result: z.ZodType;
  /** Ends work that hangs where an agent's own limits do not apply. */
  timeoutMs: number;
  options: Pick<JobsOptions, 'attempts' | 'backoff' | 'removeOnComplete' | 'removeOnFail'>;
};

/** Payloads carry ids only. What the user wrote is stored once, in the task's own key. */
const TaskPayload = z.object({ task_id: z.string(), team: z.string(), agent: z.string() });

const RunPayload = z.object({
  task_id: z.string(),
  team: z.string(),
  agent: z.string(),
  run_id: z.string(),
  depth: z.number().int().default(0),
  speaks: z.boolean().default(true),
  /** Who has handed over to it. */
  from: z.string().optional(),
  /** The runs that come before this one. */
  after: z.preprocess((given) => (typeof given === 'string' ? [given] : given), z.array(z.string()).optional()),
  /** Of a pipeline's stage: which round, and which item. */
  part: z.object({ round: z.number().int(), item: z.string().optional() }).optional(),
});

/** Agents that rules stood in for, and that have not done their work since. */
const AgainPayload = z.object({ task_id: z.string(), team: z.string(), agents: z.array(z.string()) });

const Receipt = z.object({ status: z.enum(['success', 'empty', 'error', 'skipped']), ms: z.number() });

const TaskReceipt = z.object({ status: z.string() });

/** Of tasks that no person has set off: BullMQ runs jobs without a priority first, and those cost nothing more. */
const BACKGROUND_PRIORITY = 1;

export function priorityOf(origin: string): number {
  return origin === 'user' ? 0 : BACKGROUND_PRIORITY;
}

/** Something that a team keeps, by its id. */
const TeamItem = z.object({ team: z.string(), id: z.string() });

/**
 * When BullMQ removes finished jobs that say nothing else: jobs of tasks are removed with their flow (kept-flows.ts), long before. A
 * worker's setting and not the job's, because it would be stored with each of a turn's seven jobs.
 */
const LEFT_OVER = { age: 30 * 24 * HOUR };
export const KEPT = { removeOnComplete: LEFT_OVER, removeOnFail: LEFT_OVER };

export const JOBS = {
  task: {
    payload: TaskPayload,
    result: TaskReceipt,
    timeoutMs: 10 * 60_000,
    // Retries for about a minute while a store is unavailable. With more, the lane's next task would wait too long.
    options: { attempts: 8, backoff: { type: 'exponential', delay: 500, jitter: 0.3 } },
  },
  run: {
    payload: RunPayload,
    result: Receipt,
    timeoutMs: 10 * 60_000,
    options: { attempts: 4, backoff: { type: 'exponential', delay: 500, jitter: 0.3 } },
  },
  again: {
    payload: AgainPayload,
    result: z.object({ outcome: z.enum(['done', 'skipped']) }),
    timeoutMs: 10 * 60_000,
    // A provider may be away for hours: after 5, 10, 20 … minutes, about ten hours in all.
    options: { attempts: 8, backoff: { type: 'exponential', delay: 5 * 60_000, jitter: 0.3 } },
  },
  fire: {
    // Of what repeats, its board shows for which agent and how often it has fired.
    payload: TeamItem.extend({ agent: z.string().optional(), fired: z.number().int().optional() }),
    result: z.object({ outcome: z.enum(['fired', 'skipped']) }),
    timeoutMs: 60_000,
    // An outage of Redis must not lose a firing.
    options: { attempts: 10, backoff: { type: 'exponential', delay: 1_000, jitter: 0.3 }, ...kept(24 * HOUR, 5_000) },
  },
  deliver: {
    payload: TeamItem,
    result: z.object({ outcome: z.enum(['sent', 'failed', 'unclear', 'skipped']) }),
    timeoutMs: 2 * 60_000,
    // A mail server may be unavailable for hours: retries for about four and a half.
    options: { attempts: 15, backoff: { type: 'exponential', delay: 500 }, ...kept(24 * HOUR, 5_000) },
  },
  upkeep: {
    payload: z.object({}),
    result: z.object({ restarted: z.number(), failed: z.number() }),
    timeoutMs: 60_000,
    options: { attempts: 1, ...kept(HOUR, 50) },
  },
} as const satisfies Record<string, JobDefinition>;

export type JobKind = keyof typeof JOBS;
export type Payload<K extends JobKind> = z.infer<(typeof JOBS)[K]['payload']>;
export type Result<K extends JobKind> = z.infer<(typeof JOBS)[K]['result']>;

/** What a job is. Its name is for those who look at the board, and says nothing here. */
export function jobKind(queue: QueueName, data: unknown): JobKind {
  const kinds: readonly JobKind[] = QUEUES[queue].jobs;
  const fields = Object(data) as object;
  const kind = 'run_id' in fields ? 'run' : 'agents' in fields ? 'again' : undefined;
  return kinds.find((one) => one === kind) ?? (kinds[0] as JobKind);
}

/** Checked before it is added: a bug must not become a job that no worker can parse. What was not given is not stored. */
export function payloadFor<K extends JobKind>(kind: K, payload: z.input<(typeof JOBS)[K]['payload']>) {
  JOBS[kind].payload.parse(payload);
  return payload;
}

function kept(completedSeconds: number, count: number) {
  return { removeOnComplete: { age: completedSeconds, count }, removeOnFail: { age: 7 * 24 * HOUR, count: 5_000 } };
}
