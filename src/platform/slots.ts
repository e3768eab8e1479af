/**
 * A number of places, each with its number. Whoever finds none free waits in order; those who wait for different owners (tenants) get places in
 * turns, so that nobody waits for all the work of another.
 */

export type Slots = {
  use<T>(signal: AbortSignal, work: (slot: number) => Promise<T>, owner?: string): Promise<T>;
  waiting(): number;
  /** When no place is taken. */
  idle(): Promise<void>;
};

type Waiting = (slot: number) => void;

export function createSlots(count: number): Slots {
  const free = Array.from({ length: count }, (_, index) => index);
  /** By owner; the first owner is the next one. */
  const waiting = new Map<string, Waiting[]>();
  let whenIdle: (() => void)[] = [];

  function take(signal: AbortSignal, owner: string): Promise<number> {
    signal.throwIfAborted();
    const slot = free.shift();
    if (slot !== undefined) return Promise.resolve(slot);
    return new Promise((resolve, reject) => {
      const next: Waiting = (given) => {
        signal.removeEventListener('abort', giveUp);
        resolve(given);
      };
      const giveUp = () => {
        const left = (waiting.get(owner) ?? []).filter((one) => one !== next);
        if (left.length > 0) waiting.set(owner, left);
        else waiting.delete(owner);
        reject(signal.reason);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      waiting.set(owner, [...(waiting.get(owner) ?? []), next]);
    });
  }

  function giveBack(slot: number): void {
    const [owner, [next, ...others] = []] = waiting.entries().next().value ?? [];
    if (owner === undefined || !next) free.push(slot);
    else {
      waiting.delete(owner);
      if (others.length > 0) waiting.set(owner, others);
      next(slot);
    }
    if (free.length < count) return;
    for (const resolve of whenIdle) resolve();
    whenIdle = [];
  }

  return {
    async use(signal, work, owner = '') {
      const slot = await take(signal, owner);
      try {
        return await work(slot);
      } finally {
        giveBack(slot);
      }
    },
    waiting: () => [...waiting.values()].reduce((sum, { length }) => sum + length, 0),
    async idle() {
      if (free.length < count) await new Promise<void>((resolve) => whenIdle.push(resolve));
    },
  };
}
