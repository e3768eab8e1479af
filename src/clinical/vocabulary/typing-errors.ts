/**
 * The vocabulary word that a mistyped one stands for: "diabtes", "ibuprofin", "headahce". One typing error in a word of six letters or
 * more, two in one of ten or more; two neighbours in the wrong order are one typing error. The first letter must be right, as it
 * nearly always is. Where two words are equally near there is no guess: a wrong medicine is worse than none.
 *
 * A word with k typing errors keeps at least one of its k+1 parts unchanged, so words are indexed by their parts and only a few have
 * to be compared, however many there are.
 */
import { ofWord } from '../text/cache.ts';

const ONE_ERROR_FROM = 6;
const TWO_ERRORS_FROM = 10;
const LETTERS = /^[a-z]+$/;
const OPPOSITES = [
  ['hypo', 'hyper'],
  ['pre', 'post'],
  ['hemi', 'hemo'],
] as const;
type Words = Pick<ReadonlySet<string>, 'has' | 'keys'>;

export class TypingErrors {
  readonly #words: Words;
  readonly #shortest: number;
  /** By length, by part: the words that have these letters there. Made for a length when a word of about that length is looked up. */
  readonly #byPart: Map<string, string[]>[][] = [];
  readonly #nearestOnce = ofWord((word) => this.#nearest(word));

  /** `shortest`: of how many letters a word must be to be guessed at. */
  constructor(words: Words, shortest = ONE_ERROR_FROM) {
    this.#words = words;
    this.#shortest = shortest;
  }

  /** The one nearest word, or null. */
  meant(word: string): string | null {
    const [first = null, another] = this.nearest(word);
    return another === undefined ? first : null;
  }

  /** All that are equally near, for callers that prefer a wrong guess to none. */
  nearest(word: string): readonly string[] {
    return word.length < this.#shortest || !LETTERS.test(word) ? [] : this.#nearestOnce(word);
  }

  #nearest(word: string): string[] {
    let nearest: string[] = [];
    let least = Number.POSITIVE_INFINITY;
    for (const candidate of this.#candidates(word)) {
      const allowed = errorsIn(Math.min(word.length + 1, candidate.length));
      const slips = distance(word, candidate, allowed);
      if (slips > allowed || areOpposites(word, candidate)) continue;
      if (slips < least) [nearest, least] = [[candidate], slips];
      else if (slips === least) nearest.push(candidate);
    }
    return nearest;
  }

  #indexOf(length: number): Map<string, string[]>[] {
    const known = this.#byPart[length];
    if (known) return known;
    const words = [...this.#words.keys()].filter((word) => word.length === length && LETTERS.test(word));
    const made = partsOf(length).map(([from, to]) => {
      const index = new Map<string, string[]>();
      for (const word of words) {
        const letters = word.slice(from, to);
        const same = index.get(letters);
        if (same) same.push(word);
        else index.set(letters, [word]);
      }
      return index;
    });
    this.#byPart[length] = made;
    return made;
  }

  #candidates(word: string): Set<string> {
    const found = new Set<string>();
    const reach = errorsIn(word.length + 1);
    for (let length = Math.max(this.#shortest, word.length - reach); length <= word.length + reach; length += 1) {
      const byPart = this.#indexOf(length);
      for (let part = 0; part < byPart.length; part += 1) {
        const [from, to] = partsOf(length)[part] as [number, number];
        // The first part keeps its offset, the last its distance from the end; those between may have moved.
        const moved = word.length - length;
        const [least, most] = part === 0 ? [0, 0] : part === byPart.length - 1 ? [moved, moved] : [-1, 1];
        for (let shift = least; shift <= most; shift += 1)
          for (const known of byPart[part]?.get(word.slice(from + shift, to + shift)) ?? [])
            if (known[0] === word[0]) found.add(known);
      }
    }
    // Two letters swapped across the border of two parts change both; with three parts, one is unchanged.
    const parts = partsOf(word.length);
    if (parts.length === 2) {
      const border = parts[1]?.[0] as number;
      const swapped = `${word.slice(0, border - 1)}${word[border]}${word[border - 1]}${word.slice(border + 1)}`;
      if (this.#words.has(swapped)) found.add(swapped);
    }
    return found;
  }
}

/** These differ by two letters and mean the opposite, so they are not corrected. */
function areOpposites(left: string, right: string): boolean {
  return OPPOSITES.some(
    ([one, other]) =>
      (left.startsWith(one) && right.startsWith(other)) || (left.startsWith(other) && right.startsWith(one)),
  );
}

function errorsIn(length: number): number {
  return length >= TWO_ERRORS_FROM ? 2 : 1;
}

const PARTS: [number, number][][] = [];

function partsOf(length: number): [number, number][] {
  const known = PARTS[length];
  if (known) return known;
  const count = errorsIn(length) + 1;
  const size = Math.floor(length / count);
  const parts = Array.from({ length: count }, (_, part): [number, number] => [
    part * size,
    part === count - 1 ? length : (part + 1) * size,
  ]);
  PARTS[length] = parts;
  return parts;
}

/** The last three rows of costs, used again for each pair of words. */
const rows: [number[], number[], number[]] = [[], [], []];

/** Optimal string alignment: insert, delete, replace, swap neighbours. More than `most` is given as most + 1. */
function distance(left: string, right: string, most: number): number {
  if (Math.abs(left.length - right.length) > most) return most + 1;
  let [before, previous, current] = rows;
  for (let column = 0; column <= right.length; column += 1) previous[column] = column;
  for (let row = 1; row <= left.length; row += 1) {
    const letter = left.charCodeAt(row - 1);
    let least = row;
    current[0] = row;
    for (let column = 1; column <= right.length; column += 1) {
      const other = right.charCodeAt(column - 1);
      let cost = Math.min(
        (previous[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (previous[column - 1] as number) + (letter === other ? 0 : 1),
      );
      const swap =
        row > 1 && column > 1 && letter === right.charCodeAt(column - 2) && left.charCodeAt(row - 2) === other;
      if (swap) cost = Math.min(cost, (before[column - 2] as number) + 1);
      current[column] = cost;
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    [before, previous, current] = [previous, current, before];
  }
  return Math.min(previous[right.length] as number, most + 1);
}
