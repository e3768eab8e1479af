/** What teams may ask of the queues (src/engine/task/fleet.ts), on BullMQ. */
import { v5 as uuidv5 } from 'uuid';
import type { Teams } from '../src/engine/agents/team.ts';
import type { Due, Fleet } from '../src/engine/task/fleet.ts';
import { AppError } from '../src/platform/errors.ts';
import { JOBS, payloadFor } from './catalogue.ts';
import type { FleetQueues } from './fleet-queues.ts';
import type { SubmitTask } from './submit-task.ts';

const LETTERS = '0d3f6f0e-6a0b-5c52-9d0a-4a1f0d7b9c11';

export function createFleetPort(queues: FleetQueues, submitTask: SubmitTask, teams: () => Teams): Fleet {
  return {
    /** A letter is a task of the addressee's session. The session's lane is the mailbox: one at a time, in order of arrival. */
    async post({ key, text, agent, ...letter }) {
      const team = teams().get(letter.team);
      if (!team) throw new AppError('config', `There is no team ${letter.team}, which this letter is for.`);
      const request = { ...letter, id: uuidv5(key, LETTERS), kind: 'turn', agent: agent ?? team.root };
      const { outcome } = await submitTask({ request, text });
      return { id: request.id, waiting: outcome === 'queued' };
    },

    async schedule(team, id, due) {
      const queue = queues.queue('trigger');
      const data = payloadFor('fire', { team, id });
      if (due.kind === 'once') {
        const delay = Math.max(0, Date.parse(due.at) - Date.now());
        await queue.add('fire', data, { ...JOBS.fire.options, delay, jobId: onceId(team, id, due) });
        return;
      }
      const repeat =
        due.kind === 'cron'
          ? { pattern: due.pattern, tz: due.timezone }
          : { every: due.ms, ...(due.start && { startDate: due.start }) };
      await queue.upsertJobScheduler(schedulerId(team, id), repeat, { name: 'fire', data, opts: JOBS.fire.options });
    },

    async unschedule(team, id, due) {
      const queue = queues.queue('trigger');
      if (due.kind === 'once') await queue.remove(onceId(team, id, due));
      else await queue.removeJobScheduler(schedulerId(team, id));
    },

    async deliver(team, id, key) {
      const data = payloadFor('deliver', { team, id });
      await queues.queue('delivery').add('deliver', data, { ...JOBS.deliver.options, jobId: key });
    },
  };
}

function schedulerId(team: string, id: string): string {
  return `${team}-${id}`;
}

/** The time is part of the id: a finished job keeps its id for a while, so work that is moved to another time needs a new id. */
function onceId(team: string, id: string, { at }: Extract<Due, { kind: 'once' }>): string {
  return `${team}-${id}-${Date.parse(at)}`;
}
