/**
 * Gathers what is asked for in one turn of the event loop, by however many jobs of the process, and sends it as one call. Under load a
 * round trip then serves many jobs; alone, a request waits for the end of the current turn of the loop.
 */

/** A full batch is sent at once: under load a turn of the loop is long, and what waits for its end is lost if the process is killed. */
const FULL = 16;

type Waiting<I, O> = { item: I; resolve: (answer: O) => void; reject: (reason: unknown) => void };

/** `send` answers for all items, in their order. */
export function gatherPerTick<I, O>(send: (items: I[]) => Promise<O[]>): (item: I) => Promise<O> {
  let waiting: Waiting<I, O>[] = [];

  let timer: NodeJS.Immediate | undefined;

  async function flush(): Promise<void> {
    clearImmediate(timer);
    timer = undefined;
    const batch = waiting;
    waiting = [];
    try {
      const answers = await send(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as O);
    } catch (thrown) {
      for (const { reject } of batch) reject(thrown);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (waiting.length === FULL) void flush();
      else timer ??= setImmediate(flush);
    });
}
