/**
 * Sets aside a job that ends its process. BullMQ hands out a job again whose process has died, and cannot know whether the job was the
 * reason. Such a job is a suspect, and noted while it runs; a note that is still there at its next start means that its process has died
 * again. Then the job is set aside as `poison_job`, visible among the failed jobs, for a person to retry. If several are suspected they run
 * one at a time, so that those which only ran beside it go on.
 */
import type { Job } from 'bullmq';
import type { Keys } from '../src/engine/task/keys.ts';
import { AppError } from '../src/platform/errors.ts';
import type { RedisClient } from '../src/platform/lua.ts';
import { createSerialQueues } from '../src/platform/serial.ts';

/** Beside the names: several are suspected, and it is not known which of them it is. */
const SEVERAL = '*';
/** Who lives this long is no reason for a death. */
const SURVIVED_MS = 5 * 60_000;
const KEPT_SECONDS = 24 * 3600;

export type SuspectJob = Pick<Job, 'queueName' | 'id' | 'stalledCounter'>;
export type Suspects = {
  /** `journal`: the key of the steps that the job has finished. A job that got further than at its last start is not suspected. */
  run<T>(job: SuspectJob, journal: string | undefined, work: () => Promise<T>): Promise<T>;
};

export function createSuspects(redis: RedisClient, keys: Keys): Suspects {
  const alone = createSerialQueues();
  const notes = keys.suspects();

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
      const [noted, steps] = await Promise.all([redis.hgetall(notes), journal ? redis.hlen(journal) : 0]);
      const { [name]: note = '', [SEVERAL]: several, ...others } = noted;
      const [starts = 0, before = 0] = note.split('/').map(Number);
      const deaths = steps > before ? 0 : starts;
      if (deaths > 1 || (deaths === 1 && several === undefined)) {
        // Those that ran beside it are cleared with it.
        await redis.del(notes);
        throw new AppError('poison_job', 'Its process died each time that it ran. Retry it when the cause is removed.');
      }
      if (several !== undefined && note === '' && Object.keys(others).length === 0) await redis.hdel(notes, SEVERAL);
      const begin = () => watched(name, `${deaths + 1}/${steps}`, work);
      return deaths === 0 ? begin() : alone('', begin);
    },
  };
}
