/**
 * A job's writes into its task, in the order in which they were put here. What is put in one turn of the event loop goes out as one
 * write. Writes do not wait for one another: they go over one connection, which keeps their order, so a finished step is on its way at
 * once even while an earlier write is unanswered. The store refuses all writes of a claim that was lost.
 */
import type { Claim, RunStore } from './run-store.ts';
import type { Write } from './writes.ts';

export type Outbox = {
  /** Sent at the end of this turn of the event loop at the latest. Whatever builds on it must flush first. */
  put(...writes: Write[]): void;
  /** Sends what was put so far and waits until all of it is written. */
  flush(): Promise<void>;
};

export function createOutbox(store: Pick<RunStore, 'write'>, claim: Claim): Outbox {
  let waiting: Write[] = [];
  let sent = 0;
  let timer: NodeJS.Immediate | undefined;
  /** Settles with all writes so far; rejects with the first that failed. */
  let latest: Promise<void> = Promise.resolve();

  function send(): Promise<void> {
    clearImmediate(timer);
    timer = undefined;
    if (waiting.length === 0) return latest;
    const batch = waiting;
    waiting = [];
    sent += 1;
    const before = latest;
    const write = store.write(claim, sent, batch);
    latest = Promise.all([before, write]).then(() => undefined);
    // Whoever flushes next is told; a failure that nobody waits for must not end the process.
    latest.catch(() => undefined);
    return latest;
  }

  return {
    put(...writes) {
      waiting.push(...writes);
      timer ??= setImmediate(send);
    },
    flush: send,
  };
}
