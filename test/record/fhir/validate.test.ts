/** The validator of these tests must itself refuse what R4 refuses, or the other tests prove nothing. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromFhirBundle } from '../../../src/record/fhir/import.ts';
import { terminology } from '../../../src/teams/health/terminology.ts';
import { newPatient } from '../told.ts';
import { exported, fileImport, NOW, onTheWire, openStore, type Store } from './graph.ts';
import type { FhirBundle } from './r4-resources.ts';
import { problemsOf } from './validate.ts';

type Json = Record<string, unknown>;
let store: Store;
let good: FhirBundle;
beforeAll(async () => {
  store = await openStore();
  const patient = newPatient();
  const fixture = JSON.parse(readFileSync(new URL('./fixtures/harrowby.json', import.meta.url), 'utf8'));
  await fileImport(store, patient, fromFhirBundle(fixture, { patient, now: NOW, terminology }));
  good = await exported(store, patient);
});
afterAll(() => store.close());

test('a good bundle has no problems', () => {
  expect(problemsOf(good)).toEqual([]);
});

test.each<[what: string, type: string, harm: (resource: Json) => void]>([
  ['a misspelt element', 'Condition', (one) => Object.assign(one, { onsetDatetime: '2020' })],
  ['an empty text', 'Organization', (one) => Object.assign(one, { name: '' })],
  ['an empty list', 'Procedure', (one) => Object.assign(one, { bodySite: [] })],
  ['a null', 'Procedure', (one) => Object.assign(one, { bodySite: null })],
  ['a day that no calendar has', 'Condition', (one) => Object.assign(one, { onsetDateTime: '2021-02-30' })],
  ['a time without a zone', 'Condition', (one) => Object.assign(one, { recordedDate: '2021-02-03T10:00:00' })],
  ['an instant that is a day', 'Provenance', (one) => Object.assign(one, { recorded: '2021-02-03' })],
  ['a status of another resource', 'Procedure', (one) => Object.assign(one, { status: 'finished' })],
  ['a missing status', 'MedicationStatement', (one) => delete one.status],
  ['a missing subject', 'Encounter', (one) => delete one.subject],
  ['a missing class', 'Encounter', (one) => delete one.class],
  [
    'a code from the wrong system',
    'Condition',
    (one) => set(one, 'clinicalStatus.coding.0.system', 'http://loinc.org'),
  ],
  ['an end of what goes on (con-4)', 'Condition', (one) => set(one, 'clinicalStatus.coding.0.code', 'active')],
  ['two values', 'Observation', (one) => Object.assign(one, { valueString: 'x', valueQuantity: { value: 1 } })],
  ['two times', 'Observation', (one) => Object.assign(one, { effectivePeriod: { start: '2020' } })],
  [
    'a reason for no value beside one (obs-6)',
    'Observation',
    (one) => Object.assign(one, { dataAbsentReason: { text: 'x' } }),
  ],
  ['an empty range (obs-3)', 'Observation', (one) => Object.assign(one, { referenceRange: [{}] })],
  [
    'a unit code without its system (qty-3)',
    'Observation',
    (one) => Object.assign(one, { valueQuantity: { value: 1, code: 'kg' }, valueString: undefined }),
  ],
  [
    'a period that ends before it starts (per-1)',
    'Encounter',
    (one) => Object.assign(one, { period: { start: '2021', end: '2020' } }),
  ],
  [
    'a rhythm without its unit (tim-2)',
    'MedicationStatement',
    (one) => Object.assign(one, { dosage: [{ timing: { repeat: { period: 1 } } }] }),
  ],
  [
    'a reaction without what it was',
    'AllergyIntolerance',
    (one) => Object.assign(one, { reaction: [{ severity: 'mild' }] }),
  ],
  ['a reference out of the bundle', 'Condition', (one) => set(one, 'subject.reference', `urn:uuid:${newPatient()}`)],
  ['a reference to the wrong type', 'Encounter', (one) => set(one, 'subject', { reference: `urn:uuid:${one.id}` })],
  ['a reference that misstates its target', 'Condition', (one) => set(one, 'subject.type', 'Group')],
  ['an extension with two values (ext-1)', 'Provenance', (one) => set(one, 'extension.0.valueString', 'x')],
  ['an id that is too long', 'Practitioner', (one) => Object.assign(one, { id: 'x'.repeat(65) })],
  ['a control character', 'Practitioner', (one) => set(one, 'name.0.text', 'a\u0007b')],
  [
    'a vital sign that is filed as none',
    'Observation',
    (one) =>
      Object.assign(one, { category: undefined, code: heart, valueString: undefined, valueQuantity: { value: 1 } }),
  ],
])('%s is found in a %s', (_, type, harm) => {
  const bundle = onTheWire(good);
  const victims = (bundle.entry ?? [])
    .map(({ resource }) => resource as unknown as Json)
    .filter((one) => one.resourceType === type);
  const victim = victims.find((one) => type !== 'Condition' || 'abatementDateTime' in one);
  harm(victim as Json);
  expect(problemsOf(bundle)).not.toEqual([]);
});

test('two entries with one address are found', () => {
  const bundle = onTheWire(good);
  bundle.entry?.push(...bundle.entry.slice(1, 2));
  expect(problemsOf(bundle)).toEqual(['bdl-7: a fullUrl stands twice']);
});

const heart = { coding: [{ system: 'http://loinc.org', code: '8867-4' }] };

function set(resource: Json, path: string, value: unknown): void {
  const keys = path.split('.');
  const last = keys.pop() as string;
  const at = keys.reduce<Json>((node, key) => node[key] as Json, resource);
  at[last] = value;
}
