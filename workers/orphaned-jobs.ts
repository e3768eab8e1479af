/**
 * Releases jobs that Redis has assigned to this process and that never arrived: the connection broke before the answer came. The lock
 * names this process, so no other would take them before it expires. Checked after every reconnect.
 */
import type { JobReleaser } from '../queues/release-jobs.ts';
import { AppError } from '../src/platform/errors.ts';
import type { Log } from '../src/platform/log.ts';
import type { RedisClient } from '../src/platform/lua.ts';
import { asRedisOutage } from '../src/platform/redis-errors.ts';
import type { HostedQueue } from './job-host.ts';

/** An answer that did arrive has become a running job by then: answers of one connection come in order, within milliseconds. */
const SETTLE_MS = 1_000;

type Parts = { connection: RedisClient; hosted: HostedQueue[]; releaser: JobReleaser; log: Log };

export function releaseOrphans({ connection, hosted, releaser, log }: Parts): { stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let seen = connection.status === 'ready';

  const notRunning = async ({ queue, worker, running }: HostedQueue): Promise<string[]> => {
    const held = await releaser.heldBy(queue, [worker.id]);
    const ids = new Set([...running].map((job) => job.id));
    return held.filter((id) => !ids.has(id));
  };
  /** Not running in two checks, so neither just begun nor just finished. */
  const check = async (before?: string[][]): Promise<void> => {
    try {
      const found = await Promise.all(hosted.map(notRunning));
      if (!before) return again(found);
      for (const [index, one] of hosted.entries()) {
        const orphans = (found[index] ?? []).filter((id) => before[index]?.includes(id));
        const jobs = await releaser.release(one.queue, [one.worker.id], orphans);
        if (jobs > 0) log.warn({ queue: one.queue, jobs }, 'jobs.orphaned');
      }
    } catch (thrown) {
      // After an outage, the next reconnect checks again.
      const error = asRedisOutage(thrown);
      if (!(error instanceof AppError)) log.error({ err: error }, 'workers.watch_failed');
    }
  };
  const again = (found?: string[][]) => {
    clearTimeout(timer);
    timer = setTimeout(() => void check(found), SETTLE_MS);
  };
  const onReady = () => {
    if (seen) again();
    seen = true;
  };
  connection.on('ready', onReady);
  return {
    stop() {
      clearTimeout(timer);
      connection.off('ready', onReady);
    },
  };
}
