/** Where things stand in a text, whatever their case and the spaces between their words: "neural network" at a line's end too. */
import { lineNumbers, type Span } from './lines.ts';

export type Place = Span & { line: number };

export type Finder = {
  /** At most `limit` places, from an offset on. Only whole words are found. */
  find(item: string, limit: number, from?: number): Place[];
  placeOf(span: Span): Place;
};

const WORD_CHARACTER = /[\p{L}\p{M}\p{N}_]/u;

export function finderIn(text: string): Finder {
  const lineOf = lineNumbers(text);
  const { folded, offsetOf, foldedFrom } = fold(text);
  const placeOf = ({ start, end }: Span): Place => ({ start, end, line: lineOf(start) });
  return {
    placeOf,
    find(item, limit, from = 0) {
      const sought = fold(item.trim()).folded;
      const found: Place[] = [];
      if (sought === '') return found;
      let at = folded.indexOf(sought, foldedFrom(from));
      while (at >= 0 && found.length < limit) {
        const end = at + sought.length;
        if (isWhole(folded, at, end)) found.push(placeOf({ start: offsetOf(at), end: offsetOf(end - 1) + 1 }));
        at = folded.indexOf(sought, end);
      }
      return found;
    },
  };
}

function isWhole(text: string, start: number, end: number): boolean {
  const joined = (before: number) =>
    before >= 0 && WORD_CHARACTER.test(text.charAt(before)) && WORD_CHARACTER.test(text.charAt(before + 1));
  return !joined(start - 1) && !joined(end - 1);
}

/** In lower case, with one space for each run of them, and the way back to the offsets of the text. */
function fold(text: string) {
  const lower = text.toLowerCase();
  // A few letters become two in lower case; offsets would no longer be true.
  const source = lower.length === text.length ? lower : text;
  const parts: string[] = [];
  /** From `at` in the folded text on, offsets differ by `missing`. */
  const cuts: { at: number; missing: number }[] = [{ at: 0, missing: 0 }];
  let [last, missing] = [0, 0];
  for (const { 0: run, index } of source.matchAll(/\s+/g)) {
    parts.push(source.slice(last, index), ' ');
    last = index + run.length;
    missing += run.length - 1;
    if (run.length > 1) cuts.push({ at: last - missing, missing });
  }
  parts.push(source.slice(last));
  const cutBefore = (isBefore: (cut: { at: number; missing: number }) => boolean) => {
    let [low, high] = [0, cuts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (isBefore(cuts[middle] as (typeof cuts)[number])) low = middle;
      else high = middle;
    }
    return cuts[low]?.missing ?? 0;
  };
  return {
    folded: parts.join(''),
    offsetOf: (at: number) => at + cutBefore((cut) => cut.at <= at),
    foldedFrom: (offset: number) => offset - cutBefore((cut) => cut.at + cut.missing <= offset),
  };
}
