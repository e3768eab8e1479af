/** All tables as terms, each with the ways people write it. */

import { memoized } from '../text/cache.ts';
import { DRUGS } from './drugs.ts';
import type { TermRow } from './find-terms.ts';
import { OBSERVATIONS } from './observations.ts';
import { listOf, readTable } from './table.ts';
import type { Term, TermKind } from './term.ts';
import { termOf } from './term.ts';

/** ICD-10-CM code, body system, lay names and abbreviations. */
export const CONDITIONS = readTable('conditions', ['name', 'icd10', 'system', 'aliases']);
export const SYMPTOMS = readTable('symptoms', ['name', 'icd10', 'system', 'aliases']);

export const ALLERGENS = readTable('allergens', ['name', 'aliases']);
export const PROCEDURES = readTable('procedures', ['name', 'system', 'aliases']);
export const SPECIALTIES = readTable('specialties', ['name', 'system', 'aliases']);
export const ORGANIZATION_WORDS = readTable('organizations', ['name', 'aliases']);

/** An organ that stands for its whole system ("liver" -> hepatic) is a body system; a place where something can hurt is a body site. */
export const BODY_SYSTEMS = readTable('body-systems', ['name', 'aliases']);
export const BODY_SITES = readTable('body-sites', ['name', 'system', 'aliases']);

type Row = { name: string; aliases: string; system?: string; drugClass?: string };

function termRow(kind: TermKind, row: Row, code?: string): TermRow {
  return new LazyRow(termOf(kind, row.name, code, row.system, row.drugClass), row.aliases);
}

/** The aliases are split when they are first asked for: most rows never are. */
class LazyRow implements TermRow {
  readonly term: Term;
  readonly #aliases: string;

  constructor(term: Term, aliases: string) {
    this.term = term;
    this.#aliases = aliases;
  }

  get aliases(): string[] {
    return listOf(this.#aliases);
  }
}

export const TERM_ROWS: readonly TermRow[] = [
  ...CONDITIONS.map((row) => termRow('condition', row, row.icd10)),
  ...SYMPTOMS.map((row) => termRow('symptom', row, row.icd10)),
  ...DRUGS.map((row) => termRow('drug', row, row.rxnorm)),
  ...OBSERVATIONS.map((row) => termRow('observation', row, row.loinc)),
  ...ALLERGENS.map((row) => termRow('allergen', row)),
  ...PROCEDURES.map((row) => termRow('procedure', row)),
  ...SPECIALTIES.map((row) => termRow('specialty', row)),
  ...ORGANIZATION_WORDS.map((row) => termRow('organization', row)),
  ...BODY_SYSTEMS.map((row) => termRow('body_system', { ...row, system: row.name })),
  ...BODY_SITES.map((row) => termRow('body_site', row)),
];

/** The other names of a term, without the marks that say in which places they count. */
export function aliasesOf({ kind, name }: Term): readonly string[] {
  return aliases(`${kind}:${name}`);
}

const aliases = memoized((key): readonly string[] => {
  const row = TERM_ROWS.find(({ term }) => `${term.kind}:${term.name}` === key);
  return (row?.aliases ?? []).map((alias) => alias.replace(/^[=~]+/, ''));
});
