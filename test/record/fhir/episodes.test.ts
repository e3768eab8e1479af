/** An episode of another system is a thing of its own, with the times that it says; what a person retells is still one. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromFhirBundle } from '../../../src/record/fhir/import.ts';
import { terminology } from '../../../src/teams/health/terminology.ts';
import { newPatient, told, turn } from '../told.ts';
import { exported, fileImport, NOW, onTheWire, openStore, type Store } from './graph.ts';
import { problemsOf } from './validate.ts';

type Json = Record<string, unknown>;

let store: Store;
beforeAll(async () => {
  store = await openStore();
});
afterAll(() => store.close());

const RESOLVED = { coding: [{ code: 'resolved' }] };
const condition = (id: string, more: Json): Json => ({
  resourceType: 'Condition',
  id,
  code: { text: 'Pregnancy' },
  clinicalStatus: RESOLVED,
  ...more,
});
const request = (id: string, more: Json): Json => ({
  resourceType: 'MedicationRequest',
  id,
  status: 'stopped',
  intent: 'order',
  medicationCodeableConcept: { text: 'Lisinopril 10 MG Oral Tablet' },
  ...more,
});
const bundleOf = (...resources: Json[]) => ({
  resourceType: 'Bundle',
  type: 'collection',
  entry: resources.map((resource) => ({ resource })),
});

async function take(patient: string, ...resources: Json[]) {
  const imported = fromFhirBundle(bundleOf(...resources), { patient, now: NOW, terminology });
  await fileImport(store, patient, imported);
  return nodesOf(patient);
}

async function nodesOf(patient: string) {
  const { nodes } = await store.record.graph(patient);
  return nodes.flatMap(({ label, properties }) =>
    label === 'ConditionCase' || label === 'IntakeRegimen' || label === 'Procedure' ? [properties] : [],
  );
}

const PREGNANCIES = [
  condition('p1', { onsetDateTime: '2005-02-01', abatementDateTime: '2005-11-03' }),
  condition('p2', { onsetDateTime: '2010-05-01', abatementDateTime: '2011-01-20' }),
];

describe('what a source lists by itself', () => {
  test('two resolved pregnancies are two, and again the same after another import and after an export', async () => {
    const patient = newPatient();
    const both = [
      expect.objectContaining({ effective_text: '2005-02-01', ended_time: '2005-11-03T00:00:00.000Z' }),
      expect.objectContaining({ effective_text: '2010-05-01', ended_time: '2011-01-20T00:00:00.000Z' }),
    ];
    expect(await take(patient, ...PREGNANCIES)).toEqual(both);
    expect(await take(patient, ...PREGNANCIES)).toEqual(both);
    expect(await take(patient, ...PREGNANCIES, condition('a', { code: { text: 'Asthma' } }))).toHaveLength(3);
    const bundle = onTheWire(await exported(store, patient));
    expect(problemsOf(bundle)).toEqual([]);
    const other = newPatient();
    await fileImport(store, other, fromFhirBundle(bundle, { patient: other, now: NOW, terminology }));
    expect((await nodesOf(other)).map(({ ended_time }) => ended_time)).toEqual(
      (await nodesOf(patient)).map(({ ended_time }) => ended_time),
    );
  });

  test('each request is its own; a changed one changes itself alone', async () => {
    const patient = newPatient();
    const old = request('r1', { authoredOn: '2015-03-01' });
    const dosage = { dosageInstruction: [{ doseAndRate: [{ doseQuantity: { value: 20, unit: 'mg' } }] }] };
    const now = request('r2', { authoredOn: '2020-03-01', status: 'active', ...dosage });
    expect((await take(patient, old, now)).map(({ status, value }) => [status, value])).toEqual([
      ['stopped', 10],
      ['active', 20],
    ]);
    const later = await take(patient, old, { ...now, status: 'completed' });
    expect(later.map(({ status, value }) => [status, value])).toEqual([
      ['stopped', 10],
      ['completed', 20],
    ]);
    expect(later.map(({ ended_time }) => ended_time)).toEqual([undefined, undefined]);
  });

  test('the same procedure twice on one day is two, and one without an identifier is known by its times', async () => {
    const done = (more: Json): Json => ({
      resourceType: 'Procedure',
      status: 'completed',
      code: { text: 'Dialysis' },
      ...more,
    });
    const [one, two] = ['d1', 'd2'].map((id) => done({ id, performedDateTime: '2024-05-01' }));
    expect(await take(newPatient(), one as Json, two as Json)).toHaveLength(2);
    const [first, second] = ['2024-05-01', '2024-05-03'].map((performedDateTime) => done({ performedDateTime }));
    expect(await take(newPatient(), first as Json, first as Json, second as Json)).toHaveLength(2);
  });
});

describe('beside a conversation', () => {
  test('what goes on is one, told first or imported first, and what is told again stays one', async () => {
    const patient = newPatient();
    await store.record.file(patient, [told('medication', 'Lisinopril', { status: 'active' })], turn());
    const active = request('r', { status: 'active', authoredOn: '2024-01-01' });
    expect(await take(patient, active)).toHaveLength(1);
    await store.record.file(patient, [told('medication', 'Lisinopril', { status: 'active' })], turn());
    expect(await nodesOf(patient)).toMatchObject([{ value: 10, status: 'active' }]);
  });

  test('what is over does not end what goes on', async () => {
    const patient = newPatient();
    await store.record.file(patient, [told('condition', 'Pregnancy', { status: 'active' })], turn());
    expect((await take(patient, ...PREGNANCIES)).map(({ status }) => status)).toEqual([
      'active',
      'resolved',
      'resolved',
    ]);
  });
});

describe('an end that nobody gave', () => {
  test.each([
    ['a stopped request', request('r', { authoredOn: '2015-03-01' })],
    ['a resolved condition', condition('c', { onsetDateTime: '2010-05-01' })],
    ['a resolved condition without any time', condition('c', {})],
  ])('%s has none in the record and none in the export', async (_, resource) => {
    const patient = newPatient();
    const [node] = await take(patient, resource);
    expect(node?.ended_time).toBeUndefined();
    const { entry = [] } = await exported(store, patient);
    const out = JSON.stringify(entry.map((one) => one.resource).filter((one) => one.resourceType !== 'Provenance'));
    expect(out).not.toMatch(/abatement|"end"|fhir:ended/);
  });

  test.each([
    [{ onsetAge: { value: 52, code: 'a' } }, 'at age 52', undefined],
    [{ onsetPeriod: { end: '2012-04' } }, 'before 2012-04', undefined],
    [{ abatementAge: { value: 54, code: 'a' } }, undefined, 'at age 54'],
    [
      { abatementRange: { low: { value: 6, code: 'mo' }, high: { value: 9, code: 'mo' } } },
      undefined,
      'at age 6 to 9 months',
    ],
    [{ abatementString: 'after the birth' }, undefined, 'after the birth'],
  ])('%j is kept in its words and goes out again', async (more, begin, end) => {
    const patient = newPatient();
    const [node] = await take(patient, condition('c', more));
    expect([node?.effective_text, node?.ended_text, node?.ended_time]).toEqual([begin, end, undefined]);
    const bundle = onTheWire(await exported(store, patient));
    expect(problemsOf(bundle)).toEqual([]);
    expect(JSON.stringify(bundle.entry)).toContain(String(begin ?? end));
  });
});
