/** From a coded concept to the record's name for it: by code where the vocabulary has it, else by the words beside the code. */

import { findTerms, type Term, type TermKind, termNamed } from '../../clinical/vocabulary/find-terms.ts';
import { TERM_ROWS } from '../../clinical/vocabulary/rows.ts';
import type { Fact } from '../fact.ts';
import type { InConcept } from './incoming.ts';
import { OTHER_CODES } from './other-codes.ts';
import { LOCAL_SYSTEM } from './systems.ts';

/** A name is a name: a page of text in its place is a mistake, or an attempt to keep us busy. */
export const LONGEST_NAME = 500;

export type Named = { name: string; words: string; code?: Fact['code']; term?: Term };

/** SNOMED CT ends its full names with what sort of thing they name. */
const TAG =
  /\s*\((?:disorder|finding|procedure|situation|substance|product|medicinal product|observable entity|regime\/therapy|event|morphologic abnormality|physical object|organism|body structure|qualifier value|record artifact)\)$/i;

const BY_CODE: ReadonlyMap<string, readonly Term[]> = byCode();

export function named(concept: InConcept | undefined, kinds: readonly TermKind[], own: boolean): Named | null {
  const codings = concept?.coding ?? [];
  const texts = [concept?.text, ...codings.map(({ display }) => display)].flatMap((text) => text?.trim() || []);
  const words = texts[0] ?? codings.find(({ code }) => code !== undefined)?.code;
  if (words === undefined) return null;
  const given = codings.flatMap(({ system, code }) => (system && code ? { system: systemIn(system), code } : []))[0];
  const term = own ? null : termOf(codings, texts, kinds);
  const code = term?.code ?? given;
  return {
    name: term?.name ?? (own ? words : (untagged(words) ?? words)),
    words,
    ...(code && { code }),
    ...(term && { term }),
  };
}

/** As much of a text as a label or an instruction needs. */
export function brief(text: string): string {
  return text.slice(0, LONGEST_NAME);
}

/** Words of a source without what SNOMED CT adds to them. */
export function untagged(words: string | undefined): string | undefined {
  return words === undefined ? undefined : words.length > LONGEST_NAME ? words : words.replace(TAG, '');
}

function termOf(
  codings: NonNullable<InConcept['coding']>,
  texts: readonly string[],
  kinds: readonly TermKind[],
): Term | null {
  for (const { system, code } of codings) {
    const found = BY_CODE.get(`${system} ${code}`)?.find(({ kind }) => kinds.includes(kind));
    if (found) return found;
    const other = OTHER_CODES.get(`${system} ${code}`);
    const meant = other === undefined ? null : termNamed(other, kinds);
    if (meant) return meant;
  }
  const bare = texts.flatMap((text) => (text.length > LONGEST_NAME ? [] : text.replace(TAG, '')));
  for (const text of bare) {
    const found = termNamed(text, kinds);
    if (found) return found;
  }
  // "Metformin hydrochloride 500 MG Oral Tablet" names its substance among other things.
  if (!kinds.includes('drug')) return null;
  const substances = bare.flatMap((text) => findTerms(text).filter(({ term }) => term.kind === 'drug'));
  return new Set(substances.map(({ term }) => term.name)).size === 1 ? (substances[0]?.term ?? null) : null;
}

function systemIn(system: string): string {
  if (!system.startsWith(LOCAL_SYSTEM)) return system;
  try {
    return decodeURIComponent(system.slice(LOCAL_SYSTEM.length));
  } catch {
    // Not of our making, then; it stays what it says.
    return system;
  }
}

function byCode(): Map<string, Term[]> {
  const terms = new Map<string, Term[]>();
  for (const { term } of TERM_ROWS) {
    if (!term.code) continue;
    const key = `${term.code.system} ${term.code.code}`;
    terms.set(key, [...(terms.get(key) ?? []), term]);
  }
  return terms;
}
