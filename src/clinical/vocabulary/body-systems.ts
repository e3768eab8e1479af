/** From what people say ("liver", "my heart", "knee") to a body system, and from a thing on record to the systems it is about. */
import { findTerms, termNamed } from './find-terms.ts';
import { listOf, readTable } from './table.ts';
import type { TermKind } from './term.ts';

/** The body systems that a class of medicine acts on, so that "how is my heart?" also finds what is taken for it. */
export const DRUG_SYSTEMS = readTable('drug-systems', ['system', 'classes']);

const BY_CLASS: ReadonlyMap<string, readonly string[]> = DRUG_SYSTEMS.reduce((systems, { system, classes }) => {
  for (const drugClass of listOf(classes)) systems.set(drugClass, [...(systems.get(drugClass) ?? []), system]);
  return systems;
}, new Map<string, string[]>());

/** A system before a place of the body: "chest pain and my liver" is about the liver. */
const ORDER: readonly TermKind[] = ['body_system', 'body_site', 'specialty', 'condition', 'observation', 'symptom'];

/** hepatic, cardiovascular …; null if the words name none. */
export function bodySystemOf(words: string): string | null {
  const found = findTerms(words).map(({ term }) => term);
  for (const kind of ORDER) {
    const system = found.find((term) => term.kind === kind && term.system !== undefined)?.system;
    if (system) return system;
  }
  return null;
}

export function systemsOf(name: string, kind: 'condition' | 'symptom' | 'observation' | 'drug'): readonly string[] {
  const term = termNamed(name, [kind]);
  if (kind === 'drug') return BY_CLASS.get(term?.drugClass ?? '') ?? [];
  return term?.system === undefined ? [] : [term.system];
}
