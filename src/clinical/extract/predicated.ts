/**
 * Findings that are said of their noun: "my thyroid is slow", "the prostate's enlarged", "bones are thin". The vocabulary has them with
 * the adjective in front ("slow thyroid", "enlarged prostate"), so that the two are only turned round.
 */
import { patternsOf } from '../text/patterns.ts';
import { termNamed } from '../vocabulary/find-terms.ts';
import type { Finding } from './complaints.ts';

const { pattern } = patternsOf('extract', 'predicated');

/** A form of "be" and an adjective. */
const SAID = pattern('SAID', 'giu');
/** The one or two words before them. */
const SUBJECT = pattern('SUBJECT', 'iu');
/** Letters of the longest subject, and one that shows where it begins. */
const REACH = 28;
/** Other words for the same. */
const SAME: Readonly<Record<string, string>> = {
  big: 'enlarged',
  large: 'enlarged',
  swollen: 'enlarged',
  slow: 'underactive',
};
const SURE = 0.75;

export function predicatedIn(text: string): Finding[] {
  const found: Finding[] = [];
  let from = 0;
  SAID.lastIndex = 0;
  for (let said = SAID.exec(text); said; said = SAID.exec(text)) {
    const subject = SUBJECT.exec(text.slice(Math.max(from, said.index - REACH), said.index))?.groups;
    if (!subject) {
      SAID.lastIndex = said.index + 1;
      continue;
    }
    from = SAID.lastIndex;
    const finding = findingOf(subject, String(said.groups?.state), said.index, from);
    if (finding) found.push(finding);
  }
  return found;
}

/** `nounEnd`: where the noun ends; `end`: where the adjective does. */
function findingOf(
  { first = '', noun = '' }: Record<string, string>,
  state: string,
  nounEnd: number,
  end: number,
): Finding | null {
  const adjective = state.toLowerCase();
  for (const said of [adjective, SAME[adjective]]) {
    if (!said) continue;
    for (const named of [`${first}${noun}`, noun]) {
      const term = termNamed(`${said} ${named}`, ['condition', 'symptom']);
      if (term) return { term, start: nounEnd - named.length, end, confidence: SURE };
    }
  }
  return null;
}
