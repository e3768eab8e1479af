/** What the tables know about a term, in sentences: what it is, the side that was asked about, its usual range or dose, and their sources. */

import { type Person, type ReferenceRange, referenceRange } from '../observations/ranges.ts';
import type { Term, TermKind } from '../vocabulary/find-terms.ts';
import { OBSERVATIONS } from '../vocabulary/observations.ts';
import { TERM_ROWS } from '../vocabulary/rows.ts';
import type { Aspect } from './aspects.ts';
import { doseText, labelDose } from './doses.ts';
import { drugEffects, type TopicFacts, topicFacts } from './topic-facts.ts';

const KINDS: Readonly<Record<TermKind, string>> = {
  condition: 'a condition',
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
/** Laboratories differ; a thermometer does not. */
const VITALS = new Set(['Heart rate', 'Respiratory rate', 'Body temperature', 'Oxygen saturation', 'Body mass index']);
const MOST_OTHER_NAMES = 3;
const MOST_TESTS = 8;

export function followedBy(condition: string): readonly string[] {
  return MEASURED_BY[condition] ?? [];
}

export function termFacts(term: Term, aspect: Aspect = 'what'): string {
  if (term.kind === 'body_system') return systemFacts(term);
  if (term.kind === 'drug') return drugFacts(term, aspect);
  const facts = topicFacts(term.name);
  const lines = [`${kindSentence(term, facts?.what)} ${otherNames(term)}`.trim()];
  if (facts) lines.push(...topicLines(facts, term.kind, aspect));
  if (term.name === 'Blood pressure') lines.push(pressureRange());
  else if (term.kind === 'observation') lines.push(rangeSentence(term.name));
  if (term.kind === 'condition') lines.push(measuredBy(term.name));
  if (facts?.see) lines.push(`When to see someone: ${facts.see}`);
  if (facts) lines.push(`Source: ${facts.source}.`);
  return lines.filter(Boolean).join('\n');
}

/** The side that was asked about; all of them where the question is only what it is. */
function topicLines({ signs, causes, care }: TopicFacts, kind: TermKind, aspect: Aspect): string[] {
  const test = kind === 'observation';
  const sides: [Aspect, string, string][] = [
    ['signs', 'Common signs', signs],
    ['causes', test ? 'What can change it' : 'Common causes', causes],
    ['care', test ? 'How it is read' : kind === 'procedure' ? 'What happens' : 'What is usually done', care],
  ];
  if (aspect === 'spread') {
    return [
      /spread|contagious|give /i.test(causes)
        ? `How it spreads: ${causes}.`
        : 'My tables do not say whether it spreads.',
    ];
  }
  if (aspect === 'see') return [];
  const asked = sides.filter(([side, , text]) => text && (side === aspect || aspect === 'what' || aspect === 'range'));
  return asked.map(([, title, text]) => `${title}: ${text}.`);
}

function drugFacts(term: Term, aspect: Aspect): string {
  const effects = drugEffects(term.name);
  const span = labelDose(term.name);
  const dose = span ? `For adults: ${doseText(span)}.` : '';
  const known = effects
    ? [
        effects.common.length > 0 && `Known side effects: ${effects.common.join(', ').toLowerCase()}.`,
        effects.serious && `Rare but serious: ${effects.serious}.`,
        `Source: ${effects.source}.`,
      ]
        .filter(Boolean)
        .join(' ')
    : aspect === 'side_effects'
      ? 'I have no list of its side effects; the leaflet in the package has.'
      : '';
  const first = `${kindSentence(term, effects?.use && `it ${effects.use}`)} ${otherNames(term)}`.trim();
  const order = aspect === 'dose' ? [dose || 'I have no usual dose for it.', known] : [known, dose];
  return [first, ...order].filter(Boolean).join('\n');
}

/** "4 to 5.6 %", "up to 100 mg/dL", "60 mL/min or more". */
export function rangeText({ low, high, unit }: ReferenceRange): string {
  if (low !== undefined && high !== undefined) return `${low} to ${high} ${unit}`;
  return high !== undefined ? `up to ${high} ${unit}` : `${low} ${unit} or more`;
}

/** The source's own name, without the document: "American Diabetes Association". */
export function sourceText({ source }: ReferenceRange): string {
  const end = source.search(/[,(]/);
  return (end < 0 ? source : source.slice(0, end)).trim();
}

export function pressureText(person: Person = {}): string | null {
  const systolic = referenceRange('Systolic blood pressure', person);
  const diastolic = referenceRange('Diastolic blood pressure', person);
  if (!systolic || !diastolic) return null;
  return `${systolic.low}/${diastolic.low} to ${systolic.high}/${diastolic.high} ${systolic.unit}`;
}

function measuredBy(condition: string): string {
  const known = followedBy(condition).map((name) => {
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
  return range ? `Its usual adult range is ${range} (${source}).` : '';
}

function rangeSentence(name: string): string {
  const shared = referenceRange(name);
  const male = referenceRange(name, { sex: 'male' });
  const female = referenceRange(name, { sex: 'female' });
  const differ = VITALS.has(name) ? '' : '; laboratories differ a little';
  if (male && female && rangeText(male) !== rangeText(female))
    return `Its usual adult range is ${rangeText(male)} for men and ${rangeText(female)} for women (${sourceText(male)})${differ}.`;
  const range = shared ?? male ?? female;
  return range
    ? `Its usual adult range is ${rangeText(range)} (${sourceText(range)})${differ}.`
    : 'I have no reference range for it.';
}

function kindSentence({ kind, name, system, drugClass, code }: Term, what?: string): string {
  const sort = drugClass ? `${KINDS[kind]} (${drugClass})` : KINDS[kind];
  const where =
    system && system !== 'general' ? ` of the ${system === 'ent' ? 'ear, nose and throat' : system} system` : '';
  const coded = code && kind === 'condition' ? ` (ICD-10 ${code.code})` : '';
  return `${capital(name)} is ${sort}${where}${coded}${what ? `: ${what}` : ''}.`;
}

function otherNames(term: Term): string {
  const row = TERM_ROWS.find((candidate) => candidate.term.kind === term.kind && candidate.term.name === term.name);
  const names = (row?.aliases ?? [])
    .map((alias) => alias.replace(/^[=~]+/, ''))
    .filter((alias) => alias.length > 1 && !/\b(?:my|was|of|a|the)\b/.test(alias))
    .filter((alias) => alias.toLowerCase() !== term.name.toLowerCase())
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

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
