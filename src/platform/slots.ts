/**
 * A number of places, each with its number. Whoever finds none free waits in order; those who wait for different owners (tenants) get places in
 * turns, so that nobody waits for all the work of another; and none has more than `perOwner` places at a time.
 */

export type Slots = {
  use<T>(signal: AbortSignal, work: (slot: number) => Promise<T>, owner?: string): Promise<T>;
  waiting(): number;
  /** When no place is taken. */
  idle(): Promise<void>;
};

type Waiting = (slot: number) => void;

export function createSlots(count: number, perOwner = count): Slots {
  const free = Array.from({ length: count }, (_, index) => index);
  /** By owner; the first owner is the next one. */
  const waiting = new Map<string, Waiting[]>();
  const held = new Map<string, number>();
  let whenIdle: (() => void)[] = [];

  const mayHave = (owner: string) => (held.get(owner) ?? 0) < perOwner;

  function hold(owner: string, change: 1 | -1): void {
    const places = (held.get(owner) ?? 0) + change;
    if (places > 0) held.set(owner, places);
    else held.delete(owner);
  }

  function take(signal: AbortSignal, owner: string): Promise<number> {
    signal.throwIfAborted();
    const slot = mayHave(owner) ? free.shift() : undefined;
    if (slot !== undefined) {
      hold(owner, 1);
      return Promise.resolve(slot);
    }
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

  function giveBack(slot: number, from: string): void {
    hold(from, -1);
    const [owner, [next, ...others] = []] = [...waiting].find(([one]) => mayHave(one)) ?? [];
    if (owner === undefined || !next) free.push(slot);
    else {
      waiting.delete(owner);
      if (others.length > 0) waiting.set(owner, others);
      hold(owner, 1);
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
        giveBack(slot, owner);
      }
    },
    waiting: () => [...waiting.values()].reduce((sum, { length }) => sum + length, 0),
    async idle() {
      if (free.length < count) await new Promise<void>((resolve) => whenIdle.push(resolve));
    },
  };
}
