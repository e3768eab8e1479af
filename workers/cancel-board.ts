/**
 * Which jobs of this process belong to which turn, so that a cancel said anywhere in the fleet aborts them here. The word comes by
 * pub/sub; it may be missed, and then the run stops at its next step, because an ended turn takes no more writes.
 */
import type { Redis } from 'ioredis';
import { AppError } from '../src/platform/errors.ts';
import type { Keys } from '../src/platform/keys.ts';

export type CancelBoard = {
  /** A signal for one job: fires when BullMQ cancels it, its time is up, or its turn is cancelled. */
  watch(turnId: string | undefined, signal: AbortSignal, timeoutMs: number): { signal: AbortSignal; release(): void };
};

export async function createCancelBoard(subscriber: Redis, keys: Keys): Promise<CancelBoard> {
  const running = new Map<string, Set<AbortController>>();
  subscriber.on('message', (channel: string, turnId: string) => {
    if (channel !== keys.cancelChannel) return;
    for (const job of running.get(turnId) ?? []) job.abort(new AppError('cancelled', 'The turn was cancelled.'));
  });
  await subscriber.subscribe(keys.cancelChannel);

  return {
    watch(turnId, signal, timeoutMs) {
      const own = new AbortController();
      const jobs = turnId === undefined ? new Set<AbortController>() : (running.get(turnId) ?? new Set());
      jobs.add(own);
      if (turnId !== undefined) running.set(turnId, jobs);
      const timer = setTimeout(
        () => own.abort(new AppError('timeout', 'The job took longer than its limit.')),
        timeoutMs,
      );
      const passOn = () => own.abort(signal.reason);
      if (signal.aborted) passOn();
      else signal.addEventListener('abort', passOn, { once: true });
      return {
        signal: own.signal,
        release() {
          clearTimeout(timer);
          signal.removeEventListener('abort', passOn);
          jobs.delete(own);
          if (turnId !== undefined && jobs.size === 0) running.delete(turnId);
        },
      };
    },
  };
}
