/**
 * What a job writes into its turn while it works goes out in the order in which it was put in here. One write is under way at a time
 * and takes along everything that has gathered; so what nobody waits for shares the round trip of what comes after it, a run's last
 * words go out with its result, and runs that end side by side in one job end in one go.
 */
import type { RunStore } from './run-store.ts';
import type { Write } from './writes.ts';

export type Outbox = {
  /** Whatever builds on it must flush first. */
  put(...writes: Write[]): void;
  /** Waits until all that was put in so far is written. */
  flush(): Promise<void>;
};

export function createOutbox(store: Pick<RunStore, 'write'>, turnId: string): Outbox {
  let waiting: Write[] = [];
  let next: Promise<void> | null = null;
  /** The last write. Once one has failed they all do: an order with gaps would be none. */
  let latest: Promise<void> = Promise.resolve();

  function send(): Promise<void> {
    if (next) return next;
    const sent = latest.then(() => {
      const batch = waiting;
      waiting = [];
      next = null;
      return store.write(turnId, batch);
    });
    // Whoever flushes next is told; a failure that nobody waits for must not end the process.
    sent.catch(() => undefined);
    next = sent;
    latest = sent;
    return sent;
  }

  return {
    put(...writes) {
      waiting.push(...writes);
    },
    flush: () => (waiting.length > 0 ? send() : latest),
  };
}
