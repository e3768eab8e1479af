/** Which lists of one's own record somebody or a paper wants: "the dentist's form says list your allergies, what do I put?" */
import { patternsOf } from '../../../../clinical/index.ts';
import type { Section } from '../record-view.ts';

const { pattern, source } = patternsOf('health-offline', 'lists-wanted');

const SECTIONS = ['allergies', 'medications', 'conditions', 'procedures'] as const satisfies readonly Section[];
export type Listed = (typeof SECTIONS)[number];

const NOUNS = SECTIONS.map((section) => source(section)).join('|');
const WORDS = SECTIONS.map((section) => [section, new RegExp(`\\b(?:${source(section)})\\b`, 'i')] as const);
const WANTED = pattern('WANTED', 'i', { NOUNS });
const FILLS_IN = pattern('FILLS_IN', 'i');
const TELLS = pattern('TELLS', 'i');
const ON_PAPER = pattern('ON_PAPER', 'i');

/** "They want to know my conditions": a request without the form of a question. */
export function isListWanted(text: string): boolean {
  return WANTED.test(text);
}

/** `message`: around the question; what it names is meant where the question names nothing. */
export function listsWanted(question: string, message: string): Listed[] {
  const isTold = TELLS.test(question) && (WANTED.test(message) || ON_PAPER.test(message));
  if (!isTold && !WANTED.test(question) && !FILLS_IN.test(question)) return [];
  const named = (words: string) => WORDS.flatMap(([section, one]) => (one.test(words) ? [section] : []));
  const here = named(question);
  return here.length > 0 ? here : named(message);
}
