/**
 * A second reader for what no strong frame has: how much do the words around a weak frame sound like an emergency? A logistic model
 * over hashed words, pairs and pieces of words, trained by test/train/red-flags.ts from our own cases. It can add an alarm, and
 * never takes one away.
 */
import { once } from '../text/cache.ts';
import { readClassifier } from '../triage/classifier.ts';
import { type Bag, createBag, topicFeatures } from '../triage/features.ts';
import type { Message, Token } from './words.ts';

export const URGENCY_BITS = 16;
/** Chosen so that of ordinary messages one in a hundred more is alarmed. */
export const LEAST_VOTE = Number(process.env.VOTE ?? 2);
/** How many words before and after the evidence are read with it, within its sentences. */
const AROUND = 10;

const bag = createBag(URGENCY_BITS);
const classifier = once(() => readClassifier('red-flag-urgency', URGENCY_BITS, 0));

/** Above zero it sounds like an emergency. */
export function urgencyOf(message: Message, evidence: { from: number; to: number }): number {
  return classifier().score(urgencyFeatures(message, evidence));
}

export function urgencyFeatures({ tokens }: Message, { from, to }: { from: number; to: number }): Bag {
  const [first, last] = [tokens[from] as Token, tokens[to] as Token];
  const words = tokens
    .slice(Math.max(0, from - AROUND), to + AROUND + 1)
    .filter(({ sentence }) => sentence >= first.sentence && sentence <= last.sentence)
    .map(({ fold }) => (fold >= '0' && fold < ':' ? '0' : fold));
  return topicFeatures(bag, words);
}
