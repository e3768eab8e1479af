/** All tables as terms. What a table leaves blank, the term leaves out. */

import { BODY_SITES, BODY_SYSTEMS } from './body.ts';
import { ALLERGENS, ORGANIZATION_WORDS, PROCEDURES, SPECIALTIES } from './care.ts';
import { CONDITIONS } from './conditions.ts';
import { DRUGS } from './drugs.ts';
import type { Term, TermKind, TermRow } from './find-terms.ts';
import { OBSERVATIONS } from './observations.ts';
import { SYMPTOMS } from './symptoms.ts';
import { listOf } from './table.ts';

/** The names by which FHIR knows the code systems. */
const ICD10 = 'http://hl7.org/fhir/sid/icd-10-cm';
const RXNORM = 'http://www.nlm.nih.gov/research/umls/rxnorm';
const LOINC = 'http://loinc.org';

export const TERM_ROWS: readonly TermRow[] = [
  ...CONDITIONS.map((row) => termRow('condition', row, ICD10, row.icd10)),
  ...SYMPTOMS.map((row) => termRow('symptom', row, ICD10, row.icd10)),
  ...DRUGS.map((row) => termRow('drug', row, RXNORM, row.rxnorm)),
  ...OBSERVATIONS.map((row) => termRow('observation', row, LOINC, row.loinc)),
  ...ALLERGENS.map((row) => termRow('allergen', row)),
  ...PROCEDURES.map((row) => termRow('procedure', row)),
  ...SPECIALTIES.map((row) => termRow('specialty', row)),
  ...ORGANIZATION_WORDS.map((row) => termRow('organization', row)),
  ...BODY_SYSTEMS.map((row) => termRow('body_system', { ...row, system: row.name })),
  ...BODY_SITES.map((row) => termRow('body_site', row)),
];

type Row = { name: string; aliases: string; system?: string; drugClass?: string };

function termRow(kind: TermKind, row: Row, codeSystem?: string, code?: string): TermRow {
  const term: Term = { kind, name: row.name };
  if (codeSystem && code) term.code = { system: codeSystem, code };
  if (row.system) term.system = row.system;
  if (row.drugClass) term.drugClass = row.drugClass;
  return { term, aliases: listOf(row.aliases) };
}
