/** A fact in words. */
import { measuredText } from '../measured.ts';
import type { Fact } from './fact.ts';

/** The common names of code systems, by their FHIR addresses. */
const CODE_SYSTEMS: Record<string, string> = {
  'http://loinc.org': 'LOINC',
  'http://www.nlm.nih.gov/research/umls/rxnorm': 'RxNorm',
  'http://hl7.org/fhir/sid/icd-10-cm': 'ICD-10',
  'http://hl7.org/fhir/sid/icd-10': 'ICD-10',
  'http://snomed.info/sct': 'SNOMED CT',
};

const CLOCK = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const MONTH = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** "132 mmHg", "positive", "500 mg" */
export function amountOf({ value, unit, age_at_onset }: Fact): string {
  if (age_at_onset !== undefined) return `at age ${age_at_onset}`;
  return value === undefined ? '' : [value, unit].filter((part) => part !== undefined).join(' ');
}

export function convertedOf({ canonical, unit }: Fact): string {
  return canonical && canonical.unit !== unit ? `${measuredText(canonical.value)} ${canonical.unit}` : '';
}

export function detailsOf({ frequency, severity, duration, reaction, relation }: Fact): string {
  return [frequency?.text, severity, duration, reaction, relation].filter(Boolean).join(', ');
}

export function codeOf({ code }: Fact): string {
  return code ? `${CODE_SYSTEMS[code.system] ?? code.system} ${code.code}` : '';
}

/** "16 Nov 2026, 08:00"; a day, a month or a year alone is not shifted by time zones. */
export function dateOf({ effective_time: time }: Fact): string {
  if (time === undefined) return '';
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  if (time.includes('T')) return CLOCK.format(date);
  const [, month, day] = time.split('-');
  if (month === undefined) return time;
  return (day === undefined ? MONTH : DAY).format(date);
}

/** With all that can be corrected, so that before and after can be compared. */
export function factLine(fact: Fact): string {
  return [fact.name, stateOf(fact)].filter(Boolean).join(', ');
}

/** The same without the name. */
export function stateOf(fact: Fact): string {
  return [amountOf(fact), detailsOf(fact), fact.status, dateOf(fact)].filter(Boolean).join(', ');
}

/** What differs of two states of one fact, such as "150 mmHg" and "140 mmHg". */
export function differenceOf(before: Fact, after: Fact): { before: string; after: string } {
  const parts = [amountOf, detailsOf, ({ status }: Fact) => status ?? '', dateOf];
  const changed = parts.filter((part) => part(before) !== part(after));
  const words = (fact: Fact) => changed.map((part) => part(fact) || 'not told').join(', ') || stateOf(fact);
  return { before: words(before), after: words(after) };
}
