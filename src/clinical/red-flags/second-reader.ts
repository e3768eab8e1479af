/**
 * A second reader for what no strong rule has: which words of a message sound like an emergency? A logistic model over hashed words,
 * pairs and pieces of words, trained by test/train/red-flags.ts from our own cases. With a weak frame its vote makes an alarm; it
 * never takes one away. It reads a message in short stretches, so that what stands elsewhere in it changes nothing.
 */
import { once } from '../text/cache.ts';
import { readClassifier } from '../triage/classifier.ts';
import { type Bag, createBag, hashOf, SEED, start, topicFeatures } from '../triage/features.ts';
import type { Found } from './phrases.ts';
import type { Message, Token } from './words.ts';

type Stretch = { from: number; to: number };

export const URGENCY_BITS = 16;
/**
 * How sure it must be beside a frame of one need, of two and of three or more. Chosen so that of our ordinary messages not one in a
 * hundred more is alarmed.
 */
const LEAST_VOTES = [2.5, 2, 1.5] as const;
const LEAST_VOTE = Math.min(...LEAST_VOTES);
/** A longer sentence, or one without marks, is read in parts that overlap. */
const LONGEST_PART = 24;
const STEP = 12;

export const NUMBER = '0';

const bag = createBag(URGENCY_BITS);
const classifier = once(() => readClassifier('red-flag-urgency', URGENCY_BITS, 0));

/** Is the vote enough for a frame of so many needs? */
export function agrees(vote: number, needs: number): boolean {
  return vote > (LEAST_VOTES[Math.min(needs, LEAST_VOTES.length) - 1] ?? LEAST_VOTE);
}

/** The parts of a message that sound like an emergency, with how much. */
export function urgentParts(message: Message, found: readonly Found[]): (Stretch & { vote: number })[] {
  return partsOf(message).flatMap((part) => {
    const vote = classifier().score(urgencyFeatures(message, found, part));
    return vote > LEAST_VOTE ? [{ ...part, vote }] : [];
  });
}

/** Its words, and what they mean by the lexicon: a word that no case has had counts by its meaning. */
export function urgencyFeatures({ tokens }: Message, found: readonly Found[], { from, to }: Stretch): Bag {
  const words = tokens.slice(from, to + 1).map(wordOf);
  topicFeatures(bag, words);
  for (const one of found) if (one.from >= from && one.to <= to) bag.add(hashOf(start(SEED.role), one.concept));
  return bag.bag;
}

/** A word as the readers learn it: every number is the same one. */
export function wordOf({ fold, plain = fold }: Token): string {
  return fold >= '0' && fold < ':' ? NUMBER : plain;
}

/** Its sentences, and the long ones in parts. */
export function partsOf({ tokens }: Message): Stretch[] {
  const parts: Stretch[] = [];
  let begin = 0;
  for (let at = 1; at <= tokens.length; at += 1) {
    if (at < tokens.length && tokens[at]?.sentence === tokens[begin]?.sentence) continue;
    let from = begin;
    while (at - from > LONGEST_PART) {
      parts.push({ from, to: from + LONGEST_PART - 1 });
      from += STEP;
    }
    parts.push({ from, to: at - 1 });
    begin = at;
  }
  return parts;
}
