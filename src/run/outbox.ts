/**
 * What a job writes into its turn while it works: steps for the journal, events for whoever follows, changes of state. It all goes out
 * in the order in which it was put in. One write is under way at a time and takes along everything that has gathered; so what nobody
 * waits for shares the round trip of what comes after it, and a run's last words go out with its result.
 */
import type { StateDelta } from '../memory/state.ts';
import type { RunEvent, RunStore, Write } from './run-store.ts';

export type Outbox = {
  tell(event: RunEvent): void;
  /** A finished step. Whatever builds on it must flush first, unless it is the end of the run, which takes it along. */
  note(field: string, entry: unknown): void;
  /** What a run has changed so far, for those it sets going. */
  save(changes: StateDelta): void;
  /** Waits until all that was put in so far is written. */
  flush(): Promise<void>;
  /** Lets another write take along what is not yet written; it keeps its place in the order. */
  carry(write: (unwritten: Write[]) => Promise<void>): Promise<void>;
};

export function createOutbox(store: Pick<RunStore, 'write'>, turnId: string): Outbox {
  let waiting: Write[] = [];
  let next: Promise<void> | null = null;
  /** The last write. Once one has failed they all do: an order with gaps would be none. */
  let latest: Promise<void> = Promise.resolve();

  function carry(write: (unwritten: Write[]) => Promise<void>): Promise<void> {
    const sent = latest.then(() => {
      const batch = waiting;
      waiting = [];
      return write(batch);
    });
    // Whoever flushes next is told; a failure that nobody waits for must not end the process.
    sent.catch(() => undefined);
    latest = sent;
    return sent;
  }

  function send(): Promise<void> {
    next ??= carry((batch) => {
      next = null;
      return batch.length > 0 ? store.write(turnId, batch) : Promise.resolve();
    });
    return next;
  }

  return {
    tell(event) {
      waiting.push({ event });
    },
    note(field, entry) {
      waiting.push({ field, json: JSON.stringify(entry) });
    },
    save(changes) {
      if (Object.keys(changes).length > 0) waiting.push({ changes });
    },
    flush: () => (waiting.length > 0 ? send() : latest),
    carry,
  };
}
