/** What somebody does not tolerate, allergic or not: a medicine that makes them sick whenever they have it, a substance that they cannot have. */
import { clauseAt } from '../text/context.ts';
import { patternsOf } from '../text/patterns.ts';
import { isQuestion } from '../text/questions.ts';
import { sentenceAt } from '../text/sentences.ts';
import type { TermMatch } from '../vocabulary/find-terms.ts';
import { EVERYDAY } from './harm.ts';

const { pattern } = patternsOf('extract', 'intolerance');

/** "Codeine makes me sick": what it does to me whenever I have it, allergic or not. */
const DOES_TO_ME = pattern('DOES_TO_ME', 'i');
const HARMED = pattern('HARMED', 'i');
const REFUSED = pattern('REFUSED', 'i');
/** Given for a few days; of what is taken for years ("metformin makes me nauseous") it is told as the effect of what one takes. */
const SHORT_COURSE =
  /antibiotic|penicillin|cephalosporin|fluoroquinolone|^opioid analgesic|^analgesic|nsaid|an(?:a)?esthetic|contrast/i;
const ITEM_LEAD = /^[\s,;:.–—-]*(?:(?:and|but|also|plus)\s+)?$/i;
const LAST_JOINT = /^.*(?:[,;:–—]|\b(?:and|but|plus|so|that)\b)/is;
/** "Sick as a dog": in these words no complaint has its name. */
const SICK = pattern('SICK', 'i');
const SICK_BADLY = pattern('SICK_BADLY', 'i');
/** Substances that are named, and not a dish, where somebody must do without; and those that most people with an allergy do without. */
const DONE_WITHOUT: ReadonlySet<string> = new Set([
  ...['Lactose', 'Gluten', 'Milk', 'Peanut', 'Tree nuts', 'Sesame', 'Soy', 'Lupin', 'Mustard', 'Celery'],
  ...['Sulfites', 'Monosodium glutamate', 'Food coloring', 'Artificial sweeteners', 'Latex'],
]);
/** A diet, a faith, a medicine or a time says why it is not had. */
const OTHER_REASON = pattern('OTHER_REASON', 'i');
const TOLERATES = /\btolerate\s*$/i;
/** How far behind its name it is told what it does. */
const REACH = 80;

/** The medicine by itself opens the clause and does something to me; a question about it is asked by who takes it. */
export function isIntolerance(text: string, { term, start, end }: TermMatch): boolean {
  if (!term.drugClass) return false;
  const after = text.slice(end, Math.min(end + REACH, sentenceAt(text, start).end));
  const isSo = SHORT_COURSE.test(term.drugClass) && DOES_TO_ME.test(after);
  if (!isSo && !(HARMED.test(after) && REFUSED.test(after))) return false;
  const lead = text.slice(clauseAt(text, start).start, start);
  return ITEM_LEAD.test(lead.replace(LAST_JOINT, '')) && !isQuestion(text);
}

/** The reaction that is told in words without a name of their own. */
export function sicknessIn(after: string): string | null {
  return SICK_BADLY.test(after) ? 'Vomiting' : SICK.test(after) ? 'Nausea' : null;
}

/** "I can't have lactose", "I can't tolerate statins": no reaction is told, and no other reason. `cue`: the words before its name. */
export function isDoneWithout(text: string, cue: string, name: string, start: number): boolean {
  const sentence = sentenceAt(text, start);
  const words = text.slice(sentence.start, sentence.end);
  if (EVERYDAY.has(name) || OTHER_REASON.test(words) || isQuestion(words)) return false;
  return TOLERATES.test(cue) || DONE_WITHOUT.has(name);
}
