/** Who would take a medicine that a clause names, and whether a pregnancy is planned. */
import { understand } from '../message/understand.ts';
import { type Clause, isNotOfRecord } from '../message/understanding.ts';
import { patternsOf } from '../text/patterns.ts';
import { isPersonNoun } from '../text/persons.ts';
import { wordsOf } from '../text/words.ts';

const { pattern } = patternsOf('medicines', 'taker');

const FIRST_PERSON = /\b(?:i|i['’]?(?:m|ve|d|ll)|me|my|mine|we|us|our)\b/i;
const NOT_FIRST_PERSON = /\b(?:my|our|not\s+(?:for\s+)?me)\b/gi;
const THIRD_PERSON = /\b(?:he|she|him|her|his|hers|they|them|their|it)\b/i;
/** "There is naproxen from my husband": where it comes from. */
const ORIGIN = pattern('ORIGIN', 'gi');
const PLANS = pattern('PLANS', 'i');
/** "My husband and I". */
const WITH_ME = /\band (?:i|me)\b|\b(?:me|i) and\b|\bwe\b/i;
/** Who would carry the child is another, or nobody is to. */
const NOT_PLANNED = pattern('NOT_PLANNED', 'i');

/** "Can my son take it?"; not "my son gave me some of his", nor "I have some from my son". */
export function isForOthers({ subject }: Clause, words: string): boolean {
  if (!isNotOfRecord(subject) || FIRST_PERSON.test(words.replace(NOT_FIRST_PERSON, ' '))) return false;
  const bare = words.replace(ORIGIN, ' ');
  return bare === words || THIRD_PERSON.test(bare) || wordsOf(bare).some(({ fold }) => isPersonNoun(fold));
}

/** "We would like to start a family next year." */
export function plansPregnancy(text: string): boolean {
  if (!PLANS.test(text)) return false;
  return understand(text).clauses.some(({ start, end }) => {
    const words = text.slice(start, end);
    const plan = PLANS.exec(words);
    if (!plan || NOT_PLANNED.test(words)) return false;
    const planners = words.slice(0, plan.index);
    return WITH_ME.test(planners) || !wordsOf(planners).some(({ fold }) => isPersonNoun(fold));
  });
}
