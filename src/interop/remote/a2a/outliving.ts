/**
 * Requests that outlive their caller for a moment. When a run ends while a message is on its way, only the answer says which task has
 * begun at the other side: it has to be noted for the next worker, or cancelled.
 */
import { RemoteFailure } from '../failure.ts';

const GRACE_MS = 5_000;

type Work<T> = {
  work(signal: AbortSignal): Promise<T>;
  /** With what came after the caller had gone. */
  late(value: T): void;
};

export type Outliving = {
  run<T>(signal: AbortSignal, work: Work<T>): Promise<T>;
  add(work: Promise<void>): void;
  /** When all of it is done; no part of it lasts long. */
  ended(): Promise<void>;
};

export function createOutliving(): Outliving {
  const under = new Set<Promise<void>>();

  function add(work: Promise<void>): void {
    const done = work.finally(() => under.delete(done));
    under.add(done);
  }

  return {
    add,
    run<T>(signal: AbortSignal, { work, late }: Work<T>): Promise<T> {
      signal.throwIfAborted();
      const own = new AbortController();
      return new Promise<T>((resolve, reject) => {
        let timer: NodeJS.Timeout | undefined;
        const leave = () => {
          // What took too long has had its time.
          const isLate = signal.reason instanceof RemoteFailure;
          if (isLate) own.abort(signal.reason);
          else timer = setTimeout(() => own.abort(signal.reason), GRACE_MS);
          reject(signal.reason);
        };
        signal.addEventListener('abort', leave, { once: true });
        const settled = work(own.signal).then((value) => (signal.aborted ? late(value) : resolve(value)), reject);
        add(
          settled.finally(() => {
            clearTimeout(timer);
            signal.removeEventListener('abort', leave);
          }),
        );
      });
    },
    async ended() {
      while (under.size > 0) await Promise.all(under);
    },
  };
}
