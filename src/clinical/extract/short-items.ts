/**
 * Conditions in the short style of notes: "67 m, af, on edoxaban", "Ozempic 1 mg weekly, type 2". An abbreviation in lower case is one
 * only as an item of its own in a list that tells of somebody's health; "type 2" is the diabetes beside what only diabetics have.
 */
import { matchesOf } from '../text/matches.ts';
import { patternsOf } from '../text/patterns.ts';
import { sentenceAt } from '../text/sentences.ts';
import { type TermMatch, termNamed } from '../vocabulary/find-terms.ts';
import type { TermKind } from '../vocabulary/term.ts';
import type { Finding } from './complaints.ts';

const { pattern } = patternsOf('extract', 'short-items');

const ITEM =
  /(?<=^|[,;.\n]\s{0,2}|\b(?:have|has|got|with)\s)(?<name>[a-z]{2,4})(?=\s{0,2}(?:[,;.\n]|$|\b(?:and|since|on|for)\b))/g;
/** Those that mean something else wherever they are not an item of such a list. */
const ITEM_ONLY: ReadonlyMap<string, string> = new Map([['af', 'Atrial fibrillation']]);
/** Words that are spelled as an abbreviation is. */
const ORDINARY = pattern('ORDINARY', 'i');
/** Age and sex, with which such a list begins. */
const INTRODUCED = pattern('INTRODUCED', 'i');
const HEALTH: ReadonlySet<TermKind> = new Set(['condition', 'drug']);
const TYPE = pattern('TYPE', 'gi');
const OF_DIABETES = pattern('OF_DIABETES', 'i');
const DIABETES_DRUGS = /biguanide|sulfonylurea|insulin|GLP-1|SGLT2|DPP-4|thiazolidinedione/i;
const SURE = 0.75;

export function shortItems(text: string, terms: readonly TermMatch[]): Finding[] {
  return [...abbreviations(text, terms), ...diabetesTypes(text, terms)];
}

function abbreviations(text: string, terms: readonly TermMatch[]): Finding[] {
  return matchesOf(ITEM, text).flatMap(({ index, 0: name }) => {
    const known = termNamed(ITEM_ONLY.get(name) ?? name.toUpperCase(), ['condition']);
    if (!known || ORDINARY.test(name) || !isHealthList(text, index, terms)) return [];
    return [{ term: known, start: index, end: index + name.length, confidence: SURE }];
  });
}

/** The sentence begins with an age and a sex, or another item of it is a condition or a medicine. */
function isHealthList(text: string, at: number, terms: readonly TermMatch[]): boolean {
  const { start, end } = sentenceAt(text, at);
  if (INTRODUCED.test(text)) return true;
  return terms.some((one) => HEALTH.has(one.term.kind) && one.start >= start && one.end <= end && one.start !== at);
}

function diabetesTypes(text: string, terms: readonly TermMatch[]): Finding[] {
  const found = matchesOf(TYPE, text);
  if (found.length === 0) return [];
  const isDiabetic =
    OF_DIABETES.test(text) ||
    terms.some(({ term }) => term.kind === 'drug' && DIABETES_DRUGS.test(term.drugClass ?? ''));
  if (!isDiabetic) return [];
  return found.flatMap(({ index, 0: words, groups }) => {
    const term = termNamed(groups?.one ? 'type 1 diabetes' : 'type 2 diabetes', ['condition']);
    const isNamed = terms.some((one) => one.start < index + words.length && index < one.end);
    return term && !isNamed ? [{ term, start: index, end: index + words.length, confidence: SURE }] : [];
  });
}
