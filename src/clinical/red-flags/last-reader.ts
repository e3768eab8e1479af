/**
 * The last reader, for emergencies that no rule has a word of: does a message as a whole sound like one? A logistic model over hashed
 * words, pairs and pieces of words, trained by test/train/last-reader.ts on messages of many authors. It is asked only where nothing else
 * raised an alarm, and takes none away. It reads every run of neighbouring sentences and goes by the most urgent one, so that a sentence
 * before or after an emergency cannot silence it. Words of another time or world are not read.
 */
import { once } from '../text/cache.ts';
import { readClassifier } from '../triage/classifier.ts';
import { type Bag, createBag, topicFeatures } from '../triage/features.ts';
import type { Assertions } from './assertion.ts';
import { NUMBER, wordOf } from './second-reader.ts';
import type { Message, Span, Token } from './words.ts';

/** The first and the last token, and the features of what stands there. */
export type Unit = { from: number; to: number; buckets: Int32Array };
type Run = { from: number; to: number; vote: number };

export const LAST_READER_BITS = 16;
/** How sure it must be. Chosen so that of ordinary messages not one in a hundred more is alarmed (docs/evaluation.md). */
const LEAST_VOTE = 1.2;
/** In tokens. A sentence without marks is cut into units; a run is about one thing. */
const LONGEST_UNIT = 20;
const LONGEST_RUN = 100;
const MOST_TOKENS = 1_500;
/** Words that add to the vote. Fewer say too little, and what so few can say has rules. */
const LEAST_WORDS = 23;
/** Of the words of a unit: a list of values has rules of its own (values.ts). */
const MOST_NUMBERS = 0.25;

const bag = createBag(LAST_READER_BITS);
const classifier = once(() => readClassifier('red-flag-last-reader', LAST_READER_BITS, 0));

/** Where the most urgent run of a message stands, if it is urgent enough. `since`: what it must reach. */
export function urgentRun(message: Message, assertions: Assertions, since = 0): Span | null {
  const read = classifier();
  const tokens = heardOf(message, assertions);
  const units = unitsOf(tokens).map(({ from, to, buckets }) => ({
    from,
    to,
    count: buckets.length,
    sum: read.sum({ buckets, count: buckets.length }),
  }));
  const first = since === 0 ? 0 : tokens.findIndex(({ start }) => start >= since);
  const best = first < 0 ? null : mostUrgent(units, read.scoreOf, first);
  if (!best || best.vote <= LEAST_VOTE) return null;
  return { start: tokens[best.from]?.start ?? 0, end: tokens[best.to]?.end ?? 0 };
}

/** The words that are not of a film, the news, a course, an animal or years ago. */
export function heardOf({ tokens }: Message, assertions: Assertions): Token[] {
  return tokens.slice(0, MOST_TOKENS).filter(({ start }) => assertions.isOfNow(start));
}

type Summed = { from: number; to: number; count: number; sum: number };

/** `scoreOf`: of the sum of the weights of so many features. */
export function mostUrgent(
  units: readonly Summed[],
  scoreOf: (sum: number, count: number) => number,
  since = 0,
): Run | null {
  let best: Run | null = null;
  for (let first = 0; first < units.length; first += 1) {
    const { from } = units[first] as Summed;
    let [sum, count, words] = [0, 0, 0];
    for (let last = first; last < units.length; last += 1) {
      const unit = units[last] as Summed;
      if (last > first && unit.to - from >= LONGEST_RUN) break;
      sum += unit.sum;
      count += unit.count;
      if (unit.sum > 0) words += unit.to - unit.from + 1;
      if (unit.to < since || words < LEAST_WORDS) continue;
      const vote = scoreOf(sum, count);
      if (!best || vote > best.vote) best = { from, to: unit.to, vote };
    }
  }
  return best;
}

/** Sentences, and the long ones in pieces, each with its features. */
export function unitsOf(tokens: readonly Token[]): Unit[] {
  const units: Unit[] = [];
  const { length } = tokens;
  let from = 0;
  for (let at = 1; at <= length; at += 1) {
    const goesOn = at < length && tokens[at]?.sentence === tokens[from]?.sentence && at - from < LONGEST_UNIT;
    if (goesOn) continue;
    const words = tokens.slice(from, at).map(wordOf);
    const numbers = words.filter((word) => word === NUMBER).length;
    if (numbers <= words.length * MOST_NUMBERS) {
      const { buckets, count }: Bag = topicFeatures(bag, words);
      units.push({ from, to: at - 1, buckets: buckets.slice(0, count) });
    }
    from = at;
  }
  return units;
}
