/**
 * Findings that are said of their noun: "my thyroid is slow", "the prostate's enlarged", "bones are thin". The vocabulary has them with
 * the adjective in front ("slow thyroid", "enlarged prostate"), so that the two are only turned round.
 */
import { matchesOf } from '../text/matches.ts';
import { patternsOf } from '../text/patterns.ts';
import { termNamed } from '../vocabulary/find-terms.ts';
import type { Finding } from './complaints.ts';

const { pattern } = patternsOf('extract', 'predicated');

/** One or two words, a form of "be", and an adjective. */
const SAID_OF = pattern('SAID_OF', 'giu');
/** Other words for the same. */
const SAME: Readonly<Record<string, string>> = {
  big: 'enlarged',
  large: 'enlarged',
  swollen: 'enlarged',
  slow: 'underactive',
};
const SURE = 0.75;

export function predicatedIn(text: string): Finding[] {
  return matchesOf(SAID_OF, text).flatMap((match): Finding[] => {
    const { first = '', noun = '', state = '' } = match.groups ?? {};
    const adjective = state.toLowerCase();
    for (const said of [adjective, SAME[adjective]]) {
      if (!said) continue;
      for (const named of [`${first}${noun}`, noun]) {
        const term = termNamed(`${said} ${named}`, ['condition', 'symptom']);
        const start = match.index + (named === noun ? first.length : 0);
        if (term) return [{ term, start, end: match.index + match[0].length, confidence: SURE }];
      }
    }
    return [];
  });
}
