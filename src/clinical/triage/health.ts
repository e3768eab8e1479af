/**
 * Is this message about health at all? The first gate of triage: a small trained classifier decides, from the words and the clues.
 * In doubt the answer is yes: to refuse a health question is worse than to accept another one.
 */
import type { TermMatch } from '../vocabulary/find-terms.ts';
import { readClassifier } from './classifier.ts';
import { CLUES, cluesOf, evidenceOf, type Seen } from './clues.ts';
import { speaksOfOwn } from './contents.ts';
import { createBag, TOPIC_BITS, topicFeatures, wordsIn } from './features.ts';
import { withChildren } from './named-by-age.ts';

export type Health = {
  health: boolean;
  /** The higher, the surer it is health. */
  score: number;
  /** The evidence, for the log. */
  evidence: string;
  /** Words of other subjects. */
  other: number;
  /** Uses a medical word for something else. */
  figure: boolean;
  words: readonly string[];
};

/** Above this it is health: where rows that training had not seen gave 0.977 of health at 0.010 of the rest. */
const HEALTH_FROM = 0.2;

const bag = createBag(TOPIC_BITS);
const classifier = readClassifier('triage-health', TOPIC_BITS, CLUES);

/** `written` comes from plainText. */
export function healthOf(written: string, terms: readonly TermMatch[]): Health {
  const plain = withChildren(written);
  const words = wordsIn(plain);
  const seen = cluesOf(plain, words, terms);
  const score = classifier.score(topicFeatures(bag, words), seen.clues);
  const health = score > HEALTH_FROM || (isClear(seen) && speaksOfOwn(plain, terms));
  return { health, score, evidence: evidenceOf(health, seen, terms), other: seen.other, figure: seen.figure, words };
}

/** Nothing in it is of another subject. */
function isClear({ other, figure }: Seen): boolean {
  return other === 0 && !figure;
}
