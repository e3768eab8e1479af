/** The interface of what is measured: it runs a turn and reports its end. */
import type { Worker } from 'bullmq';

export type Contender = {
  name: string;
  /** Starts one turn; resolves when the turn's own job has completed. */
  turn(): Promise<void>;
  /**
   * Turns done so far, counted by their jobs: turns that were started together end together, so whole turns would come in waves that
   * distort a measurement of a few seconds.
   */
  done(): number;
};

export function turnsDone(workers: Worker[], jobsPerTurn: number): () => number {
  let jobs = 0;
  for (const worker of workers)
    worker.on('completed', (job) => {
      if (job.name !== 'upkeep') jobs += 1;
    });
  return () => jobs / jobsPerTurn;
}

/** Promises for jobs, resolved by the worker's own event: the same for all contenders, and without further round trips. */
export function completions(worker: Worker): (start: (jobId: string) => Promise<void>, jobId: string) => Promise<void> {
  const waiting = new Map<string, { done: () => void; fail: (error: Error) => void }>();
  worker.on('completed', (job) => {
    waiting.get(String(job.id))?.done();
    waiting.delete(String(job.id));
  });
  worker.on('failed', (job, error) => {
    waiting.get(String(job?.id))?.fail(error);
    waiting.delete(String(job?.id));
  });
  return async (start, jobId) => {
    const ended = new Promise<void>((done, fail) => {
      waiting.set(jobId, { done, fail });
    });
    await start(jobId);
    await ended;
  };
}
