/** Whoever tells of a symptom learns when to see someone about it, from a row of its own or one that it shares. */
import { expect, it } from 'vitest';
import { complaintFacts, topicFacts } from '../../src/clinical/index.ts';
import { termRows } from '../../src/clinical/vocabulary/rows.ts';

const SYMPTOMS = termRows().flatMap(({ term }) => (term.kind === 'symptom' ? [term.name] : []));

it('every symptom of the vocabulary has advice on when to see someone', () => {
  expect(SYMPTOMS.length).toBeGreaterThan(300);
  expect(SYMPTOMS.filter((name) => !topicFacts(name)?.see)).toEqual([]);
});

it.each([
  'Black stools',
  'Vomiting blood',
  'Blue lips',
  'Facial droop',
  'Thunderclap headache',
  'Vision loss',
  'Suicidal thoughts',
  'Throat closing up',
  'Unresponsive',
  'Reduced fetal movement',
  'Floppy baby',
])('advice on an emergency begins with help: %s', (name) =>
  expect(topicFacts(name)?.see).toMatch(/^(?:Get help at once|Call [^;,]* at once)/),
);

it.each(['pain', 'swelling', 'numbness', 'itching', 'tingling', 'stiffness', 'weakness', 'bleeding', 'lump'])(
  'a part of the body that has no row goes by what is wrong with it: %s',
  (what) => expect(complaintFacts(`Eyebrow ${what}`, false)?.see).toMatch(/^(?:See|Call) /),
);

it('every condition, test and procedure is explained', () => {
  const explained = termRows().filter(({ term }) => ['condition', 'observation', 'procedure'].includes(term.kind));
  expect(explained.filter(({ term }) => !topicFacts(term.name)?.what).map(({ term }) => term.name)).toEqual([]);
});

it.each([
  'Heart attack',
  'Stroke',
  'Meningitis',
  'Anaphylaxis',
  'Postpartum hemorrhage',
  'Ovarian torsion',
  'Cardiac tamponade',
])('so does that on a condition that is one: %s', (name) =>
  expect(topicFacts(name)?.see).toMatch(/\bambulance\b|emergency department/),
);
