/** A number of places, each with its number; whoever finds none free waits in order. */

export type Slots = {
  use<T>(signal: AbortSignal, work: (slot: number) => Promise<T>): Promise<T>;
  /** When no place is taken. */
  idle(): Promise<void>;
};

type Waiting = (slot: number) => void;

export function createSlots(count: number): Slots {
  const free = Array.from({ length: count }, (_, index) => index);
  const waiting: Waiting[] = [];
  let whenIdle: (() => void)[] = [];

  function take(signal: AbortSignal): Promise<number> {
    signal.throwIfAborted();
    const slot = free.shift();
    if (slot !== undefined) return Promise.resolve(slot);
    return new Promise((resolve, reject) => {
      const next: Waiting = (given) => {
        signal.removeEventListener('abort', giveUp);
        resolve(given);
      };
      const giveUp = () => {
        waiting.splice(waiting.indexOf(next), 1);
        reject(signal.reason);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      waiting.push(next);
    });
  }

  function giveBack(slot: number): void {
    const next = waiting.shift();
    if (next) next(slot);
    else free.push(slot);
    if (free.length < count) return;
    for (const resolve of whenIdle) resolve();
    whenIdle = [];
  }

  return {
    async use(signal, work) {
      const slot = await take(signal);
      try {
        return await work(slot);
      } finally {
        giveBack(slot);
      }
    },
    async idle() {
      if (free.length < count) await new Promise<void>((resolve) => whenIdle.push(resolve));
    },
  };
}
