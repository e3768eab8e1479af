/**
 * What the record knows of a person, as the concepts that a message would have for it, so that advice is checked against both in
 * the same way: "allergic to aspirin" counts whether it was said now or filed last year.
 */
import { DAY_MS } from '../dates/calendar.ts';
import { findConcepts } from './phrases.ts';
import { findNamed } from './terms.ts';
import { readWords } from './words.ts';

export type Known = {
  allergies?: readonly string[];
  medicines?: readonly string[];
  /** Of any time: an ulcer of long ago speaks against a medicine. */
  conditions?: readonly string[];
  /** What is so now, or was done in the last weeks: conditions and procedures. */
  present?: readonly string[];
  pregnant?: boolean;
  /** In years. */
  age?: number;
};

/** From this age on advice for adults holds: aspirin is not for the young (MHRA: under 16). */
const ADULT = 16;
/** Under this age a choking child is treated as a baby (Resuscitation Council UK). */
const BABY = 1;

/** How long after a birth or an operation its own dangers last (WHO: six weeks). */
const LAST_WEEKS_MS = 42 * DAY_MS;
const PREGNANCY = ['pregnant', 'with_child', 'pregnant_state'];

export function knownConcepts({ allergies = [], medicines = [], conditions = [], pregnant, age }: Known): string[] {
  const told = [...allergies.map((name) => `allergic to ${name}`), ...medicines, ...conditions];
  const concepts = conceptsIn(told);
  if (pregnant) concepts.push('pregnant_state');
  if (age !== undefined && age < ADULT) concepts.push('child_named');
  if (age !== undefined && age < BABY) concepts.push('baby_named');
  return concepts;
}

/** Of the present only. A pregnancy is told by itself: "gestational diabetes" may be filed of one that has ended. */
export function presentConcepts({ medicines = [], present = [], pregnant }: Known): string[] {
  const concepts = conceptsIn([...medicines, ...present]).filter((concept) => !PREGNANCY.includes(concept));
  return pregnant ? [...concepts, ...PREGNANCY] : concepts;
}

function conceptsIn(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const message = readWords(names.join('.\n'));
  const phrased = findConcepts(message);
  return [...phrased, ...findNamed(message, phrased)].map(({ concept }) => concept);
}

/** Whether something that was done then counts as present. */
export function isOfLastWeeks(time: string | undefined, now: Date): boolean {
  const age = now.getTime() - Date.parse(time ?? '');
  return age >= 0 && age <= LAST_WEEKS_MS;
}
