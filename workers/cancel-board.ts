/**
 * Which jobs of this process belong to which task, so that a cancel sent anywhere in the fleet aborts them here. It comes by pub/sub and
 * may be missed; then the run stops at its next step, because a task that has ended accepts no more writes.
 */
import type { Redis } from 'ioredis';
import type { Keys } from '../src/engine/task/keys.ts';
import { AppError } from '../src/platform/errors.ts';

type Cancel = (reason: AppError) => void;

export type Watched = {
  /** The task's own deadline, where it has one. */
  endBy(deadlineMs: number | null): void;
  release(): void;
};

export type CancelBoard = {
  /** Calls `cancel` when the job's time is up or its task is cancelled, until it is released. */
  watch(taskId: string | undefined, cancel: Cancel, timeoutMs: number): Watched;
};

export async function createCancelBoard(subscriber: Redis, keys: Keys): Promise<CancelBoard> {
  const channel = keys.cancel_channel();
  const running = new Map<string, Set<Cancel>>();
  subscriber.on('message', (from: string, taskId: string) => {
    if (from !== channel) return;
    for (const cancel of running.get(taskId) ?? []) cancel(new AppError('cancelled', 'The task was cancelled.'));
  });
  await subscriber.subscribe(channel);

  return {
    watch(taskId, cancel, timeoutMs) {
      const jobs = taskId === undefined ? undefined : (running.get(taskId) ?? new Set());
      jobs?.add(cancel);
      if (taskId !== undefined && jobs) running.set(taskId, jobs);
      const late = (message: string) => () => cancel(new AppError('timeout', message));
      const timers = [setTimeout(late('The job took longer than its limit.'), timeoutMs)];
      return {
        endBy(deadlineMs) {
          if (deadlineMs === null) return;
          const rest = Math.max(0, deadlineMs - Date.now());
          if (rest < timeoutMs) timers.push(setTimeout(late('The task was not done by its deadline.'), rest));
        },
        release() {
          for (const timer of timers) clearTimeout(timer);
          jobs?.delete(cancel);
          if (taskId !== undefined && jobs?.size === 0) running.delete(taskId);
        },
      };
    },
  };
}
