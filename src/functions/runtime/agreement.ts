/** How far several drafts agree, from 0 to 1: the share of words that two of them have in common, on average over all pairs. */

type Counts = ReadonlyMap<string, number>;

export function agreementOf(drafts: readonly unknown[]): number {
  const counted = drafts.map((draft) => countWords(leavesOf(draft)));
  const pairs = counted.flatMap((one, index) => counted.slice(index + 1).map((other) => common(one, other)));
  if (pairs.length === 0) return 1;
  return Math.round((pairs.reduce((sum, share) => sum + share, 0) / pairs.length) * 100) / 100;
}

/** Keys are the same in all drafts and say nothing. */
function leavesOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leavesOf);
  return value === undefined ? [] : [String(value)];
}

function countWords(texts: readonly string[]): Counts {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Dice's coefficient. */
function common(one: Counts, other: Counts): number {
  const all = total(one) + total(other);
  if (all === 0) return 1;
  let shared = 0;
  for (const [word, count] of one) shared += Math.min(count, other.get(word) ?? 0);
  return (2 * shared) / all;
}

function total(counts: Counts): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
