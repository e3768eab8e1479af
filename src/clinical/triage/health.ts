/**
 * Is this message about health at all? The first gate of triage: a small trained classifier decides, from the words and the clues.
 * It leans towards yes: a health question turned away is worse than an odd one let in.
 */
import type { TermMatch } from '../vocabulary/find-terms.ts';
import { readClassifier } from './classifier.ts';
import { CLUES, cluesOf, evidenceOf } from './clues.ts';
import { createBag, TOPIC_BITS, topicFeatures, wordsIn } from './features.ts';

export type Health = {
  health: boolean;
  /** Above zero is health; the further, the surer. */
  score: number;
  /** What it stands on, for the log. */
  evidence: string;
  /** Words of other trades. */
  other: number;
};

/** Somebody has it: then the words of other trades only say where ("I get a headache when I code"). */
const SUFFERS =
  /\b(?:i|we|he|she)(?:'ve|'m)? (?:\w+ )?(?:have|has|had|get|gets|got|getting|feel|feels|suffer|suffers|having)\b(?! to\b)/;

const bag = createBag(TOPIC_BITS);
const classifier = readClassifier('triage-health', TOPIC_BITS, CLUES);

/** `plain` comes from plainText. */
export function healthOf(plain: string, terms: readonly TermMatch[]): Health {
  const words = wordsIn(plain);
  const seen = cluesOf(plain, words, terms);
  const score = classifier.score(topicFeatures(bag, words), seen.clues);
  return {
    health: score > 0 || (seen.named > 0 && !seen.figure && SUFFERS.test(plain)),
    score,
    evidence: evidenceOf(seen, terms),
    other: seen.other,
  };
}
