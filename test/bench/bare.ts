/**
 * The same turn on BullMQ alone: the flow that Medfleet compiles, its queues, options and payloads, with processors that do nothing.
 * Triage adds a consultant in its place, as a hand-over does. No admission, no journal, no events, no state: the minimum cost.
 */
import { FlowProducer, type Job, Queue, Worker } from 'bullmq';
import { v7 as uuidv7 } from 'uuid';
import { JOBS, payloadFor, type QueueName } from '../../queues/catalogue.ts';
import { compileTask } from '../../queues/compile.ts';
import type { Team } from '../../src/engine/agents/team.ts';
import { createKeys } from '../../src/engine/task/keys.ts';
import type { Closers } from '../../src/platform/closers.ts';
import { type RedisFactory, waitForRedis } from '../../src/platform/redis.ts';
import { type Contender, completions, turnsDone } from './contender.ts';

type Options = { redis: RedisFactory; team: Team; concurrency: number; lockMs: number; closers: Closers };

/** The turn, triage, the consultant, four extractors. */
export const JOBS_PER_TURN = 7;

/** By queue, with BullMQ's own options: the fleet keeps as much, but by flow. */
export const KEPT = {
  removeOnComplete: { age: 24 * 3600, count: 500 },
  removeOnFail: { age: 7 * 24 * 3600, count: 5_000 },
};

const RECEIPT = { status: 'success', ms: 1 };

export async function startBare({ redis, team, concurrency, lockMs, closers }: Options): Promise<Contender> {
  const prefix = createKeys('bare').bull;
  const producer = redis.connect('producer');
  const connection = redis.connect('worker');
  await waitForRedis(producer, 10_000);
  const flows = new FlowProducer({ connection: producer, prefix });
  const consultants = new Queue('consultant', { connection, prefix });
  const settings = { connection, prefix, concurrency, lockDuration: lockMs, stalledInterval: lockMs / 2 };

  const worker = (name: QueueName, work: (job: Job) => Promise<unknown>) =>
    new Worker(name, work, { ...settings, maxStalledCount: 50, ...KEPT });
  const turns = worker('turn', async () => ({ status: 'completed' }));
  const workers = [
    turns,
    worker('triage', async (job) => {
      await consultants.add('HealthConsultantAgent (from TriageAgent)', consultantPayload(job, team), {
        ...JOBS.run.options,
        jobId: `${job.id}.1.HealthConsultantAgent`,
        ignoreDependencyOnFailure: true,
        parent: { id: String(job.parent?.id), queue: String(job.parent?.queueKey) },
      });
      return RECEIPT;
    }),
    worker('extractor', async () => RECEIPT),
    worker('consultant', async () => RECEIPT),
  ];
  const complain = (error: Error) => console.error('bare:', error.message);
  flows.on('error', complain);
  consultants.on('error', complain);
  for (const one of workers) one.on('error', complain);
  closers.add('bare', async () => {
    await Promise.all(workers.map((one) => one.close()));
    await Promise.all([flows.close(), consultants.close()]);
  });
  await Promise.all(workers.map((one) => one.waitUntilReady()));

  const whenCompleted = completions(turns);
  return {
    name: 'bare BullMQ',
    done: turnsDone(workers, JOBS_PER_TURN),
    async turn() {
      await whenCompleted(async (turnId) => {
        await flows.add(compileTask(team, team.root, turnId));
      }, uuidv7());
    },
  };
}

function consultantPayload(job: Job, team: Team) {
  return payloadFor('run', {
    task_id: job.data.task_id,
    team: team.name,
    agent: 'HealthConsultantAgent',
    run_id: `${job.data.run_id}.1.HealthConsultantAgent`,
    depth: 1,
  });
}
