/**
 * Gathers what is asked for in one turn of the event loop, by however many jobs of the process, and sends it as one call. Under load a
 * round trip then serves many jobs; alone, a request waits for the end of the current turn of the loop.
 */

/** More would keep Redis from other clients for too long. */
const MAX_BATCH = 50;

type Waiting<I, O> = { item: I; resolve: (answer: O) => void; reject: (reason: unknown) => void };

/** `send` answers for all items, in their order. */
export function gatherPerTick<I, O>(send: (items: I[]) => Promise<O[]>): (item: I) => Promise<O> {
  let waiting: Waiting<I, O>[] = [];

  function flush(): void {
    const all = waiting;
    waiting = [];
    for (let from = 0; from < all.length; from += MAX_BATCH) void sendBatch(all.slice(from, from + MAX_BATCH));
  }

  async function sendBatch(batch: Waiting<I, O>[]): Promise<void> {
    try {
      const answers = await send(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as O);
    } catch (thrown) {
      for (const { reject } of batch) reject(thrown);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push({ item, resolve, reject });
    });
}
