/** How much of what one short text says is said by another: by the weights of their stems. */
import { type Term, termsAndParts, termsOf } from './words.ts';

export type Stems = ReadonlyMap<string, number>;

export function stemsOf(terms: readonly Term[]): Stems {
  return new Map(terms.map(({ stem, weight }) => [stem, weight]));
}

/** The share of `said` that `by` says too, 0 to 1. What says nothing is said by everything. */
export function share(said: Stems, by: { has(stem: string): boolean }): number {
  let [all, shared] = [0, 0];
  for (const [stem, weight] of said) {
    all += weight;
    if (by.has(stem)) shared += weight;
  }
  return all === 0 ? 1 : shared / all;
}

/** What both say, divided by what either says. */
export function similarity(one: Stems, other: Stems): number {
  let [all, shared] = [0, 0];
  for (const [stem, weight] of one) {
    all += weight;
    if (other.has(stem)) shared += weight;
  }
  for (const [stem, weight] of other) if (!one.has(stem)) all += weight;
  return all === 0 ? 1 : shared / all;
}

/** The share of a text's stems that stand anywhere in another. */
export function coverage(text: string, stems: { has(stem: string): boolean }): number {
  return share(stemsOf(termsOf(text)), stems);
}

export function allStems(text: string): ReadonlySet<string> {
  return new Set(termsAndParts(text).map(({ stem }) => stem));
}
