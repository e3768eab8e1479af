/** What teams may ask of the queues (src/engine/task/fleet.ts), on BullMQ. */
import { setTimeout } from 'node:timers/promises';
import { v5 as uuidv5 } from 'uuid';
import type { Teams } from '../src/engine/agents/team.ts';
import type { Fleet } from '../src/engine/task/fleet.ts';
import type { Keys } from '../src/engine/task/keys.ts';
import { RUN } from '../src/functions/functions-module.ts';
import { FUNCTIONS_TEAM } from '../src/functions/functions-team.ts';
import { AppError } from '../src/platform/errors.ts';
import type { RedisClient } from '../src/platform/lua.ts';
import { JOBS, payloadFor } from './catalogue.ts';
import type { FleetQueues } from './fleet-queues.ts';
import { plannedJobs } from './planned-jobs.ts';
import type { SubmitTask } from './submit-task.ts';

const LETTERS = '0d3f6f0e-6a0b-5c52-9d0a-4a1f0d7b9c11';
const RUNS = '5b0d6c56-6f1e-5f0c-8f86-0a3d5a1c7e42';
/** A mail server that takes longer keeps the job, which holds nothing but ids, until its age removes it. */
const LONGEST_DELIVERY_MS = 5_000;
const POLL_MS = 50;

type Parts = {
  redis: RedisClient;
  keys: Keys;
  queues: FleetQueues;
  submitTask: SubmitTask;
  teams: () => Teams;
};

export function createFleetPort({ redis, keys, queues, submitTask, teams }: Parts): Fleet {
  return {
    /** A letter is a task of the addressee's session. The session's lane is the mailbox: one at a time, in order of arrival. */
    async post({ key, text, agent, needs, ...letter }) {
      const team = teams().get(letter.team);
      if (!team) throw new AppError('config', `There is no team ${letter.team}, which this letter is for.`);
      const request = { ...letter, id: uuidv5(key, LETTERS), kind: 'turn', agent: agent ?? team.root };
      const { outcome } = await submitTask({ request, text, needs });
      return { id: request.id, waiting: outcome === 'queued' };
    },

    async run({ tenant, user_id, name, input, key }) {
      const id = uuidv5(key, RUNS);
      const request = { id, kind: RUN, tenant, user_id, team: FUNCTIONS_TEAM, agent: name, input: { options: {} } };
      await submitTask({ request, text: JSON.stringify(input) });
      return { id };
    },

    ...plannedJobs(redis, keys, queues),

    async deliver(team, id, key) {
      const data = payloadFor('deliver', { team, id });
      await queues.queue('delivery').add('deliver', data, { ...JOBS.deliver.options, jobId: key });
    },
    async undeliver(key) {
      const job = await queues.queue('delivery').getJob(key);
      if (!job) return;
      const givenUp = Date.now() + LONGEST_DELIVERY_MS;
      while (await job.isActive()) {
        if (Date.now() > givenUp) return;
        await setTimeout(POLL_MS);
      }
      await job.remove();
    },
  };
}
