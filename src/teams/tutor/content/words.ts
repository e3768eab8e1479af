/** The words of a text that carry its meaning, for comparing two texts. */
import { wordSet } from '../../../clinical/index.ts';

const EMPTY = wordSet(
  'a an the of in on for to and or with without by from at as is are was be been it its this that these those which who not no ' +
    'than more less most very can may into over up out too also such often mostly usually',
);
const STEM = 6;
const WORD = /[\p{L}\p{N}]+(?:[.,]\p{N}+)*/gu;

/** Lower case, without the plural's s: "Kidneys" and "kidney" are one. */
export function contentWords(text: string): Set<string> {
  const words = text.toLowerCase().match(WORD) ?? [];
  return new Set(
    words.filter((word) => !EMPTY.has(word)).map((word) => (word.length > 3 ? word.replace(/s$/, '') : word)),
  );
}

/** From 0 to 1: how much of the smaller set is in the other. */
export function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [small, large] = one.size <= other.size ? [one, other] : [other, one];
  if (small.size === 0) return 0;
  return [...small].filter((word) => large.has(word)).length / small.size;
}

/** The beginnings of the words: "narrow" and "narrowed" are one. For telling what might be the same, where too much does no harm. */
export function stems(text: string): Set<string> {
  return new Set([...contentWords(text)].map((word) => word.slice(0, STEM)));
}
