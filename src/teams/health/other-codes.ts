/**
 * Codes that charts use for things which the vocabulary knows under another code or another wording. LOINC has one for each
 * specimen and method, SNOMED CT names diseases in its own word order.
 */
import { readTable } from '../../clinical/index.ts';
import { LOINC, SNOMED } from '../../record/index.ts';

const LOINC_CODES = readTable('loinc-codes', ['code', 'name']);

const SNOMED_CODES = readTable('snomed-codes', ['code', 'name']);

/** By code system and code, the name of a term of the vocabulary. */
export const OTHER_CODES: ReadonlyMap<string, string> = new Map([
  ...LOINC_CODES.map(({ code, name }) => [`${LOINC} ${code}`, name] as const),
  ...SNOMED_CODES.map(({ code, name }) => [`${SNOMED} ${code}`, name] as const),
]);
