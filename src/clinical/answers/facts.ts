/** What the vocabulary knows about a term, in sentences: what kind of thing it is, its body system, its usual range. */

import { type Person, type ReferenceRange, referenceRange } from '../observations/ranges.ts';
import type { Term, TermKind } from '../vocabulary/find-terms.ts';
import { OBSERVATIONS } from '../vocabulary/observations.ts';
import { TERM_ROWS } from '../vocabulary/rows.ts';
import { doseText, labelDose } from './doses.ts';

const KINDS: Readonly<Record<TermKind, string>> = {
  condition: 'a medical condition',
  symptom: 'a symptom',
  drug: 'a medicine',
  observation: 'a measurement',
  allergen: 'something that people can be allergic to',
  procedure: 'a medical procedure',
  specialty: 'a field of medicine',
  body_system: 'a body system',
  body_site: 'a part of the body',
  organization: 'a place of care',
};
/** What a condition is chiefly followed by. */
const MEASURED_BY: Readonly<Record<string, readonly string[]>> = {
  Hypertension: ['Blood pressure'],
  Hypotension: ['Blood pressure'],
  'High cholesterol': ['LDL cholesterol', 'Total cholesterol'],
  'Type 2 diabetes': ['HbA1c', 'Fasting glucose'],
  'Type 1 diabetes': ['HbA1c', 'Fasting glucose'],
  Diabetes: ['HbA1c', 'Fasting glucose'],
  Prediabetes: ['HbA1c', 'Fasting glucose'],
  Hypothyroidism: ['TSH'],
  Hyperthyroidism: ['TSH'],
  Anemia: ['Hemoglobin'],
  'Iron deficiency anemia': ['Hemoglobin', 'Ferritin'],
  'Chronic kidney disease': ['eGFR', 'Creatinine'],
  Gout: ['Uric acid'],
};
const MOST_OTHER_NAMES = 3;
const MOST_TESTS = 8;

export function termFacts(term: Term): string {
  if (term.kind === 'body_system') return systemFacts(term);
  if (term.name === 'Blood pressure') return `${kindSentence(term)} ${pressureRange()}`;
  const parts = [kindSentence(term), otherNames(term)];
  if (term.kind === 'observation') parts.push(rangeSentence(term.name));
  if (term.kind === 'condition') parts.push(measuredBy(term.name));
  if (term.kind === 'drug') {
    const span = labelDose(term.name);
    if (span) parts.push(`Adults take it in a ${doseText(span)}.`);
  }
  return parts.filter(Boolean).join(' ');
}

/** "4 to 5.6 %", "up to 100 mg/dL", "60 mL/min or more". */
export function rangeText({ low, high, unit }: ReferenceRange): string {
  if (low !== undefined && high !== undefined) return `${low} to ${high} ${unit}`;
  return high !== undefined ? `up to ${high} ${unit}` : `${low} ${unit} or more`;
}

/** The source's own name, without the document: "American Diabetes Association". */
export function sourceText({ source }: ReferenceRange): string {
  return (source.split(/[,(]/)[0] ?? source).trim();
}

export function pressureText(person: Person = {}): string | null {
  const systolic = referenceRange('Systolic blood pressure', person);
  const diastolic = referenceRange('Diastolic blood pressure', person);
  if (!systolic || !diastolic) return null;
  return `${systolic.low}/${diastolic.low} to ${systolic.high}/${diastolic.high} ${systolic.unit}`;
}

function measuredBy(condition: string): string {
  const known = (MEASURED_BY[condition] ?? []).map((name) => {
    const range = name === 'Blood pressure' ? pressureText() : rangeOrNull(name);
    return range ? `${name} (usual adult range ${range})` : name;
  });
  return known.length > 0 ? `It is chiefly followed by ${known.join(' and ')}.` : '';
}

function rangeOrNull(name: string): string | null {
  const range = referenceRange(name);
  return range ? rangeText(range) : null;
}

function pressureRange(): string {
  const range = pressureText();
  const systolic = referenceRange('Systolic blood pressure');
  const source = systolic && sourceText(systolic);
  return range
    ? `Its usual adult range is ${range} (${source}); the first number is systolic, the second diastolic.`
    : '';
}

function rangeSentence(name: string): string {
  const shared = referenceRange(name);
  const male = referenceRange(name, { sex: 'male' });
  const female = referenceRange(name, { sex: 'female' });
  if (male && female && rangeText(male) !== rangeText(female))
    return `Its usual adult range is ${rangeText(male)} for men and ${rangeText(female)} for women (${sourceText(male)}); laboratories differ a little.`;
  const range = shared ?? male ?? female;
  return range
    ? `Its usual adult range is ${rangeText(range)} (${sourceText(range)}); laboratories differ a little.`
    : 'I have no reference range for it.';
}

function kindSentence({ kind, name, system, drugClass, code }: Term): string {
  const what = drugClass ? `${KINDS[kind]} (${drugClass})` : KINDS[kind];
  const where = system && system !== 'general' ? ` that belongs to the ${system} system` : '';
  const coded = code && kind === 'condition' ? ` (ICD-10 ${code.code})` : '';
  return `${name} is ${what}${where}${coded}.`;
}

function otherNames(term: Term): string {
  const row = TERM_ROWS.find((candidate) => candidate.term.kind === term.kind && candidate.term.name === term.name);
  const names = (row?.aliases ?? [])
    .map((alias) => alias.replace(/^[=~]/, ''))
    .filter((alias) => alias.length > 1 && !/\b(?:my|was|of|a|the)\b/.test(alias))
    .slice(0, MOST_OTHER_NAMES);
  return names.length > 0 ? `People also call it ${names.join(', ')}.` : '';
}

function systemFacts({ name }: Term): string {
  const tests = OBSERVATIONS.filter((row) => row.system === name).map((row) => row.name);
  const shown = tests.slice(0, MOST_TESTS).join(', ');
  return shown
    ? `The ${name} system is commonly judged by these measurements: ${shown}.`
    : `The ${name} system is one that I know no common measurements for.`;
}
