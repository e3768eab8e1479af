/** A term as its table row says it. What a row leaves blank, the term leaves out. */
import type { Term, TermKind } from './find-terms.ts';

/** The names by which FHIR knows the code systems. */
const ICD10 = 'http://hl7.org/fhir/sid/icd-10-cm';
const CODE_SYSTEMS: Partial<Record<TermKind, string>> = {
  condition: ICD10,
  symptom: ICD10,
  drug: 'http://www.nlm.nih.gov/research/umls/rxnorm',
  observation: 'http://loinc.org',
};

export function termOf(kind: TermKind, name: string, code?: string, system?: string, drugClass?: string): Term {
  const term: Term = { kind, name };
  const codeSystem = CODE_SYSTEMS[kind];
  if (codeSystem && code) term.code = { system: codeSystem, code };
  if (system) term.system = system;
  if (drugClass) term.drugClass = drugClass;
  return term;
}
