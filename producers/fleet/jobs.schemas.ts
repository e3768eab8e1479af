/** What operators are shown of single jobs, and what they are told of their moves. Names, ids, counts and times. */
import { z } from 'zod';
import { QUEUE_NAMES, type QueueName } from '../../queues/catalogue.ts';
import { named } from '../http/schema-docs.ts';

const count = z.number().int();
const time = z.string().nullable();

const Queue = z.enum(QUEUE_NAMES as [QueueName, ...QueueName[]]);

export const FailedQuery = z.object({ queue: Queue.optional(), cursor: z.string().max(256).optional() });

const FailedJob = named(
  'FailedJob',
  z.object({
    queue: z.string(),
    id: z.string(),
    name: z.string(),
    agent: z.string().optional(),
    task_id: z.string().optional(),
    failed_at: z.string(),
    attempts: count,
    reason: z.string(),
  }),
);
export type FailedJob = z.infer<typeof FailedJob>;

export const FailedPage = named(
  'FailedJobPage',
  z.object({ jobs: z.array(FailedJob), next_cursor: z.string().nullable() }),
);
export type FailedPage = z.infer<typeof FailedPage>;

export const JobParams = z.object({ queue: Queue, id: z.string().max(512) });
export const QueueParams = z.object({ queue: Queue });
export const RetryAllQuery = z.object({
  before: z.iso
    .datetime()
    .optional()
    .describe('Of the answer to the call before: jobs that failed again since are left alone. Now, if it is not given'),
});
export const RetriedQueue = named(
  'RetriedJobs',
  z.object({
    queue: z.string(),
    retried: count.describe('How many this call has put back'),
    left: count.describe('How many are still to be tried again; call again with this `before` until there are none'),
    before: z.string(),
  }),
);
export type RetriedQueue = z.infer<typeof RetriedQueue>;

export const Retried = named(
  'RetriedJob',
  z.object({
    queue: z.string(),
    id: z.string(),
    status: z.literal('waiting'),
    note: z.string().optional().describe('Why it will change nothing, where that is known'),
  }),
);

const Job = z.object({
  queue: z.string(),
  id: z.string(),
  name: z.string(),
  agent: z.string().optional(),
  task_id: z.string().optional(),
  run_id: z.string().optional(),
  state: z.string().describe('As BullMQ says it: waiting, active, delayed, waiting-children, completed, failed'),
  attempts: count,
  attempts_allowed: count,
  reason: time.describe('Why it failed, or last failed'),
  worker: time.describe('Which worker had it last'),
  added_at: z.string(),
  started_at: time,
  ended_at: time,
});
export const JobView = named('Job', Job);
export type JobView = z.infer<typeof Job>;

export const TurnJobs = named(
  'TurnJobs',
  z.object({
    turn_id: z.string(),
    status: time.describe('Of the turn; null: it is not kept any more'),
    jobs: z.array(JobView).describe('In all queues, in the order in which they were added'),
  }),
);
export type TurnJobs = z.infer<typeof TurnJobs>;

export const JobDetails = named('JobDetails', Job.extend({ log: z.array(z.string()) }));
export type JobDetails = z.infer<typeof JobDetails>;

export const TurnQuery = z.object({ turn_id: z.string().max(128) });

export const QueuePause = named(
  'QueuePause',
  z.object({ queue: z.string(), paused: z.boolean(), since: z.string().optional(), by: time.optional() }),
);

export const WorkerParams = z.object({
  worker: z.string().max(256).describe('Its id or the beginning of it, host:pid, or the `worker` of a job'),
});
export const WorkerOrder = named(
  'WorkerOrder',
  z.object({
    id: z.string(),
    host: z.string(),
    pid: count,
    draining: z.boolean(),
    unserved: z.array(z.string()).describe('Roles that no other live worker has: their jobs wait meanwhile'),
  }),
);
export type WorkerOrder = z.infer<typeof WorkerOrder>;
