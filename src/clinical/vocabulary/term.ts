/** A term as its table row says it. What a row leaves blank, the term leaves out. */

export type TermKind =
  | 'condition'
  | 'symptom'
  | 'drug'
  | 'observation'
  | 'allergen'
  | 'procedure'
  | 'specialty'
  | 'body_system'
  | 'body_site'
  | 'organization';

export type Term = {
  kind: TermKind;
  /** The canonical name: "Type 2 diabetes", "Metformin". For a body system: "hepatic". */
  name: string;
  code?: { system: string; code: string };
  /** Body system, in the words of body-systems.ts: cardiovascular, hepatic … */
  system?: string;
  /** For a drug: what it is ("ACE inhibitor"). */
  drugClass?: string;
};

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
