/**
 * Operations that are told by what was operated on: "my left knee replaced", "two polyps took out", "tonsils 2004" in a list of
 * operations, "my last tetanus". The vocabulary has one name for each ("polyps removed", "tetanus vaccine"); the order of the words and
 * what stands between them do not matter.
 */
import type { TimeMatch } from '../dates/dates.ts';
import { ofWord } from '../text/cache.ts';
import { matchesOf } from '../text/matches.ts';
import { patternsOf } from '../text/patterns.ts';
import { indexFrom, overlapping, startOf } from '../text/places.ts';
import { readingOf } from '../text/reading.ts';
import { sentenceAt } from '../text/sentences.ts';
import { hasAny, wordSet } from '../text/word-sets.ts';
import { type Word, wordsOf } from '../text/words.ts';
import { type TermMatch, termNamed } from '../vocabulary/find-terms.ts';
import type { Term, TermKind } from '../vocabulary/term.ts';
import { capital } from './care-people.ts';

const { pattern, words } = patternsOf('extract', 'operations');

/** What was done, the word with which the vocabulary says it, and the noun for what no table has: "wrist fusion". */
const ACT_KINDS: readonly {
  said: RegExp;
  named: readonly string[];
  growth?: string;
  site?: string;
  always?: string;
}[] = [
  { said: /^(?:replac|a\s+new)/i, named: ['replaced'], site: 'replacement' },
  { said: /^operated/i, named: ['repaired'], growth: 'surgery', site: 'surgery' },
  { said: /^(?:do|fix|sorted)/i, named: ['repaired', 'replaced'] },
  { said: /^(?:released|lasered|cauteri)/i, named: ['repaired', 'removed', 'cauterized'] },
  { said: /^(?:pinned|plated|screwed|nailed)/i, named: [], always: 'Fracture repair' },
  { said: /^(?:drain|lanc|aspirat)/i, named: ['drained'], growth: 'drainage' },
  { said: /^fused/i, named: ['fused', 'repaired'], site: 'fusion' },
  { said: /^(?:rep|rea|rec|reb|se|sti|sta)/i, named: ['repaired'], growth: 'repair', site: 'repair' },
  { said: /./, named: ['removed'], growth: 'removal' },
];
const ACTS = words('ACTS');
/** Where one of them begins. */
const ACT = pattern('ACT', 'gi');
/** Between the part and what was done to it: "was taken out". */
const ACT_AFTER = pattern('ACT_AFTER', 'iu');
/** "Took out both my", "removed the left". */
const ACT_BEFORE = pattern('ACT_BEFORE', 'iu');
/** "It", where that is what something was done to. */
const PRONOUN = /^(?:it|them|that|those)$/i;
/** What grows and is taken off. Of nothing else is it said in one small word: "a mole off my back". */
const GROWTH = pattern('GROWTH', 'i');
/** In the notes of mothers a year is enough: "Section 2019". */
const SECTION =
  /(?:^|[.,;:(+&]\s{0,3}|\b(?:and|a|my|emergency|elective|planned)\s)section(?=,?\s{1,3}(?:in\s{1,3})?(?:19|20)\d\d\b)/gi;
/** "Gallbladder and appendix out": what was done to both is part of the name of the last. */
const JOINED = /^\s*(?:,|and\b|&)/i;
/** Where an item of a list begins. "A transplant in the right eye 2017" tells where something else was done. */
const ITEM =
  /(?:^|[,;:.(&+\n]|\b(?:and|then|plus|had|also))\s{0,3}(?:(?:my|the|both|left|right|l|r|then)\s{1,3}){0,3}$/i;
const YEAR = /^(?:in\s+)?(?:19|20)\d\d$/i;
/** Who had one of these does not speak of "the last": it is the vaccination that is repeated. */
const REPEATED = new Set(['Tetanus', 'Polio', 'Rabies', 'Hepatitis A', 'Hepatitis B', 'Measles', 'Diphtheria']);
const VACCINATION_BEFORE = pattern('VACCINATION_BEFORE', 'i');
/** "My covid and flu jabs": the word is said once. */
const VACCINATION_AFTER = pattern('VACCINATION_AFTER', 'iu');
const YEAR_AFTER = /^[\s,(]{0,3}(?:in\s{1,3})?(?:[a-z]{3,9}\.?\s{1,3})?['’]?\d\d(?:\d\d)?(?![\d.])/i;
/** The beginning of such a list up to its next item: only names and years stand between. */
const VACCINE_LIST = pattern('VACCINE_LIST', 'i');
const ENDING = /^\p{L}{3,}(?:ectomy|otomy|ostomy|plasty|oscopy|opexy|odesis|centesis|orrhaphy)$/iu;
const NO_PROCEDURE = wordSet('dichotomy microscopy spectroscopy');
/** Whatever has such an ending was done to somebody, also what no table has: "sesamoidectomy". */
const isByEnding = ofWord((word) => ENDING.test(word) && !NO_PROCEDURE.has(word));
const LEAD = 40;
/** How far before "it" what it stands for may be. */
const FAR = 120;
/** What something can be done to. */
const PARTS: ReadonlySet<TermKind> = new Set(['body_site', 'body_system', 'condition', 'symptom']);

/** The procedures among the terms, and these, in reading order. */
export function withOperations(text: string, terms: readonly TermMatch[], times: readonly TimeMatch[]): TermMatch[] {
  const named = terms.filter(({ term }) => term.kind === 'procedure');
  const meant = terms.flatMap((match): TermMatch[] => {
    const term = vaccineMeant(text, match);
    return term ? [{ ...match, term }] : [];
  });
  const told = [
    ...(hasAny(readingOf(text).words, ACTS) ? byAct(text, terms) : []),
    ...listed(text, named, times),
    ...sections(text, times),
    ...byEnding(text, terms),
  ];
  const more = told.filter((one, index) => isFree(one, named) && isFree(one, told.slice(0, index)));
  return meant.length + more.length === 0 ? named : [...named, ...meant, ...more].sort((a, b) => a.start - b.start);
}

/** The vaccine that is meant by the name of its disease: "my last tetanus", "covid and flu jabs". */
export function vaccineMeant(text: string, { term, start, end }: TermMatch): Term | null {
  if (term.kind !== 'condition') return null;
  const isDue = REPEATED.has(term.name) && VACCINATION_BEFORE.test(text.slice(Math.max(0, start - LEAD), start));
  if (!isDue && !VACCINATION_AFTER.test(text.slice(end, end + LEAD)) && !isListedVaccine(text, start, end)) return null;
  // "Typhoid fever" is the illness, and the vaccine is called after the word that was written.
  return (
    termNamed(`${term.name} vaccine`, ['procedure']) ?? termNamed(`${text.slice(start, end)} vaccine`, ['procedure'])
  );
}

/** "Yellow fever jab 2017, hep A 2023", "Jabs: hep B 2019": in a list that began with a vaccine, a name with its year is one too. */
function isListedVaccine(text: string, start: number, end: number): boolean {
  const { start: from, end: until } = sentenceAt(text, start);
  return YEAR_AFTER.test(text.slice(end, until)) && VACCINE_LIST.test(text.slice(Math.max(from, start - FAR), start));
}

function byAct(text: string, terms: readonly TermMatch[]): TermMatch[] {
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
    const told = { text, words, terms, act };
    const part = PRONOUN.test(text.slice(word.start, word.end)) ? partMeant(told, index) : partAt(told, index);
    if (!part) return [];
    const end = word.end + (after && !JOINED.test(after[0]) ? after[0].length : 0);
    return [matchOf(text, part.term, before ? from + before.index : part.start, end)];
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
    const part = beside ? namedAt(text, words, index, ['removed', 'replaced']) : null;
    const isItem = part && ITEM.test(text.slice(Math.max(sentence.start, part.start - LEAD), part.start));
    return isItem ? [matchOf(text, part.term, part.start, word.end)] : [];
  });
}

function sections(text: string, times: readonly TimeMatch[]): TermMatch[] {
  const term = times.length > 0 && /section/i.test(text) ? termNamed('Cesarean section', ['procedure']) : null;
  if (!term) return [];
  return matchesOf(SECTION, text).map(({ index, 0: said }) => {
    const end = index + said.length;
    return matchOf(text, term, end - 'section'.length, end);
  });
}

function byEnding(text: string, terms: readonly TermMatch[]): TermMatch[] {
  return wordsOf(text)
    .filter(({ fold }) => isByEnding(fold))
    .map(({ start, end }) => {
      const name = capital(text.slice(start, end).toLowerCase());
      return matchOf(text, { kind: 'procedure', name }, start, end);
    })
    .filter((one) => isFree(one, terms));
}

type Part = { term: Term; start: number };
/** A message in which something was done to a part of the body. */
type Told = { text: string; words: readonly Word[]; terms: readonly TermMatch[]; act: string };

/** "My gallbladder was full of stones, so they took it out": what the sentence speaks of is named first. */
function partMeant(told: Told, index: number): Part | null {
  const { text, words } = told;
  const { start } = words[index] as Word;
  const from = indexFrom(words, Math.max(sentenceAt(text, start).start, start - FAR), startOf);
  for (let at = from; at < index; at += 1) {
    const part = partAt(told, at);
    if (part) return { term: part.term, start };
  }
  return null;
}

/** The operation on what these words name: that of the vocabulary, else one that is called by both. */
function partAt({ text, words, terms, act }: Told, index: number): Part | null {
  const kind = ACT_KINDS.find(({ said }) => said.test(act));
  const { start, end } = words[index] as Word;
  const isGrowth = GROWTH.test(text.slice(start, end));
  if (!kind || (/^off/i.test(act) && !isGrowth)) return null;
  const named = namedAt(text, words, index, kind.named);
  if (named) return named;
  const term = terms.find((one) => one.end === end && PARTS.has(one.term.kind));
  if (!term) return null;
  const isSite = term.term.kind.startsWith('body_');
  if (isSite && kind.always) return { term: { kind: 'procedure', name: kind.always }, start: term.start };
  const noun = isSite ? kind.site : isGrowth ? kind.growth : undefined;
  if (!noun) return null;
  const part = isSite ? text.slice(start, end).toLowerCase() : term.term.name;
  return { term: { kind: 'procedure', name: capital(`${part} ${noun}`) }, start: term.start };
}

/** The operation of the vocabulary on what these words name, of two words ("wisdom teeth") or of one. */
function namedAt(text: string, words: readonly Word[], index: number, acts: readonly string[]): Part | null {
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
