/**
 * Sets aside a job that ends its process. BullMQ hands out a job again whose process has died, and cannot know whether the job was the
 * reason. Such a job is a suspect, and noted while it runs; a note that is still there at its next start means that its process has died
 * again, unless Redis was started anew or failed over meanwhile: then the note may only have come back. After some deaths (DEATHS) the job
 * is set aside as `poison_job`, visible among the failed jobs, for a person to retry. If several are suspected they run one at a time in the
 * end, so that those which only ran beside it go on.
 */
import type { Job } from 'bullmq';
import { type Keys, LAYOUT } from '../src/engine/task/keys.ts';
import { AppError } from '../src/platform/errors.ts';
import { callScript, defineScript, type RedisClient } from '../src/platform/lua.ts';
import { createSerialQueues } from '../src/platform/serial.ts';

/** Beside the names: several are suspected, and it is not known which of them it is. */
const SEVERAL = '*';
/**
 * Noted deaths after which a job is set aside. Several are suspected where a process with many jobs was killed: then it takes more, because
 * whatever kills processes from outside meets some of them again (seen in `npm run chaos` with 2: 7 of 3,000 turns, none with 5). Those that
 * were met a third time run one at a time.
 */
const DEATHS = { ofOne: 1, ofSeveral: 5, oneAtATime: 3 };
/** Who lives this long is no reason for a death. */
const SURVIVED_MS = 5 * 60_000;
const KEPT_SECONDS = 24 * 3600;

export type SuspectJob = Pick<Job, 'queueName' | 'id' | 'stalledCounter'>;
export type Suspects = {
  /** `journal`: the key of the steps that the job has finished. A job that got further than at its last start is not suspected. */
  run<T>(job: SuspectJob, journal: string | undefined, work: () => Promise<T>): Promise<T>;
};

/** `steps`: how many the job has finished. `server`: another one after each start of Redis and each fail-over. */
type Seen = { noted: Map<string, string>; steps: number; server: string };
type Answer = [noted: string[], steps: number, server: string];

/** ARGV: the key of the job's journal, or ''. */
const readSuspects = defineScript(
  'read_suspects',
  LAYOUT,
  `
local steps = ARGV[1] ~= '' and redis.call('HLEN', ARGV[1]) or 0
return { redis.call('HGETALL', key_suspects()), steps, string.match(redis.call('INFO', 'server'), 'run_id:(%w+)') or '' }
`,
);

export function createSuspects(redis: RedisClient, keys: Keys): Suspects {
  const alone = createSerialQueues();
  const notes = keys.suspects();

  async function look(journal: string | undefined): Promise<Seen> {
    const [noted, steps, server] = (await callScript(redis, readSuspects, keys.tag, [journal ?? ''])) as Answer;
    const names = noted.filter((_, index) => index % 2 === 0);
    return { noted: new Map(names.map((name, index) => [name, noted[2 * index + 1] ?? ''])), steps, server };
  }

  async function watched<T>(name: string, note: string, work: () => Promise<T>): Promise<T> {
    await redis.hset(notes, name, note);
    // Each looks after it has written, so that of those that begin at once one sees the others.
    if ((await redis.hlen(notes)) > 1) await redis.hset(notes, SEVERAL, 1);
    await redis.expire(notes, KEPT_SECONDS);
    const clear = () => redis.hdel(notes, name).catch(() => undefined);
    const survived = setTimeout(clear, SURVIVED_MS);
    try {
      return await work();
    } finally {
      clearTimeout(survived);
      await clear();
    }
  }

  return {
    async run(job, journal, work) {
      if (job.stalledCounter === 0) return work();
      const name = `${job.queueName}:${job.id}`;
      const { noted, steps, server } = await look(journal);
      const note = noted.get(name) ?? '';
      const [starts = 0, before = 0] = note.split('/').map(Number);
      const deaths = steps > before || !note.endsWith(`/${server}`) ? 0 : starts;
      const several = noted.has(SEVERAL);
      if (deaths >= (several ? DEATHS.ofSeveral : DEATHS.ofOne)) {
        // Those that ran beside it are cleared with it.
        await redis.del(notes);
        throw new AppError('poison_job', 'Its process died each time that it ran. Retry it when the cause is removed.');
      }
      if (several && noted.size === 1) await redis.hdel(notes, SEVERAL);
      const begin = () => watched(name, `${deaths + 1}/${steps}/${server}`, work);
      return deaths < DEATHS.oneAtATime ? begin() : alone('', begin);
    },
  };
}
