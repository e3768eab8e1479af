/** The record as FHIR, over HTTP: out of one patient, into another, with the media type and the errors that FHIR clients expect. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FhirBundle } from '../../record/fhir/r4-resources.ts';
import { problemsOf } from '../../record/fhir/validate.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { expectProblem, MARKER } from '../http/expect-problem.ts';

const FHIR = { 'Content-Type': 'application/fhir+json' };
const MEGABYTE = 1024 * 1024;
const synthea = () => readFileSync(join(import.meta.dirname, '../../record/fhir/fixtures/harrowby.json'), 'utf8');

let fleet: Fleet;
beforeAll(async () => {
  fleet = await startFleet();
});
afterAll(() => fleet.close());

const exported = async (id: string) =>
  (await fleet.call('GET', `/v1/patients/${id}/fhir`)) as Awaited<ReturnType<Fleet['call']>> & { body: FhirBundle };
const typesOf = ({ entry = [] }: FhirBundle) => entry.map(({ resource }) => resource.resourceType).sort();

test('what was said to the fleet comes out as a valid bundle and goes into another patient', async () => {
  await fleet.say('I take metformin 500 mg twice a day, I am allergic to penicillin and my HbA1c was 6.5%', {
    patient_id: 'said',
  });
  const out = await exported('said');
  expect(out.status).toBe(200);
  expect(out.headers.get('content-type')).toMatch(/^application\/fhir\+json/);
  expect(problemsOf(out.body)).toEqual([]);
  expect(typesOf(out.body)).toEqual(
    expect.arrayContaining(['AllergyIntolerance', 'MedicationStatement', 'Observation', 'Patient', 'Provenance']),
  );

  const put = await fleet.call('POST', '/v1/patients/copied/fhir', out.body, FHIR);
  expect([put.status, put.body]).toEqual([200, { created: 3, updated: 0, skipped: [] }]);
  expect(typesOf((await exported('copied')).body)).toEqual(typesOf(out.body));
});

test('a chart of another system is filed once, however often it is sent, and says what it left out', async () => {
  const first = await fleet.call('POST', '/v1/patients/harrowby/fhir', synthea(), FHIR);
  expect(first.status).toBe(200);
  expect(first.body.created).toBeGreaterThan(10);
  const counts = (await fleet.call('GET', '/v1/patients/harrowby/record')).body.counts;
  const second = await fleet.call('POST', '/v1/patients/harrowby/fhir', synthea());
  expect([second.status, second.body.created]).toEqual([200, 0]);
  expect((await fleet.call('GET', '/v1/patients/harrowby/record')).body.counts).toEqual(counts);
});

test('nobody on record is not found; a patient without a sensible id is refused', async () => {
  expectProblem(await exported('nobody'), 404, 'not_found');
  expectProblem(await fleet.call('GET', '/v1/patients/%20/fhir'), 422, 'invalid');
});

test.each<[string, string, number, string]>([
  ['is no JSON', `{"resourceType": "Bundle", ${MARKER}`, 400, 'malformed'],
  ['is another resource', JSON.stringify({ resourceType: 'Patient', name: [{ text: MARKER }] }), 422, 'invalid'],
  ['is a list', JSON.stringify([MARKER]), 422, 'invalid'],
])('a body that %s is refused', async (_, body, status, code) => {
  expectProblem(await fleet.call('POST', '/v1/patients/p1/fhir', body, FHIR), status, code);
});

test('a bundle of 10 MB is taken, one of 30 MB is not', async () => {
  const padded = (bytes: number) =>
    JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry: [], note: 'x'.repeat(bytes) });
  expect((await fleet.call('POST', '/v1/patients/p1/fhir', padded(10 * MEGABYTE), FHIR)).status).toBe(200);
  expectProblem(await fleet.call('POST', '/v1/patients/p1/fhir', padded(30 * MEGABYTE), FHIR), 413, 'too_large');
});
