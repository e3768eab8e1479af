/** All tables as terms, each with the ways people write it. Most messages need none of them: a table is read when it is first asked for. */

import { ofWord, once } from '../text/cache.ts';
import { drugs } from './drugs.ts';
import type { TermRow } from './find-terms.ts';
import { OBSERVATIONS } from './observations.ts';
import { listOf, readTable } from './table.ts';
import type { Term, TermKind } from './term.ts';
import { termOf } from './term.ts';

/** ICD-10-CM code, body system, lay names and abbreviations. */
export const conditions = once(() => readTable('conditions', ['name', 'icd10', 'system', 'aliases']));
export const symptoms = once(() => readTable('symptoms', ['name', 'icd10', 'system', 'aliases']));

export const allergens = once(() => readTable('allergens', ['name', 'aliases']));
export const procedures = once(() => readTable('procedures', ['name', 'system', 'aliases']));
export const specialties = once(() => readTable('specialties', ['name', 'system', 'aliases']));
export const organizationWords = once(() => readTable('organizations', ['name', 'aliases']));

/** An organ that stands for its whole system ("liver" -> hepatic) is a body system; a place where something can hurt is a body site. */
export const bodySystems = once(() => readTable('body-systems', ['name', 'aliases']));
export const bodySites = once(() => readTable('body-sites', ['name', 'system', 'aliases']));

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

export const termRows = once((): readonly TermRow[] => [
  ...conditions().map((row) => termRow('condition', row, row.icd10)),
  ...symptoms().map((row) => termRow('symptom', row, row.icd10)),
  ...drugs().map((row) => termRow('drug', row, row.rxnorm)),
  ...OBSERVATIONS.map((row) => termRow('observation', row, row.loinc)),
  ...allergens().map((row) => termRow('allergen', row)),
  ...procedures().map((row) => termRow('procedure', row)),
  ...specialties().map((row) => termRow('specialty', row)),
  ...organizationWords().map((row) => termRow('organization', row)),
  ...bodySystems().map((row) => termRow('body_system', { ...row, system: row.name })),
  ...bodySites().map((row) => termRow('body_site', row)),
]);

/** The other names of a term, without the marks that say in which places they count. */
export function aliasesOf({ kind, name }: Term): readonly string[] {
  return aliases(`${kind}:${name}`);
}

const aliases = ofWord((key): readonly string[] => {
  const row = termRows().find(({ term }) => `${term.kind}:${term.name}` === key);
  return (row?.aliases ?? []).map((alias) => alias.replace(/^[=~]+/, ''));
});
