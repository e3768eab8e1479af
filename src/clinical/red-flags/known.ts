/**
 * What the record knows of a person, as the concepts that a message would have for it, so that advice is checked against both in
 * the same way: "allergic to aspirin" counts whether it was said now or filed last year.
 */
import { findConcepts } from './phrases.ts';
import { findNamed } from './terms.ts';
import { readWords } from './words.ts';

export type Known = {
  allergies?: readonly string[];
  medicines?: readonly string[];
  conditions?: readonly string[];
  pregnant?: boolean;
  /** In years. */
  age?: number;
};

/** From this age on advice for adults holds: aspirin is not for the young (MHRA: under 16). */
const ADULT = 16;
/** Under this age a choking child is treated as a baby (Resuscitation Council UK). */
const BABY = 1;

export function knownConcepts({ allergies = [], medicines = [], conditions = [], pregnant, age }: Known): string[] {
  const told = [...allergies.map((name) => `allergic to ${name}`), ...medicines, ...conditions];
  const message = readWords(told.join('.\n'));
  const phrased = findConcepts(message);
  const concepts = [...phrased, ...findNamed(message, phrased)].map(({ concept }) => concept);
  if (pregnant) concepts.push('pregnant_state');
  if (age !== undefined && age < ADULT) concepts.push('child_named');
  if (age !== undefined && age < BABY) concepts.push('baby_named');
  return concepts;
}
