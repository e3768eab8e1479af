/**
 * Operations that are told by what was operated on: "my left knee replaced", "two polyps took out", "tonsils 2004" in a list of
 * operations, "my last tetanus". The vocabulary has one name for each ("polyps removed", "tetanus vaccine"); the order of the words and
 * what stands between them do not matter.
 */
import type { TimeMatch } from '../dates/dates.ts';
import { matchesOf } from '../text/matches.ts';
import { patternsOf } from '../text/patterns.ts';
import { indexFrom, overlapping, startOf } from '../text/places.ts';
import { readingOf } from '../text/reading.ts';
import { sentenceAt } from '../text/sentences.ts';
import { hasAny, wordSet } from '../text/word-sets.ts';
import { type Word, wordsOf } from '../text/words.ts';
import { type TermMatch, termNamed } from '../vocabulary/find-terms.ts';
import type { Term } from '../vocabulary/term.ts';

const { pattern } = patternsOf('extract', 'operations');

const ACTS = wordSet('out remove removed removing replace replaced replacing operated pulled done lost new');
/** Where one of them begins. */
const ACT = /\b(?:out|remov|replac|operated|pulled|done|lost|new)/gi;
/** Between the part and what was done to it: "was taken out". */
const ACT_AFTER = pattern('ACT_AFTER', 'iu');
/** "Took out both my", "removed the left". */
const ACT_BEFORE = pattern('ACT_BEFORE', 'iu');
/** "Gallbladder and appendix out": what was done to both is part of the name of the last. */
const JOINED = /^\s*(?:,|and\b|&)/i;
const YEAR = /^(?:in\s+)?(?:19|20)\d\d$/i;
/** Who had one of these does not speak of "the last": it is the vaccination that is repeated. */
const REPEATED = new Set(['Tetanus', 'Polio', 'Rabies', 'Hepatitis A', 'Hepatitis B', 'Measles', 'Diphtheria']);
const VACCINATION_BEFORE = pattern('VACCINATION_BEFORE', 'i');
const LEAD = 40;

/** The procedures among the terms, and these, in reading order. */
export function withOperations(text: string, terms: readonly TermMatch[], times: readonly TimeMatch[]): TermMatch[] {
  const named = terms.filter(({ term }) => term.kind === 'procedure');
  const meant = terms.flatMap((match): TermMatch[] => {
    const term = vaccineMeant(text, match);
    return term ? [{ ...match, term }] : [];
  });
  const told = [...(hasAny(readingOf(text).words, ACTS) ? byAct(text) : []), ...listed(text, named, times)];
  const more = told.filter((one, index) => isFree(one, named) && isFree(one, told.slice(0, index)));
  return meant.length + more.length === 0 ? named : [...named, ...meant, ...more].sort((a, b) => a.start - b.start);
}

/** The vaccine that is meant by the name of its disease: "my last tetanus", "due for tetanus". */
export function vaccineMeant(text: string, { term, start }: TermMatch): Term | null {
  if (!REPEATED.has(term.name) || !VACCINATION_BEFORE.test(text.slice(Math.max(0, start - LEAD), start))) return null;
  return termNamed(`${term.name} vaccine`, ['procedure']);
}

function byAct(text: string): TermMatch[] {
  const words = wordsOf(text);
  const acts = matchesOf(ACT, text).map(({ index }) => index);
  return words.flatMap((word, index): TermMatch[] => {
    const from = Math.max(0, word.start - LEAD);
    const until = word.end + LEAD;
    const after = acts.some((at) => at > word.end && at < until) ? ACT_AFTER.exec(text.slice(word.end, until)) : null;
    const isBehind = !after && acts.some((at) => at >= from && at < word.start);
    const before = isBehind ? ACT_BEFORE.exec(text.slice(from, word.start)) : null;
    const act = after?.groups?.act ?? before?.groups?.act;
    if (act === undefined) return [];
    const part = partAt(
      text,
      words,
      index,
      /^(?:replaced|done|a\s+new)/i.test(act) ? ['replaced'] : ['removed', 'replaced'],
    );
    if (!part) return [];
    return [
      matchOf(
        text,
        part.term,
        before ? from + before.index : part.start,
        word.end + (after && !JOINED.test(after[0]) ? after[0].length : 0),
      ),
    ];
  });
}

/** "Appendix out 1999, tonsils 2004": a part with a year, beside an operation that is named. */
function listed(text: string, named: readonly TermMatch[], times: readonly TimeMatch[]): TermMatch[] {
  if (named.length === 0) return [];
  const years = times.filter((time) => YEAR.test(time.text));
  if (years.length === 0) return [];
  const words = wordsOf(text);
  return years.flatMap((year): TermMatch[] => {
    const index = indexFrom(words, year.start, startOf) - 1;
    const word = words[index];
    if (!word || !/^\s+\(?$/.test(text.slice(word.end, year.start))) return [];
    const sentence = sentenceAt(text, year.start);
    const beside = named.some(({ start, end }) => start >= sentence.start && end <= sentence.end);
    const part = beside ? partAt(text, words, index, ['removed', 'replaced']) : null;
    return part ? [matchOf(text, part.term, part.start, word.end)] : [];
  });
}

/** The operation on what these words name, of two words ("wisdom teeth") or of one. */
function partAt(
  text: string,
  words: readonly Word[],
  index: number,
  acts: readonly string[],
): { term: Term; start: number } | null {
  const last = words[index] as Word;
  for (const first of [words[index - 1], last]) {
    if (!first) continue;
    for (const act of acts) {
      const term = termNamed(`${text.slice(first.start, last.end)} ${act}`, ['procedure']);
      if (term) return { term, start: first.start };
    }
  }
  return null;
}

function matchOf(text: string, term: Term, start: number, end: number): TermMatch {
  return { term, start, end, text: text.slice(start, end) };
}

function isFree(one: TermMatch, others: readonly TermMatch[]): boolean {
  return overlapping(others, one).length === 0;
}
