/**
 * A second reader for what no strong rule has: which words of a message sound like an emergency? A logistic model over hashed words,
 * pairs and pieces of words, trained by test/train/red-flags.ts from our own cases. With a weak frame its vote makes an alarm; it
 * never takes one away. It reads a message in short stretches, so that what stands elsewhere in it changes nothing.
 */
import { once } from '../text/cache.ts';
import { readClassifier } from '../triage/classifier.ts';
import { type Bag, createBag, topicFeatures } from '../triage/features.ts';
import type { Message } from './words.ts';

type Stretch = { from: number; to: number };

export const URGENCY_BITS = 16;
/** Chosen so that of ordinary messages at most one in a hundred more is alarmed. */
const LEAST_VOTE = Number(process.env.VOTE ?? 2);
/** A longer sentence, or one without marks, is read in parts that overlap. */
const LONGEST_PART = 24;
const STEP = 12;

const bag = createBag(URGENCY_BITS);
const classifier = once(() => readClassifier('red-flag-urgency', URGENCY_BITS, 0));

/** The parts of a message that sound like an emergency, with how much. */
export function urgentParts(message: Message): (Stretch & { vote: number })[] {
  return partsOf(message).flatMap((part) => {
    const vote = classifier().score(urgencyFeatures(message, part));
    return vote > LEAST_VOTE ? [{ ...part, vote }] : [];
  });
}

export function urgencyFeatures({ tokens }: Message, { from, to }: Stretch): Bag {
  const words = tokens.slice(from, to + 1).map(({ fold }) => (fold >= '0' && fold < ':' ? '0' : fold));
  return topicFeatures(bag, words);
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
