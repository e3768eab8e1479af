/**
 * Results that are kept for the next time they are asked for, within a limit: what strangers write must not fill the memory of a process.
 * Nobody may change a kept result: the next caller gets the same object.
 */
import { LRUCache } from 'lru-cache';

type Moment = { now: Date; timezone: string };

/** Letters of the texts in one cache: some hundred messages of sixty words, or a few of the longest ones, which are the dear ones. */
const TEXT_LETTERS = 100_000;

/** A function of a word, a name or another short key. */
export function memoized<T>(find: (key: string) => T, max = 5_000): (key: string) => T {
  const kept = new LRUCache<string, { value: T }>({ max });
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined) return known.value;
    const value = find(key);
    kept.set(key, { value });
    return value;
  };
}

/** The result for each of the last texts: triage, the extractors, the consultant and the red flags of a turn read the same message. */
export function createTextCache<T extends object>(): (text: string, make: () => T) => T {
  const kept = new LRUCache<string, T>({
    maxSize: TEXT_LETTERS,
    // The newest text is kept even if it is longer than the limit.
    sizeCalculation: (_value, text) => Math.min(Math.max(1, text.length), TEXT_LETTERS),
  });
  return (text, make) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    const made = make();
    kept.set(text, made);
    return made;
  };
}

/** The same where the result depends on when and where it is asked for: of each text the last moment is kept. */
export function createMomentCache<T>(): (text: string, moment: Moment, make: () => T) => T {
  const texts = createTextCache<{ last: { now: number; timezone: string; value: T } | null }>();
  return (text, { now, timezone }, make) => {
    const kept = texts(text, () => ({ last: null }));
    if (kept.last?.now === now.getTime() && kept.last.timezone === timezone) return kept.last.value;
    const value = make();
    kept.last = { now: now.getTime(), timezone, value };
    return value;
  };
}

/** A value that is made when it is first asked for. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
