/**
 * Results that are kept for the next time they are asked for, within a limit: what strangers write must not fill the memory of a process.
 * Nobody may change a kept result: the next caller gets the same object.
 */
import { LRUCache } from 'lru-cache';

type Moment = { now: Date; timezone: string };

/** Letters of all texts that are kept: some hundred messages of sixty words with their clauses, or a few of the longest ones. */
const TEXT_LETTERS = 200_000;

/** Everything that was read of a text, by the number of the cache: a text is looked up once, whoever asks, and forgotten as a whole. */
const texts = new LRUCache<string, unknown[]>({
  maxSize: TEXT_LETTERS,
  // The newest text is kept even if it is longer than the limit.
  sizeCalculation: (_results, text) => Math.min(Math.max(1, text.length), TEXT_LETTERS),
});
/** The text that was asked for last: one finding after another asks for the same. */
let last: { text: string; results: unknown[] } = { text: '', results: [] };
let caches = 0;

/** A function of a word, a name or another short key. Half of the limit is forgotten at once, which costs less than a queue of uses. */
export function memoized<T>(find: (key: string) => T, max = 5_000): (key: string) => T {
  let recent = new Map<string, T>();
  let older = new Map<string, T>();
  return (key) => {
    const known = recent.get(key);
    if (known !== undefined || recent.has(key)) return known as T;
    const value = older.has(key) ? (older.get(key) as T) : find(key);
    if (recent.size >= max / 2) [older, recent] = [recent, new Map()];
    recent.set(key, value);
    return value;
  };
}

/** The result for each of the last texts: triage, the extractors, the consultant and the red flags of a turn read the same message. */
export function createTextCache<T extends object>(): (text: string, make: () => T) => T {
  const place = caches;
  caches += 1;
  return (text, make) => {
    const results = resultsOf(text);
    results[place] ??= make();
    return results[place] as T;
  };
}

/** The same where the result depends on when and where it is asked for: of each text the last moment is kept. */
export function createMomentCache<T>(): (text: string, moment: Moment, make: () => T) => T {
  const kept = createTextCache<{ last: { now: number; timezone: string; value: T } | null }>();
  return (text, { now, timezone }, make) => {
    const known = kept(text, () => ({ last: null }));
    if (known.last?.now === now.getTime() && known.last.timezone === timezone) return known.last.value;
    const value = make();
    known.last = { now: now.getTime(), timezone, value };
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

function resultsOf(text: string): unknown[] {
  if (last.text === text) return last.results;
  let results = texts.get(text);
  if (!results) {
    results = [];
    texts.set(text, results);
  }
  last = { text, results };
  return results;
}
