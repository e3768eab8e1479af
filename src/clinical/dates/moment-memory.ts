/** What was worked out for the last texts, where the answer depends on when and where it is asked: the last moment of each text is kept. */
import { createMemory } from '../text/memory.ts';
import type { Moment } from './local-time.ts';

type Kept<T> = { now: number; timezone: string; value: T };

/** Nobody may change what comes back: the next one gets the same. */
export function createMomentMemory<T>(): (text: string, moment: Moment, make: () => T) => T {
  const texts = createMemory<{ last: Kept<T> | null }>();
  return (text, { now, timezone }, make) => {
    const kept = texts(text, () => ({ last: null }));
    if (kept.last?.now === now.getTime() && kept.last.timezone === timezone) return kept.last.value;
    const value = make();
    kept.last = { now: now.getTime(), timezone, value };
    return value;
  };
}
