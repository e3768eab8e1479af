/** Phrases that several answers share: whose value it is, and which symptoms the question is about. */
import { type Term, unique } from '../../../clinical/index.ts';
import type { Asked } from './consultant-question.ts';
import type { Scene } from './consultant-scene.ts';

export function whose({ whom }: Pick<Scene, 'whom'>): string {
  return whom.who === 'relative' ? `${whom.noun}’s` : 'your';
}

/** The symptoms that a question is about: named in it or before it. */
export function concerns({ terms }: Asked, { symptoms, question }: Scene): string[] {
  // A term that was named before may have been denied; a symptom that was stated before was not.
  if (question.goesOn && symptoms.length > 0) return [...symptoms];
  return unique([...terms.filter(({ kind }) => kind === 'symptom').map(({ name }) => name), ...symptoms]);
}

/** Says that this is for a doctor to decide. */
export function judgement({ whom }: Scene): string {
  return `that needs a doctor, who can examine ${whom.who === 'relative' ? 'them' : 'you'}`;
}

export function namesOf(terms: readonly Term[], kind: Term['kind']): string[] {
  return terms.filter((term) => term.kind === kind).map(({ name }) => name);
}
