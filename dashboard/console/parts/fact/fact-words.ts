/** A fact in words. */
import type { Fact } from './fact.ts';

/** The common names of code systems, by their FHIR addresses. */
const CODE_SYSTEMS: Record<string, string> = {
  'http://loinc.org': 'LOINC',
  'http://www.nlm.nih.gov/research/umls/rxnorm': 'RxNorm',
  'http://hl7.org/fhir/sid/icd-10-cm': 'ICD-10',
  'http://hl7.org/fhir/sid/icd-10': 'ICD-10',
  'http://snomed.info/sct': 'SNOMED CT',
};

/** "132 mmHg", "positive", "500 mg" */
export function amountOf({ value, unit, age_at_onset }: Fact): string {
  if (age_at_onset !== undefined) return `at age ${age_at_onset}`;
  return value === undefined ? '' : [value, unit].filter((part) => part !== undefined).join(' ');
}

export function convertedOf({ canonical, unit }: Fact): string {
  return canonical && canonical.unit !== unit ? `${canonical.value} ${canonical.unit}` : '';
}

export function detailsOf({ frequency, severity, duration, reaction, relation }: Fact): string {
  return [frequency?.text, severity, duration, reaction, relation].filter(Boolean).join(', ');
}

export function codeOf({ code }: Fact): string {
  return code ? `${CODE_SYSTEMS[code.system] ?? code.system} ${code.code}` : '';
}

/** With all that can be corrected, so that before and after can be compared. */
export function factLine(fact: Fact): string {
  return [fact.name, amountOf(fact), detailsOf(fact), fact.status, fact.effective_time?.slice(0, 10)]
    .filter(Boolean)
    .join(', ');
}
