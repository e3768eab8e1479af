/** Every message of our own, as something to change: emergencies, near misses, ordinary complaints and the cases of triage. */
import { familyNames, laterPhrasings, NEAR_MISSES, ORDINARY, phrasings } from '../eval/cases/red-flags/phrasings.ts';
import { readRows } from '../eval/rows.ts';

export function ownCases(): string[] {
  const triage = readRows<{ text: string }>(new URL('../eval/cases/triage.jsonl', import.meta.url).pathname);
  return [
    ...new Set([
      ...familyNames().flatMap(phrasings),
      ...laterPhrasings().map(({ text }) => text),
      ...phrasings(NEAR_MISSES),
      ...phrasings(ORDINARY),
      ...triage.map(({ text }) => text),
    ]),
  ];
}

/** So many of them, spread evenly. */
export function sample<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all];
  const step = all.length / most;
  return Array.from({ length: most }, (_, index) => all[Math.floor(index * step)] as T);
}
