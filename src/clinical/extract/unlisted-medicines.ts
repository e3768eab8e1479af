/**
 * Medicines that are in no table: words that the tagger takes for a medicine and that are written like one. They pass for terms, so
 * that dose, status and context are read as for any other; and as for any other, a name alone does not mean that somebody takes it.
 */

import { isLay, isReport, tellsOfSomebody } from '../tagger/register.ts';
import { tagAround, tagText } from '../tagger/tag.ts';
import { isUnknownWord, wordFacts } from '../tagger/token-facts.ts';
import { countWords } from '../text/count-words.ts';
import { patternsOf } from '../text/patterns.ts';
import type { Stretch } from '../text/places.ts';
import { overlapping } from '../text/places.ts';
import { readingOf } from '../text/reading.ts';
import type { TermMatch } from '../vocabulary/find-terms.ts';

const { pattern } = patternsOf('extract', 'unlisted-medicines');

// How sure the tagger must be: docs/decisions/015.
const SURE = { report: 0.5, withDose: 0.5, patient: 0.8 };
const MOST_WORDS = 3;
/** Letters of such a name. */
const SHORTEST = 4;
/** Says that it is a medicine, not which. */
const NO_NAME = pattern('NO_NAME', 'i');

/** "Dr. Adeyemi": a name of somebody. */
const TITLE_BEFORE = /\b(?:dr|doctor|prof|professor|mr|mrs|ms|miss|nurse|sister)\.?\s+$/i;
const TITLE_REACH = 14;

/** The terms of a text and these, in reading order. */
export function withUnlisted(text: string, terms: readonly TermMatch[]): readonly TermMatch[] {
  const unlisted = unlistedMedicines(text, terms);
  return unlisted.length === 0 ? terms : [...terms, ...unlisted].sort((a, b) => a.start - b.start);
}

function unlistedMedicines(text: string, terms: readonly TermMatch[]): TermMatch[] {
  const report = isReport(text) && tellsOfSomebody(text);
  const all = isLay(text) ? tagAround(text, unknownWords(text, terms)) : tagText(text);
  return all.flatMap(({ type, start, end, score }, index, spans) => {
    if (type !== 'Medication') return [];
    const next = spans[index + 1];
    const dosed = next?.type === 'Dosage' && next.start - end <= 2;
    if (score < (report ? SURE.report : dosed ? SURE.withDose : SURE.patient)) return [];
    if (overlapping(terms, { start, end }).length > 0) return [];
    const words = text.slice(start, end);
    if (TITLE_BEFORE.test(text.slice(Math.max(0, start - TITLE_REACH), start))) return [];
    if (!/^\p{L}[\p{L}\p{N}\s-]{3,}$/u.test(words) || NO_NAME.test(words) || countWords(words) > MOST_WORDS) return [];
    const name = `${words.charAt(0).toUpperCase()}${words.slice(1)}`.replace(/\s+/g, ' ');
    return [{ term: { kind: 'drug', name }, start, end, text: words, fuzzy: true }];
  });
}

/** In the words of patients, an unlisted medicine is a word that occurs nowhere else. */
function unknownWords(text: string, terms: readonly TermMatch[]): Stretch[] {
  return readingOf(text).tokens.filter(
    (token) =>
      token.word.length >= SHORTEST && isUnknownWord(wordFacts(token.word)) && overlapping(terms, token).length === 0,
  );
}
