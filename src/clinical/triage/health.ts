/**
 * Is this message about health at all? The first gate of triage: a small trained classifier decides, from the words and the clues.
 * In doubt the answer is yes: to refuse a health question is worse than to accept another one.
 */

import { patternsOf } from '../text/patterns.ts';
import type { TermMatch } from '../vocabulary/find-terms.ts';
import { readClassifier } from './classifier.ts';
import { CLUES, cluesOf, evidenceOf, type Seen } from './clues.ts';
import { createBag, TOPIC_BITS, topicFeatures, wordsIn } from './features.ts';

const { pattern } = patternsOf('triage', 'health');

export type Health = {
  health: boolean;
  /** The higher, the surer it is health. */
  score: number;
  /** The evidence, for the log. */
  evidence: string;
  /** Words of other subjects. */
  other: number;
  words: readonly string[];
};

/** Above this it is health: where sources that training had not seen gave 0.97 of health at 0.02 of the rest. */
const HEALTH_FROM = 0.05;
/** Below this, whose it is does not matter any more ("fold my hand"). */
const SURELY_NOT = -2.2;
/** Somebody has it: then the words of other subjects only say where ("I get a headache when I code"). */
const SUFFERS = pattern('SUFFERS', '');
/** What somebody can have, if there is nothing else in it: "my daughter has a temperature". */
const HAD: ReadonlySet<string> = new Set(['condition', 'symptom', 'observation']);
const ASKS_RECORD = pattern('ASKS_RECORD', '');
/** After what is measured: "peak flow 280", "weight was 71.4". */
const READS = /^[ :=-]{0,3}(?:(?:is|was|of|at) )?\d/;
const OWN_PART = /\b(?:my|his|her|our) (?:left |right |upper |lower |whole |big |little )?$/;

/** Whose the first parts are tells whose the others are. */
const MOST_PARTS = 20;

const bag = createBag(TOPIC_BITS);
const classifier = readClassifier('triage-health', TOPIC_BITS, CLUES);

/** `plain` comes from plainText. */
export function healthOf(plain: string, terms: readonly TermMatch[]): Health {
  const words = wordsIn(plain);
  const seen = cluesOf(plain, words, terms);
  const score = classifier.score(topicFeatures(bag, words), seen.clues);
  const health = score > HEALTH_FROM || (score > SURELY_NOT && !seen.figure && isSomebodys(plain, seen, terms));
  return { health, score, evidence: evidenceOf(health, seen, terms), other: seen.other, words };
}

/** In doubt it is health if somebody has what the vocabulary names, states a reading, asks for the record or speaks of their own body. */
function isSomebodys(plain: string, { named, other }: Seen, terms: readonly TermMatch[]): boolean {
  if (ASKS_RECORD.test(plain)) return true;
  if (other === 0 && terms.some(({ term, text }) => term.kind === 'observation' && READS.test(after(plain, text))))
    return true;
  const nameable = named > 0 || (other === 0 && terms.some(({ term }) => HAD.has(term.kind)));
  if (nameable && SUFFERS.test(plain)) return true;
  return (
    other === 0 && terms.slice(0, MOST_PARTS).some(({ term, text }) => term.kind === 'body_site' && isOwn(plain, text))
  );
}

function after(plain: string, part: string): string {
  const at = plain.indexOf(part.toLowerCase());
  return at < 0 ? '' : plain.slice(at + part.length, at + part.length + 20);
}

function isOwn(plain: string, part: string): boolean {
  const at = plain.indexOf(part.toLowerCase());
  return at > 0 && OWN_PART.test(plain.slice(Math.max(0, at - 30), at));
}
