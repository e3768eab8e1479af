/** The words of a text that say something, as stems: by them notes, todos and events are found and compared. */
import { stemmer } from 'stemmer';

const FILLERS: ReadonlySet<string> = new Set(
  `a an the my your our his her their me i you we it its is are was were be been am do does did of in on at to for from with and or that
   this these those have has had will would please about`.split(/\s+/),
);

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Longer runs of letters are no words, and stemming one takes time. */
const MAX_WORD = 64;

/** All words in lower case, in the order of the text. */
export function wordsOf(text: string): string[] {
  return (text.normalize('NFKC').toLowerCase().match(WORD) ?? []).map((word) => word.slice(0, MAX_WORD));
}

/** Stems without fillers; with them where there is nothing else ("to do" is one). */
export function stemsOf(text: string): string[] {
  const words = wordsOf(text);
  const telling = words.filter((word) => !FILLERS.has(word));
  return (telling.length > 0 ? telling : words).map(stemmer);
}

/** Equal for texts that differ in case, punctuation, fillers and endings only. */
export function sameness(text: string): string {
  return stemsOf(text).join(' ');
}

/** Items whose text is the wanted one; if there is none, those that have all of its words. */
export function matching<T>(items: readonly T[], wanted: string, textOf: (item: T) => string): T[] {
  const stems = stemsOf(wanted);
  if (stems.length === 0) return [];
  const same = items.filter((item) => sameness(textOf(item)) === stems.join(' '));
  if (same.length > 0) return same;
  return items.filter((item) => {
    const has = new Set(stemsOf(textOf(item)));
    return stems.every((stem) => has.has(stem));
  });
}
