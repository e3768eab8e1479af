/** Correcting the record over HTTP: what a client may send, what it gets back, and what is shown nowhere any more. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { expectProblem } from '../http/expect-problem.ts';

let fleet: Fleet;
beforeAll(async () => {
  fleet = await startFleet();
});
afterAll(() => fleet.close());

type Entry = { id: string; value?: number; unit?: string };
type Panel = Record<'observations' | 'conditions', Entry[]>;
type View = { fact: Entry | null; earlier: object[] };
type Bundle = { entry: { resource: { resourceType: string; status?: string } }[] };

const panel = async (patient: string) =>
  (await fleet.call('GET', `/v1/patients/${patient}/record`)).body as unknown as Panel;

async function told(patient: string, text: string, section: keyof Panel): Promise<string> {
  await fleet.say(text, { patient_id: patient });
  const [entry] = (await panel(patient))[section];
  return `/v1/patients/${patient}/facts/${entry?.id}`;
}

test('a corrected value keeps its id and its history, and the same correction again adds nothing', async () => {
  const fact = await told('corrected', 'My weight is 810 lb', 'observations');
  const change = { value: 180, reason: 'typing error' };
  const first = await fleet.call('PATCH', fact, change);
  const { fact: now, earlier } = first.body as unknown as View;
  expect([first.status, now?.value, now?.unit]).toEqual([200, 180, 'lb']);
  expect(earlier).toMatchObject([{ was: { value: 810 }, reason: 'typing error', withdrawn_by: 'local' }]);
  expect((await fleet.call('PATCH', fact, change)).body).toEqual(first.body);
  expect((await fleet.call('GET', fact)).body).toEqual(first.body);
  expect((await panel('corrected')).observations).toMatchObject([{ value: 180 }]);
});

test('a withdrawn fact is gone from the panel and the series, stays in the history and goes out as entered in error', async () => {
  const fact = await told('withdrawn', 'My heart rate was 72', 'observations');
  expect((await fleet.call('DELETE', fact, { reason: 'someone else' })).status).toBe(204);
  expect((await fleet.call('DELETE', fact)).status).toBe(204);
  expect((await panel('withdrawn')).observations).toEqual([]);
  expectProblem(await fleet.call('GET', '/v1/patients/withdrawn/observations/pulse'), 404, 'not_found');
  expect((await fleet.call('GET', fact)).body).toMatchObject({ fact: null, earlier: [{ was: { value: 72 } }] });
  expectProblem(await fleet.call('PATCH', fact, { value: 73, reason: 'no' }), 404, 'not_found');
  const { entry } = (await fleet.call('GET', '/v1/patients/withdrawn/fhir')).body as unknown as Bundle;
  const statuses = entry.flatMap(({ resource }) => (resource.resourceType === 'Observation' ? [resource.status] : []));
  expect(statuses).toEqual(['entered-in-error']);
});

test.each([
  ['without a reason', { value: 70 }, 'reason'],
  ['without a change', { reason: 'why' }, 'body'],
  ['with an unknown field', { value: 70, name: 'Height', reason: 'why' }, 'body'],
  ['with a unit of something else', { value: 70, unit: 'mmol/L', reason: 'why' }, 'unit'],
  ['with a value that no body shows', { value: 99_999, reason: 'why' }, 'value'],
  ['with a day that is none', { effective_time: 'yesterday', reason: 'why' }, 'effective_time'],
  ['with a status of another kind', { status: 'stopped', reason: 'why' }, 'status'],
])('a correction %s is refused with the field', async (_, body, path) => {
  const fact = await told(`refused-${path}`, 'My weight is 81 kg', 'observations');
  const answer = await fleet.call('PATCH', fact, body);
  expectProblem(answer, 422, 'invalid');
  expect(answer.body.errors).toMatchObject([{ path }]);
});

test('a fact of nobody, or of another patient, is not found', async () => {
  const fact = await told('owner', 'I have asthma', 'conditions');
  const elsewhere = fact.replace('owner', 'other');
  for (const path of [elsewhere, `/v1/patients/owner/facts/${randomUUID()}`]) {
    expectProblem(await fleet.call('PATCH', path, { status: 'resolved', reason: 'why' }), 404, 'not_found');
    expectProblem(await fleet.call('DELETE', path), 404, 'not_found');
  }
  expect((await panel('owner')).conditions).toHaveLength(1);
});
