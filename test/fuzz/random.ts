/** Random choices that a seed repeats. */
export type Random = {
  /** From 0 to 1, without 1. */
  next(): number;
  /** A whole number from 0, below `below`. */
  below(below: number): number;
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
};

/** mulberry32: small, fast, and good enough to choose requests. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { next, below, chance: (share) => next() < share, pick: (list) => list[below(list.length)] as never };
}
