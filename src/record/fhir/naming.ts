/** From a coded concept to the record's name for it: by code where the vocabulary has it, else by the words beside the code. */

import { MAX_NAME_LENGTH } from '../bounds.ts';
import type { Fact } from '../fact.ts';
import type { Term, Terminology, TermKind } from '../terminology.ts';
import type { Context } from './draft.ts';
import type { InConcept } from './incoming.ts';
import { LOCAL_SYSTEM } from './systems.ts';

export type Named = { name: string; words: string; code?: Fact['code']; term?: Term; label?: Product };
type Product = ReturnType<Terminology['productIn']>;

/** SNOMED CT ends its full names with what sort of thing they name. */
const TAGS = [
  'disorder',
  'finding',
  'procedure',
  'situation',
  'substance',
  'product',
  'medicinal product',
  'observable entity',
  'regime/therapy',
  'event',
  'morphologic abnormality',
  'physical object',
  'organism',
  'body structure',
  'qualifier value',
  'record artifact',
];
const TAG = new RegExp(`\\s{0,3}\\((?:${TAGS.join('|')})\\)$`, 'i');

export function named(
  { own, terminology }: Pick<Context, 'own' | 'terminology'>,
  concept: InConcept | undefined,
  kinds: readonly TermKind[],
): Named | null {
  const codings = concept?.coding ?? [];
  const texts = [concept?.text, ...codings.map(({ display }) => display)].flatMap((text) => text?.trim() || []);
  const words = texts[0] ?? codings.find(({ code }) => code !== undefined)?.code;
  if (words === undefined) return null;
  const bare = texts.flatMap((text) => (text.length > MAX_NAME_LENGTH ? [] : text.replace(TAG, '')));
  // "Metformin hydrochloride 500 MG Oral Tablet" names its substance among other things.
  const labels = own || !kinds.includes('drug') ? [] : bare.map((text) => terminology.productIn(text));
  const several = kinds.length === 1 ? labels.find(isOfSeveral) : undefined;
  const term = several ? several.term : own ? null : (termOf(terminology, codings, bare, kinds) ?? termIn(labels));
  const same = labels.filter(({ name, dose }) => (term ? name === term.name : dose));
  const label = several ?? same.find(({ dose }) => dose) ?? same[0];
  // The code of one of them would stand for half of it.
  const code = (several && codeGiven(codings)) ?? term?.code ?? codeGiven(codings);
  return {
    name: term?.name ?? (kinds.length === 1 ? label?.name : undefined) ?? (own ? words : (untagged(words) ?? words)),
    words,
    ...(code && { code }),
    ...(term && { term }),
    ...(label && { label }),
  };
}

function isOfSeveral({ name, dose }: Product): boolean {
  return dose !== undefined && (name.includes(' and ') || String(dose.value).includes('/'));
}

function termIn(labels: readonly Product[]): Term | undefined {
  return labels.find(({ term }) => term)?.term;
}

/** The first complete code, its system as the record writes it. */
export function codeGiven(codings: NonNullable<InConcept['coding']>): Fact['code'] {
  return codings.flatMap(({ system, code }) => (system && code ? { system: systemIn(system), code } : []))[0];
}

/** As much of a text as a label or an instruction needs. */
export function brief(text: string): string {
  return text.slice(0, MAX_NAME_LENGTH);
}

/** Words of a source without what SNOMED CT adds to them. */
export function untagged(words: string | undefined): string | undefined {
  return words === undefined ? undefined : words.length > MAX_NAME_LENGTH ? words : words.replace(TAG, '');
}

function termOf(
  terminology: Terminology,
  codings: NonNullable<InConcept['coding']>,
  bare: readonly string[],
  kinds: readonly TermKind[],
): Term | null {
  for (const { system, code } of codings) {
    const found = system && code ? terminology.termCoded(system, code, kinds) : null;
    if (found) return found;
  }
  return bare.map((text) => terminology.termNamed(text, kinds)).find((found) => found !== null) ?? null;
}

function systemIn(system: string): string {
  if (!system.startsWith(LOCAL_SYSTEM)) return system;
  try {
    return decodeURIComponent(system.slice(LOCAL_SYSTEM.length));
  } catch {
    // Not written by us, so it stays as it is.
    return system;
  }
}
