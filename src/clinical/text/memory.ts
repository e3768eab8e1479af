/**
 * What was worked out for the last texts. Triage, the four extractors, the consultant and the red flags of a turn ask about the same
 * message, and a busy process has some fifty turns under way, so that the very last text alone would mostly be another turn's.
 */

/** A hundred messages of sixty words. Long texts leave sooner, so that they cannot fill the memory of a process. */
const MOST_LETTERS = 40_000;

/** `key` is the text; where the answer depends on the moment too, see dates/moment-memory.ts. Nobody may change what comes back: the next one gets the same. */
export function createMemory<T extends object>(): (key: string, make: () => T) => T {
  const kept = new Map<string, T>();
  let letters = 0;
  return (key, make) => {
    const known = kept.get(key);
    if (known) return known;
    const made = make();
    if (!kept.has(key)) letters += key.length;
    kept.set(key, made);
    for (const oldest of kept.keys()) {
      if (letters <= MOST_LETTERS || oldest === key) break;
      kept.delete(oldest);
      letters -= oldest.length;
    }
    return made;
  };
}
