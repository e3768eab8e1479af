/**
 * The same turn on BullMQ alone: the flow that Medfleet compiles, its queues, options and payloads, with processors that do nothing.
 * Triage parks once for a consultant, as a hand-over does. No gate, no journal, no events, no state: the floor under all of them.
 */
import { FlowProducer, type Job, Queue, WaitingChildrenError, Worker } from 'bullmq';
import { v7 as uuidv7 } from 'uuid';
import { JOBS, payloadFor, type QueueName } from '../../queues/catalogue.ts';
import { compileTurn } from '../../queues/compile.ts';
import type { Team } from '../../src/engine/agents/team.ts';
import type { Closers } from '../../src/platform/closers.ts';
import { createKeys } from '../../src/platform/keys.ts';
import { type RedisFactory, waitForRedis } from '../../src/platform/redis.ts';
import { type Contender, completions, turnsDone } from './contender.ts';

type Options = { redis: RedisFactory; team: Team; concurrency: number; lockMs: number; closers: Closers };

/** The turn, triage, the consultant, four extractors. */
export const JOBS_PER_TURN = 7;

const RECEIPT = { status: 'success', ms: 1 };

export async function startBare({ redis, team, concurrency, lockMs, closers }: Options): Promise<Contender> {
  const prefix = createKeys('bare').bull;
  const producer = redis.connect('producer');
  const connection = redis.connect('worker');
  await waitForRedis(producer, 10_000);
  const flows = new FlowProducer({ connection: producer, prefix });
  const consultants = new Queue('consultant', { connection, prefix });
  const settings = { connection, prefix, concurrency, lockDuration: lockMs, stalledInterval: lockMs / 2 };

  const worker = (name: QueueName, work: (job: Job, token?: string) => Promise<unknown>) =>
    new Worker(name, work, { ...settings, maxStalledCount: 50 });
  const turns = worker('turn', async () => ({ status: 'completed', facts: 0 }));
  const workers = [
    turns,
    worker('triage', async (job, token) => {
      if (job.attemptsStarted > 1) return RECEIPT;
      await consultants.add('run', consultantPayload(job, team), {
        ...JOBS.run.options,
        jobId: `${job.id}.1.HealthConsultantAgent`,
        ignoreDependencyOnFailure: true,
        parent: { id: String(job.id), queue: job.queueQualifiedName },
      });
      if (await job.moveToWaitingChildren(token ?? '')) throw new WaitingChildrenError();
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
        await flows.add(compileTurn(team, turnId));
      }, uuidv7());
    },
  };
}

function consultantPayload(job: Job, team: Team) {
  return payloadFor('run', {
    turn_id: job.data.turn_id,
    team: team.name,
    agent: 'HealthConsultantAgent',
    run_id: `${job.data.run_id}.1.HealthConsultantAgent`,
    depth: 1,
  });
}
