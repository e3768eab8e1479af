/** The record's terminology, from the tables and rules of `src/clinical`. */
import {
  bodySystemOf,
  doseIn,
  formIn,
  frequencyIn,
  interpret,
  isUcum,
  observationType,
  personAt,
  productIn,
  referenceRange,
  routeIn,
  systemsOf,
  type Term,
  termNamed,
  termRows,
  trendOf,
  UNIT_SPELLINGS,
  unitNamed,
} from '../../clinical/index.ts';
import type { Terminology } from '../../record/index.ts';
import { filingTerms } from './filing-terms.ts';
import { OTHER_CODES } from './other-codes.ts';

const UCUM_CODES: ReadonlyMap<string, string> = new Map(UNIT_SPELLINGS.map(({ unit, ucum }) => [unit, ucum]));
const TERMS_BY_CODE: ReadonlyMap<string, readonly Term[]> = termsByCode();

export const terminology: Terminology = {
  ...filingTerms,
  termCoded(system, code, kinds) {
    const found = TERMS_BY_CODE.get(`${system} ${code}`)?.find(({ kind }) => kinds.some((wanted) => wanted === kind));
    if (found) return found;
    const name = OTHER_CODES.get(`${system} ${code}`);
    return name === undefined ? null : termNamed(name, kinds);
  },
  productIn,
  dosageIn: (text) => ({
    dose: doseIn(text),
    frequency: frequencyIn(text)?.value,
    form: formIn(text),
    route: routeIn(text),
  }),

  observationNamed: observationType,
  ucumOf: (unit) => UCUM_CODES.get(unitNamed(unit) ?? unit),
  isUcum,
  // The same code may have several spellings: the observation's own unit comes first.
  unitOf(observation, { unit, code }) {
    const type = observationType(observation);
    const usual = type ? [type.unit, ...type.otherUnits].find((own) => UCUM_CODES.get(own) === code) : undefined;
    const named = unit === undefined ? null : unitNamed(unit);
    return usual ?? named ?? UNIT_SPELLINGS.find(({ ucum }) => ucum === code)?.unit;
  },

  personAt,
  referenceRange,
  interpret,
  trendOf,

  bodySystemNamed: bodySystemOf,
  bodySystemsOf: systemsOf,
};

function termsByCode(): Map<string, Term[]> {
  const terms = new Map<string, Term[]>();
  for (const { term } of termRows()) {
    if (!term.code) continue;
    const key = `${term.code.system} ${term.code.code}`;
    terms.set(key, [...(terms.get(key) ?? []), term]);
  }
  return terms;
}
