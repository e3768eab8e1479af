/**
 * A job's writes into its task, in the order in which they were put here. What is put in one turn of the event loop goes out as one
 * write. Writes do not wait for one another: they go over one connection, which keeps their order, so a finished step is on its way at
 * once even while an earlier write is unanswered. The store refuses all writes of a claim that was lost.
 */
import type { Claim, RunStore } from './run-store.ts';
import type { Write } from './writes.ts';

export type Outbox = {
  /** Sent at the end of this turn of the event loop. Whatever builds on it must flush first. */
  put(...writes: Write[]): void;
  /** Waits until all that was put so far is written. */
  flush(): Promise<void>;
};

export function createOutbox(store: Pick<RunStore, 'write'>, claim: Claim): Outbox {
  let waiting: Write[] = [];
  let sent = 0;
  /** Settles with all writes so far; rejects with the first that failed. */
  let latest: Promise<void> = Promise.resolve();

  function take(): { number: number; writes: Write[] } {
    const last = waiting.findLastIndex(isProgress);
    // Of several, only the latest progress is sent.
    const writes = waiting.map((one, at): Write => (at < last && isProgress(one) ? ['log', one[1], '', ''] : one));
    waiting = [];
    sent += 1;
    return { number: sent, writes };
  }

  return {
    put(...writes) {
      const isFirst = waiting.length === 0;
      waiting.push(...writes);
      if (!isFirst) return;
      latest = Promise.all([latest, store.write(claim, take)]).then(() => undefined);
      // Whoever flushes next is told; a failure that nobody waits for must not end the process.
      latest.catch(() => undefined);
    },
    flush: () => latest,
  };
}

function isProgress([kind, , progress]: Write): boolean {
  return kind === 'log' && progress !== '';
}
