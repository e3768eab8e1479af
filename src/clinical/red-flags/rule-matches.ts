/** Where the needs of one rule stand together in a message. */
import type { Found } from './phrases.ts';
import { type Need, type Rule, WHOLE_MESSAGE, WHOLE_STORY } from './rule-table.ts';
import type { Message, Span, Token } from './words.ts';

/** Where each concept stands: those that were found, and those that rules make of others. */
export type Concepts = ReadonlyMap<string, readonly Found[]>;
export type Stretch = { from: number; to: number };
/** `parts`: one for each need. */
export type Match = Stretch & { parts: Stretch[] };

/** Of a word that is repeated many times only the first few are tried. */
const MOST_TRIED = 24;
/** In a message, what is said within this many sentences belongs together. */
const NEAR_SENTENCES = 2;
const NEAR_WORDS = 30;
/** Beyond this a message is a document, about more than one day. */
const STORY_WORDS = 150;

/** Each place where the needs stand together: for each of the first need, the nearest of the others. What is claimed comes first. */
export function* matches({ needs, unless, apart }: Rule, message: Message, concepts: Concepts): Generator<Match> {
  const lists: Found[][] = [];
  for (const { names } of needs) {
    const list =
      names.length === 1 ? concepts.get(names[0] as string) : names.flatMap((name) => concepts.get(name) ?? []);
    if (!list || list.length === 0) return;
    lists.push(list.slice(0, MOST_TRIED));
  }
  // A word that only a later need can have is left to it.
  const sole = lists.map((list) => (list.length === 1 ? list : []));
  const later = apart ? lists.map((_, nth) => sole.slice(nth + 1).flat()) : [];
  for (const first of lists[0] as Found[]) {
    const parts: Stretch[] = [first];
    let { from, to } = first;
    for (let nth = 1; nth < lists.length; nth += 1) {
      const need = needs[nth] as Need;
      const taken = apart ? [...parts, ...(later[nth] as Found[])] : NO_PARTS;
      const next = nearest(lists[nth] as Found[], first, message, need.reach, taken);
      if (!next) break;
      parts.push(next);
      if (!need.lasts) ({ from, to } = union({ from, to }, next));
    }
    if (parts.length < lists.length) continue;
    const found = { from, to };
    if (unless.some((name) => concepts.get(name)?.some((one) => isSaidOf(message, one, first, found)))) continue;
    yield { ...found, parts };
  }
}

/**
 * Whether an exception is said of what was found: near it, and in the same part of its sentence ("my boyfriend hits me, my therapist
 * knows" is no therapy). "Numb, like after the dentist" is no visit to one.
 */
function isSaidOf(message: Message, one: Found, first: Found, { from, to }: Stretch): boolean {
  if (sentenceOf(message, one) !== sentenceOf(message, first)) return false;
  const [before, after] = one.from > to ? [to, one.from] : [one.to, from];
  const between = spanBetween(message, before, after);
  if (after - before > EXCEPTION_REACH || PART_ENDS.test(between)) return false;
  return ![1, 2, 3].some((step) => message.tokens[one.from - step]?.fold === 'like');
}

/** The words between two tokens; empty where they overlap. */
function spanBetween({ text, tokens }: Message, before: number, after: number): string {
  return after > before ? text.slice(tokens[before]?.end, tokens[after]?.start) : '';
}

/** In words. */
const EXCEPTION_REACH = 12;
const PART_ENDS = /[,;:]|\band (?:i|my|he|she|we)\b/i;
const NO_PARTS: readonly Stretch[] = [];

/** Of those that overlap none of `taken`. */
function nearest(
  list: readonly Found[],
  first: Found,
  message: Message,
  reach: number,
  taken: readonly Stretch[],
): Found | null {
  let best: Found | null = null;
  let least = Number.POSITIVE_INFINITY;
  const sentence = sentenceOf(message, first);
  for (const one of list) {
    const apart = one.from > first.to ? one.from - first.to - 1 : first.from > one.to ? first.from - one.to - 1 : 0;
    if (apart > least || (apart === 0 && one.concept === first.concept && one.from <= first.to && first.from <= one.to))
      continue;
    if (taken.some(({ from, to }) => one.from <= to && from <= one.to)) continue;
    if (isFar(Math.abs(sentenceOf(message, one) - sentence), apart, reach)) continue;
    best = one;
    least = apart;
  }
  return best;
}

function isFar(sentences: number, apart: number, reach: number): boolean {
  if (reach === WHOLE_STORY) return apart > STORY_WORDS;
  return reach === WHOLE_MESSAGE ? sentences > NEAR_SENTENCES || apart > NEAR_WORDS : sentences > 0 || apart > reach;
}

export function union(one: Stretch, other: Stretch): Stretch {
  return { from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) };
}

export function sentenceOf({ tokens }: Message, { from }: Stretch): number {
  return (tokens[from] as Token).sentence;
}

export function spanOf({ tokens }: Message, { from, to }: Stretch): Span {
  return { start: (tokens[from] as Token).start, end: (tokens[to] as Token).end };
}
