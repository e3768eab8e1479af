/** Which practitioner and which place belong to which visit: those that the message names together with it. */
import type { Fact } from './fact.ts';
import type { RelationshipType } from './schema.ts';

/** About the length of a sentence. Farther apart, "my cardiologist" need not be the doctor of Monday's visit. */
const TOGETHER_CHARS = 100;

const LINKED: Partial<Record<Fact['kind'], RelationshipType>> = { practitioner: 'WITH', organization: 'AT' };

export type Link = { encounter: string; type: RelationshipType; other: string };

export function encounterLinks(facts: readonly Fact[]): Link[] {
  const encounters = facts.filter((fact) => fact.kind === 'encounter');
  return facts.flatMap((fact) => {
    const type = LINKED[fact.kind];
    if (!type) return [];
    const nearest = encounters.toSorted((a, b) => gap(a, fact) - gap(b, fact))[0];
    if (!nearest || gap(nearest, fact) > TOGETHER_CHARS) return [];
    return [{ encounter: nearest.id, type, other: fact.id }];
  });
}

function gap(a: Fact, b: Fact): number {
  return Math.max(0, a.evidence.start - b.evidence.end, b.evidence.start - a.evidence.end);
}
