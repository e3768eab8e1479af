/** All tables as terms, each with the ways people write it. */

import { BODY_SITES, BODY_SYSTEMS } from './body.ts';
import { ALLERGENS, ORGANIZATION_WORDS, PROCEDURES, SPECIALTIES } from './care.ts';
import { CONDITIONS } from './conditions.ts';
import { DRUGS } from './drugs.ts';
import type { Term, TermKind, TermRow } from './find-terms.ts';
import { OBSERVATIONS } from './observations.ts';
import { SYMPTOMS } from './symptoms.ts';
import { listOf } from './table.ts';
import { termOf } from './term.ts';

type Row = { name: string; aliases: string; system?: string; drugClass?: string };

function termRow(kind: TermKind, row: Row, code?: string): TermRow {
  return new LazyRow(termOf(kind, row.name, code, row.system, row.drugClass), row.aliases);
}

/** Few rows are ever asked for their aliases, so that those are taken apart when they are. */
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
