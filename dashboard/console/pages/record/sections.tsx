/**
 * The sections of the record, as a table. Their names are those that replies in the conversation use ("Please use the Labs section in the
 * side panel"), so a name changes there and here together.
 */
import type { ComponentChildren } from 'preact';
import { Badge } from '../../parts/badge.tsx';
import type { Entry } from '../../parts/fact/fact.ts';
import { When } from '../../parts/when.tsx';
import { type ListName, type Measurement, type RecordView, timeOf } from './record-data.ts';
import { capital, told } from './words.ts';

export type Column = {
  label: string;
  /** What is searched and sorted by. */
  text: (entry: Entry) => string;
  cell?: (entry: Entry) => ComponentChildren;
};

export type Section = {
  /** In the address. */
  id: string;
  title: string;
  lists: readonly ListName[];
  noun: [one: string, many: string];
  columns: readonly Column[];
  /** A message that would put something here. */
  example: string;
  /** Shown as measurements, of these categories. */
  measured?: readonly Measurement['category'][];
};

const field = (label: string, of: keyof Entry): Column => ({
  label,
  text: (entry) => (entry[of] === undefined ? '' : String(entry[of])),
});
const status: Column = {
  label: 'Status',
  text: ({ status: state }) => state ?? '',
  cell: ({ status: state }) => state && <Badge state={state} />,
};
const time = (label: string): Column => ({
  label,
  text: timeOf,
  cell: ({ effective_time }) => effective_time && <When time={effective_time} />,
});
const dose: Column = { label: 'Dose', text: ({ value, unit }) => told(value, unit) };
const often: Column = { label: 'How often', text: ({ frequency }) => frequency?.text ?? '' };
const severity = field('Severity', 'severity');
const site = field('Where', 'body_site');
const kind: Column = { label: 'Kind', text: (entry) => capital(entry.kind) };

export const SECTIONS: readonly Section[] = [
  {
    id: 'conditions',
    title: 'Conditions',
    lists: ['conditions'],
    noun: ['condition', 'conditions'],
    columns: [status, time('Since'), severity, site],
    example: 'I have had asthma since 2010.',
  },
  {
    id: 'symptoms',
    title: 'Symptoms',
    lists: ['symptoms'],
    noun: ['symptom', 'symptoms'],
    columns: [status, time('Since'), severity, field('How long', 'duration'), site],
    example: 'I have had a headache since yesterday.',
  },
  {
    id: 'medications',
    title: 'Medications',
    lists: ['medications'],
    noun: ['medication', 'medications'],
    columns: [dose, often, status, time('Since')],
    example: 'I take metformin 500 mg twice a day.',
  },
  {
    id: 'allergies',
    title: 'Allergies',
    lists: ['allergies'],
    noun: ['allergy', 'allergies'],
    columns: [field('Reaction', 'reaction'), severity, status, time('Since')],
    example: 'I am allergic to penicillin, it gave me hives.',
  },
  {
    id: 'labs',
    title: 'Labs',
    lists: ['observations'],
    noun: ['lab test', 'lab tests'],
    columns: [],
    example: 'My HbA1c was 6.9 % last week.',
    measured: ['laboratory'],
  },
  {
    id: 'observations',
    title: 'Observations',
    lists: ['observations'],
    noun: ['measurement', 'measurements'],
    columns: [],
    example: 'My blood pressure was 135/85 this morning.',
    measured: ['vital-signs', 'other'],
  },
  {
    id: 'encounters',
    title: 'Encounters',
    lists: ['encounters'],
    noun: ['visit', 'visits'],
    columns: [time('When'), field('Specialty', 'specialty'), status],
    example: 'I saw my cardiologist on 2 March.',
  },
  {
    id: 'procedures',
    title: 'Procedures',
    lists: ['procedures'],
    noun: ['procedure', 'procedures'],
    columns: [time('When'), site, status],
    example: 'I had my appendix removed in 1999.',
  },
  {
    id: 'documents',
    title: 'Documents',
    lists: ['documents'],
    noun: ['document', 'documents'],
    columns: [time('When'), field('Address', 'url'), status],
    example: 'Here is my discharge letter: https://example.org/letter.pdf',
  },
  {
    id: 'family-history',
    title: 'Family history',
    lists: ['family_history'],
    noun: ['entry', 'entries'],
    columns: [field('Relative', 'relation'), field('Age at onset', 'age_at_onset')],
    example: 'My mother had breast cancer at 52.',
  },
  {
    id: 'care-team',
    title: 'Care team',
    lists: ['practitioners', 'organizations'],
    noun: ['person or place', 'people and places'],
    columns: [kind, field('Specialty', 'specialty')],
    example: 'My doctor is Dr. Novak at Riverside Hospital.',
  },
];

export const NAME: Column = { label: 'Name', text: ({ name }) => name };

export function sectionOf(id: string): Section | undefined {
  return SECTIONS.find((section) => section.id === id);
}

export function entriesOf(record: RecordView, { lists }: Section): readonly Entry[] {
  return lists.length === 1 && lists[0] ? record[lists[0]] : lists.flatMap((list) => record[list]);
}

export function measurementsOf(all: readonly Measurement[], { measured = [] }: Section): Measurement[] {
  return all.filter(({ category }) => measured.includes(category));
}

/** Measurements count by kind, everything else by entry; undefined while it is not known. */
export function countOf(
  section: Section,
  record: RecordView,
  measurements?: readonly Measurement[],
): number | undefined {
  if (section.measured) return measurements && measurementsOf(measurements, section).length;
  return section.lists.reduce((sum, list) => sum + (record.counts[list] ?? 0), 0);
}
