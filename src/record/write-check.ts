/** Proves that a store can be written: a disk that is full, or a store that has become read-only, still answers every read. */

/** A load balancer asks every second or so, and each write waits for the disk. */
const INTERVAL_MS = 5_000;

/** At most one write at a time, and none for a while after one that worked. One that failed is tried again with the next question. */
export function createWriteCheck(write: () => Promise<unknown>): () => Promise<void> {
  let worked = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;
  const check = async (): Promise<void> => {
    try {
      await write();
      worked = performance.now();
    } finally {
      running = undefined;
    }
  };
  return async () => {
    if (performance.now() - worked < INTERVAL_MS) return;
    running ??= check();
    await running;
  };
}
