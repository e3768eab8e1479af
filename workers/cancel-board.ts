/**
 * Which jobs of this process belong to which turn, so that a cancel said anywhere in the fleet aborts them here. The word comes by
 * pub/sub; it may be missed, and then the run stops at its next step, because an ended turn takes no more writes.
 */
import type { Redis } from 'ioredis';
import { AppError } from '../src/platform/errors.ts';
import type { Keys } from '../src/platform/keys.ts';

type Cancel = (reason: AppError) => void;

export type CancelBoard = {
  /** Calls `cancel` when the job's time is up or its turn is cancelled, until it is released. */
  watch(turnId: string | undefined, cancel: Cancel, timeoutMs: number): { release(): void };
};

export async function createCancelBoard(subscriber: Redis, keys: Keys): Promise<CancelBoard> {
  const running = new Map<string, Set<Cancel>>();
  subscriber.on('message', (channel: string, turnId: string) => {
    if (channel !== keys.cancelChannel) return;
    for (const cancel of running.get(turnId) ?? []) cancel(new AppError('cancelled', 'The turn was cancelled.'));
  });
  await subscriber.subscribe(keys.cancelChannel);

  return {
    watch(turnId, cancel, timeoutMs) {
      const jobs = turnId === undefined ? undefined : (running.get(turnId) ?? new Set());
      jobs?.add(cancel);
      if (turnId !== undefined && jobs) running.set(turnId, jobs);
      const timer = setTimeout(() => cancel(new AppError('timeout', 'The job took longer than its limit.')), timeoutMs);
      return {
        release() {
          clearTimeout(timer);
          jobs?.delete(cancel);
          if (turnId !== undefined && jobs?.size === 0) running.delete(turnId);
        },
      };
    },
  };
}
