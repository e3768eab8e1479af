/** Bundles that are too large, about several people or malicious. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fileable, MAX_NAME_LENGTH } from '../../../src/record/bounds.ts';
import { fromFhirBundle } from '../../../src/record/fhir/import.ts';
import type { Terminology } from '../../../src/record/terminology.ts';
import { terminology } from '../../../src/teams/health/terminology.ts';
import { newPatient } from '../told.ts';
import { NOW } from './graph.ts';

type Json = Record<string, unknown>;
const harrowby = JSON.parse(readFileSync(new URL('./fixtures/harrowby.json', import.meta.url), 'utf8')) as Json;

const imported = (bundle: unknown, using: Terminology = terminology) =>
  fromFhirBundle(bundle, { patient: newPatient(), now: NOW, terminology: using });
const factsIn = (bundle: unknown) => imported(bundle).sources.flatMap(({ facts }) => facts);
const bundleOf = (...resources: Json[]) => ({
  resourceType: 'Bundle',
  type: 'collection',
  entry: resources.map((resource) => ({ resource })),
});
const ANNA = { resourceType: 'Patient', id: 'anna' };
const about = { subject: { reference: 'Patient/anna' } };

/** The real terminology, with the length of each text that it is asked about. */
function countingTerminology(): { counted: Terminology; lookups: number[] } {
  const lookups: number[] = [];
  const counted = Object.fromEntries(
    Object.entries(terminology).map(([name, lookUp]) => [
      name,
      (...given: unknown[]) => {
        for (const text of given) if (typeof text === 'string') lookups.push(text.length);
        return (lookUp as (...given: unknown[]) => unknown)(...given);
      },
    ]),
  ) as Terminology;
  return { counted, lookups };
}

test.each(['collection', 'transaction', 'batch', 'searchset', 'document'])('a %s bundle is accepted', (type) => {
  expect(factsIn({ ...harrowby, type }).length).toBeGreaterThan(30);
});

test.each([
  ['nothing', null],
  ['a resource alone', { resourceType: 'Condition' }],
  ['an answer to a transaction', { resourceType: 'Bundle', type: 'transaction-response' }],
  ['entries that are no list', { resourceType: 'Bundle', type: 'batch', entry: {} }],
])('%s is refused as a whole', (_, bundle) => {
  expect(() => imported(bundle)).toThrow(expect.objectContaining({ code: 'invalid' }));
});

test('a request without a resource, to delete or to read, costs none of the others', () => {
  const { entry } = bundleOf({ resourceType: 'Condition', code: { text: 'Asthma' } });
  const requests = [{ request: { method: 'DELETE', url: 'Condition/1' } }, { fullUrl: 'urn:x:1' }];
  const { sources, skipped } = imported({
    resourceType: 'Bundle',
    type: 'transaction',
    entry: [...entry, ...requests],
  });
  expect(sources.flatMap(({ facts }) => facts.map(({ name }) => name))).toEqual(['Asthma']);
  expect(skipped).toEqual([1, 2].map((at) => ({ resource: `entry ${at}`, reason: 'It is no FHIR resource' })));
});

test("a bundle with another patient in it is refused before anything of it gets into anyone's record", () => {
  const condition = (patient: string) => ({
    resourceType: 'Condition',
    subject: { reference: patient },
    code: { text: 'Gout' },
  });
  const refusal = expect.objectContaining({
    code: 'invalid',
    message: expect.stringContaining('more than one patient'),
  });
  expect(() => imported(bundleOf(ANNA, { resourceType: 'Patient', id: 'bert' }))).toThrow(refusal);
  expect(() => imported(bundleOf(ANNA, condition('Patient/bert')))).toThrow(refusal);
  expect(() => imported(bundleOf(condition('Patient/anna'), condition('Patient/bert')))).toThrow(refusal);
  expect(factsIn(bundleOf(condition('Patient/anna'), condition('https://x.invalid/fhir/Patient/anna')))).toHaveLength(
    2,
  );
});

test('more than ten thousand entries are refused, and ten thousand are read with a few lookups each', () => {
  const visit = (index: number) => ({
    resourceType: index % 5 ? 'Observation' : 'Encounter',
    id: `r${index}`,
    status: index % 5 ? 'final' : 'finished',
    code: { coding: [{ system: 'http://loinc.org', code: '8867-4' }] },
    valueQuantity: { value: 60 + (index % 30), unit: '/min', code: '/min' },
    participant: [{ individual: { display: `Dr. ${index % 50}` } }],
  });
  const entries = Array.from({ length: 10_000 }, (_, index) => visit(index));
  const bundle = bundleOf(...entries);
  const { counted, lookups } = countingTerminology();
  expect(imported(bundle, counted).sources.flatMap(({ facts }) => facts)).toHaveLength(12_000);
  expect(lookups.length).toBeGreaterThan(8000);
  expect(lookups.length).toBeLessThan(10_000 * 6);
  expect(() => imported(bundleOf(...entries, visit(1)))).toThrow(expect.objectContaining({ code: 'too_large' }));
});

test('a bad resource is reported by its place and costs none of the others', () => {
  const good = { resourceType: 'Condition', id: 'ok', ...about, code: { text: 'Gout' } };
  const { sources, skipped } = imported(
    bundleOf(
      ANNA,
      { resourceType: 'Condition', id: 'bad', ...about, code: { coding: [{ code: 7 }] } },
      'not a resource' as unknown as Json,
      { id: 'untyped' },
      { resourceType: 'constructor', id: '../../etc' },
      { resourceType: 'Condition', id: 'long', ...about, code: { text: 'x'.repeat(200_000) } },
      { resourceType: 'Condition', id: 'empty', ...about },
      good,
    ),
  );
  expect(sources.flatMap(({ facts }) => facts.map(({ name }) => name))).toEqual(['Gout']);
  expect(skipped).toEqual([
    { resource: 'Condition/bad', reason: 'It does not fit FHIR R4 at code.coding.0.code' },
    { resource: 'entry 2', reason: 'It is no FHIR resource' },
    { resource: 'entry 3', reason: 'It is no FHIR resource' },
    { resource: 'constructor/entry 4', reason: 'The record has no place for this type of resource' },
    { resource: 'Condition/long', reason: 'Its name is too long' },
    { resource: 'Condition/empty', reason: 'It does not say what it is' },
  ]);
});

test('codes that are inherited property names of objects are unknown codes', () => {
  const facts = factsIn(
    bundleOf(
      ANNA,
      {
        resourceType: 'Condition',
        ...about,
        code: { text: 'Gout' },
        clinicalStatus: { coding: [{ code: 'constructor' }] },
        verificationStatus: { coding: [{ code: 'toString' }] },
      },
      { resourceType: 'Observation', status: '__proto__', ...about, code: { text: 'Grip' }, valueInteger: 3 },
      { resourceType: 'Encounter', status: 'valueOf', ...about, class: { code: 'constructor' } },
    ),
  );
  expect(facts.map(({ name, status }) => [name, status])).toEqual([
    ['Gout', undefined],
    ['Grip', undefined],
    ['Visit', undefined],
  ]);
});

test('no lookup is given a text that is longer than a name', () => {
  const spaces = `${' '.repeat(400_000)}(x`;
  const bundle = bundleOf(
    ANNA,
    { resourceType: 'Condition', ...about, code: { text: `a${spaces}`, coding: [{ display: `b${spaces}` }] } },
    {
      resourceType: 'MedicationRequest',
      ...about,
      medicationCodeableConcept: { text: 'Aspirin' },
      dosageInstruction: [{ text: spaces }],
    },
    { resourceType: 'AllergyIntolerance', patient: about.subject, code: { text: `c${spaces}` } },
    { resourceType: 'Observation', ...about, code: { text: 'd' }, valueCodeableConcept: { text: `e${spaces}` } },
  );
  const { counted, lookups } = countingTerminology();
  // Work that grows with the square of the length would exceed the time limit of the test by hours.
  expect(
    imported(bundle, counted)
      .sources.flatMap(({ facts }) => facts)
      .map(({ name }) => name),
  ).toEqual(['Aspirin', 'c']);
  expect(lookups.length).toBeGreaterThan(2);
  expect(Math.max(...lookups)).toBeLessThanOrEqual(MAX_NAME_LENGTH);
});

test('numbers and texts that the record could not give back are skipped, and said; nothing that is left is refused there', () => {
  const taken = { resourceType: 'MedicationRequest', ...about, medicationCodeableConcept: { text: 'Aspirin' } };
  const repeat = (frequency: number, period: number) => ({
    dosageInstruction: [{ timing: { repeat: { frequency, period, periodUnit: 'd' } } }],
  });
  const measured = { resourceType: 'Observation', ...about, code: { text: 'Grip' } };
  const { sources, skipped } = imported(
    bundleOf(
      ANNA,
      { ...taken, ...repeat(1e308, 0.001) },
      { ...taken, ...repeat(2, 1) },
      { ...measured, valueQuantity: { value: 1e300, unit: 'kg' } },
      { ...measured, valueString: 'x'.repeat(200_000) },
      { ...measured, valueInteger: 3, effectiveDateTime: 'y'.repeat(200_000) },
      { ...measured, valueString: 'half \ud800' },
      {
        resourceType: 'DocumentReference',
        description: 'Letter',
        content: [{ attachment: { url: 'u'.repeat(9_000) } }],
      },
      { resourceType: 'Condition', ...about, code: { text: 'Gout', coding: [{ display: 'z'.repeat(90_000) }] } },
    ),
  );
  expect(skipped.map(({ reason }) => reason)).toEqual([
    'Its frequency.times_per_day is no number that can be stored',
    'Its value is no number that can be stored',
    'Its value is too long',
    'Its effective_time is too long',
    'Its value is no well-formed text',
    'Its url is too long',
  ]);
  expect(sources.flatMap(({ facts, family, provenance }) => fileable(facts, family, provenance))).toHaveLength(2);
});

test('what is left of a bundle after its facts is skipped, each with its reason', () => {
  const skippedOf = (...resources: Json[]) => imported(bundleOf(...resources)).skipped;
  const medication = { resourceType: 'Medication', id: 'm', code: { text: 'Lisinopril' } };
  const role = { resourceType: 'PractitionerRole', id: 'r' };
  const unused = (resource: string) => ({ resource, reason: 'Nothing that was filed refers to it' });
  expect(skippedOf({ ...ANNA, gender: 'female', birthDate: '1980' }, medication, role)).toEqual([
    { resource: 'Patient/anna', reason: 'Only this is used of it: date of birth, sex' },
    unused('Medication/m'),
    unused('PractitionerRole/r'),
  ]);
  expect(skippedOf(ANNA)).toEqual([
    { resource: 'Patient/anna', reason: 'It gives neither date of birth nor sex, and nothing is told of it' },
  ]);
  const request = { resourceType: 'MedicationRequest', id: 'q', ...about, status: 'active', intent: 'order' };
  const medicationReference = { reference: 'Medication/m' };
  expect(skippedOf(ANNA, medication, { ...request, medicationReference })).toEqual([]);
  const refused = skippedOf(ANNA, medication, { ...request, medicationReference, intent: 'proposal' });
  expect(refused.map(({ resource }) => resource)).toEqual(['MedicationRequest/q', 'Patient/anna', 'Medication/m']);
});
