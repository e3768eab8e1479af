/**
 * Results that are kept for the next time they are asked for, within a limit: what strangers write must not fill the memory of a process.
 * Nobody may change a kept result: the next caller gets the same object.
 */

type Moment = { now: Date; timezone: string };

/** A list of results for each key. At half of the limit the older half is forgotten at once, which costs less than a queue of uses. */
class Kept {
  #recent = new Map<string, unknown[]>();
  #older = new Map<string, unknown[]>();
  #size = 0;
  readonly #limit: number;
  readonly #sizeOf: (key: string) => number;

  constructor(limit: number, sizeOf: (key: string) => number) {
    this.#limit = limit;
    this.#sizeOf = sizeOf;
  }

  of(key: string): unknown[] {
    return this.#recent.get(key) ?? this.#renew(key);
  }

  #renew(key: string): unknown[] {
    const results = this.#older.get(key) ?? [];
    if (this.#size >= this.#limit / 2) {
      this.#older = this.#recent;
      this.#recent = new Map();
      this.#size = 0;
    }
    this.#recent.set(key, results);
    this.#size += this.#sizeOf(key);
    return results;
  }
}

/** What was read of the last texts, by the number of the cache. By letters: some hundred messages with their clauses, or a few of the longest. */
const texts = new Kept(200_000, (text) => text.length + 1);
/** The text that was asked for last: one finding after another asks for the same. */
let last: { text: string; results: unknown[] } = { text: '', results: [] };
let caches = 0;

/** What was found of words and names, by the number of the function: some twenty thousand, or fewer long ones. */
const words = new Kept(600_000, (word) => word.length + 20);
let functions = 0;

/**
 * A function of a word or a name. One reader after another asks about the words of a message: they share one table, of which the part
 * that holds these words is in the processor's cache after the first of them. Twenty tables would never be.
 */
export function ofWord<T extends NonNullable<unknown> | null>(find: (word: string) => T): (word: string) => T {
  const place = functions;
  functions += 1;
  return (word) => {
    const results = words.of(word);
    const known = results[place];
    if (known !== undefined) return known as T;
    const value = find(word);
    results[place] = value;
    return value;
  };
}

/** A function of another key, with few results. */
export function memoized<T>(find: (key: string) => T, max: number): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    if (!known.has(key)) {
      if (known.size >= max) known.clear();
      known.set(key, find(key));
    }
    return known.get(key) as T;
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
  if (last.text !== text) last = { text, results: texts.of(text) };
  return last.results;
}
