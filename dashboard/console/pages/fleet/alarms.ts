/** What needs a hand: each with what it means for users and what to do, in the words of docs/operations.md. */
import { countText, plural, secondsText, sizeText } from '../../parts/amounts.ts';
import type { Fleet, Model, Queue } from './fleet-types.ts';

export type Alarm = {
  id: string;
  /** bad: users notice it now. warn: they will, or an operator should know. */
  level: 'bad' | 'warn';
  title: string;
  todo: string;
  /** The section of the page that has more. */
  section: string;
};

/** Redis refuses writes at its limit; at this share there is still time to act. */
const REDIS_WARN = 0.8;
const REDIS_BAD = 0.95;
/** A few waiting jobs are normal, even where nothing has ended yet. */
const MIN_WAITING = 10;
const MAX_DRAIN_SECONDS = 600;

export function alarmsOf(fleet: Fleet): Alarm[] {
  const alarms = [
    ...fleet.queues.flatMap(queueAlarms),
    ...recordAlarms(fleet),
    ...redisAlarms(fleet),
    ...fleet.models.flatMap(modelAlarms),
    ...fleet.remotes.flatMap(remoteAlarms),
    ...drainAlarms(fleet),
    ...versionAlarms(fleet),
  ];
  return alarms.sort((a, b) => Number(b.level === 'bad') - Number(a.level === 'bad'));
}

function queueAlarms({ name, workers, paused, paused_by_hand, waiting, failed, drain_seconds }: Queue): Alarm[] {
  const alarms: Alarm[] = [];
  const add = (what: string, alarm: Omit<Alarm, 'id' | 'section'>, section = 'queues') =>
    alarms.push({ id: `${what} ${name}`, section, ...alarm });
  if (workers === 0) {
    add('worker', {
      level: 'bad',
      title: `No worker has the role ${name}`,
      todo: `What needs it waits until one is there. Start one: npm run worker -- --roles ${name}`,
    });
  } else if (paused_by_hand) {
    const { since, by } = paused_by_hand;
    add('paused', {
      level: 'warn',
      title: `The queue ${name} is paused by ${by ?? 'hand'} since ${since.slice(0, 16).replace('T', ' ')} UTC: ${countText(waiting)} ${waiting === 1 ? 'waits' : 'wait'}`,
      todo: `Its jobs wait, and none is lost. Let it go on: medfleet queues resume ${name}`,
    });
  } else if (paused) {
    add('paused', {
      level: 'warn',
      title: `The queue ${name} rests`,
      todo: 'A model provider asked us to wait. It goes on by itself.',
    });
  } else if (waiting >= MIN_WAITING && (drain_seconds === null || drain_seconds > MAX_DRAIN_SECONDS)) {
    add('drain', {
      level: 'bad',
      title: `The queue ${name} does not drain: ${countText(waiting)} ${waiting === 1 ? 'waits' : 'wait'}`,
      todo:
        drain_seconds === null
          ? `Nothing is finished there at the moment. Look for job.failed in the log, or add workers of the role ${name}.`
          : `At this rate it takes ${secondsText(drain_seconds)}. Add workers of the role ${name}.`,
    });
  }
  if (failed > 0) {
    const todo = 'See the reason below, fix the cause, then retry.';
    add('failed', { level: 'warn', title: `${plural(failed, 'job')} of ${name} failed`, todo }, 'failed');
  }
  return alarms;
}

function recordAlarms({ record }: Fleet): Alarm[] {
  if (record.ok) return [];
  const what = record.kind === 'neo4j' ? 'Neo4j, its address and password' : 'the disk of DATA_DIR';
  return [
    {
      id: 'record',
      level: 'bad',
      title: 'The record does not answer',
      todo: `Nothing can be filed or looked up. Check ${what}.`,
      section: 'stores',
    },
  ];
}

function redisAlarms({ redis: { used_memory_bytes: used, max_memory_bytes: max } }: Fleet): Alarm[] {
  if (!max || used / max < REDIS_WARN) return [];
  return [
    {
      id: 'redis',
      level: used / max >= REDIS_BAD ? 'bad' : 'warn',
      title: `Redis uses ${Math.round((used / max) * 100)}% of its ${sizeText(max)}`,
      todo: 'At the limit it refuses writes, and no message is taken. Raise maxmemory, or lower TURN_RETENTION_DAYS.',
      section: 'stores',
    },
  ];
}

function modelAlarms({ name, state }: Model): Alarm[] {
  if (state === 'closed') return [];
  return [
    {
      id: `model ${name}`,
      level: state === 'open' ? 'bad' : 'warn',
      title: state === 'open' ? `The model ${name} fails` : `The model ${name} failed and was not asked since`,
      todo: 'Its last calls failed. Check the server, the key and the quota; replies say so or come from rules meanwhile.',
      section: 'models',
    },
  ];
}

function remoteAlarms({ name, state }: Fleet['remotes'][number]): Alarm[] {
  if (state === 'closed') return [];
  const isOpen = state === 'open';
  return [
    {
      id: `remote ${name}`,
      level: isOpen ? 'bad' : 'warn',
      title: isOpen ? `The remote agent ${name} gets no calls` : `The remote agent ${name} is being tried again`,
      todo: 'The last calls failed. Check its server and token; calls go on by themselves once it answers.',
      section: 'models',
    },
  ];
}

function drainAlarms({ workers }: Fleet): Alarm[] {
  return workers
    .filter(({ state }) => state !== 'serving')
    .map(({ id, host, pid, state }) => ({
      id: `drain ${id}`,
      level: 'warn',
      title: `The worker ${host}:${pid} ${state === 'drained' ? 'is drained' : 'drains'}`,
      todo:
        state === 'drained'
          ? `It has no jobs and takes none: stop it, or take the order back with medfleet drain ${host}:${pid} --undo`
          : 'It ends the jobs that it has and takes no more.',
      section: 'workers',
    }));
}

function versionAlarms({ version, workers }: Fleet): Alarm[] {
  const versions = [...new Set([version, ...workers.map((worker) => worker.version)])];
  if (versions.length === 1) return [];
  return [
    {
      id: 'versions',
      level: 'warn',
      title: `Versions differ: ${versions.join(', ')}`,
      todo: 'That is fine during an update. Otherwise restart the processes of the older version, workers first.',
      section: 'workers',
    },
  ];
}
