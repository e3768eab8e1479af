/** Whose records there are, as the API lists them, and who may see that. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { patientKey } from '../../../src/record/index.ts';
import { told, turn } from '../../record/told.ts';
import { apiClient } from '../../support/api.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { expectProblem } from '../http/expect-problem.ts';

const TENANT = 'whole-tenant-0123456789';
const OTHER = 'other-tenant-0123456789';
const NO_RECORD = 'turns-only-0123456789';

let fleet: Fleet;
beforeAll(async () => {
  fleet = await startFleet({
    env: { API_TOKENS: `acme:${TENANT},other:${OTHER},acme[turns:read+turns:write]:${NO_RECORD}` },
  });
});
afterAll(() => fleet.close());

type Page = { patients: { patient_id: string; updated_at: string }[]; next_cursor: string | null };
const list = async (query = '', token = TENANT) =>
  (await apiClient(fleet.url, token).call('GET', `/v1/patients${query}`)).body as unknown as Page;
const idsOf = ({ patients }: Page) => patients.map(({ patient_id }) => patient_id);

test('whoever tells something, or has a file imported, is in the list; whoever only asks is not', async () => {
  const acme = apiClient(fleet.url, TENANT);
  const { created_at } = await acme.say('I am 54 years old. I weigh 80 kg and I have asthma.', { patient_id: 'anna' });
  await acme.say('What is a statin?', { patient_id: 'asks-only' });
  const person = { resourceType: 'Patient', id: 'x', birthDate: '1970-05-31', gender: 'male' };
  const bundle = { resourceType: 'Bundle', type: 'collection', entry: [{ resource: person }] };
  expect((await acme.call('POST', '/v1/patients/demo-bob/fhir', bundle)).status).toBe(200);
  expect(await list()).toEqual({
    patients: [
      {
        patient_id: 'anna',
        demo: false,
        birth_date: expect.stringMatching(/^19\d\d$/),
        updated_at: created_at,
        facts: expect.any(Number),
      },
      expect.objectContaining({ patient_id: 'demo-bob', demo: true, birth_date: '1970-05-31', sex: 'male', facts: 2 }),
    ],
    next_cursor: null,
  });
  expect(idsOf(await list('?q=DEMO'))).toEqual(['demo-bob']);
});

test('a fact that is corrected by hand is news; an erased person is gone', async () => {
  const acme = apiClient(fleet.url, TENANT);
  const { facts, created_at } = await acme.say('My weight is 80 kg', { patient_id: 'carl' });
  await acme.call('PATCH', `/v1/patients/carl/facts/${facts[0]?.id}`, { value: 81, reason: 'typing error' });
  const [carl] = (await list('?q=carl')).patients;
  expect(Date.parse(carl?.updated_at ?? '')).toBeGreaterThan(Date.parse(created_at));
  await acme.call('DELETE', '/v1/patients/carl');
  expect(await list('?q=carl')).toEqual({ patients: [], next_cursor: null });
});

test('another tenant sees none of them, a key only its own people, and a token without the record nothing', async () => {
  const acme = apiClient(fleet.url, TENANT);
  for (const patient_id of ['dora', 'emil']) await acme.say('My weight is 80 kg', { patient_id });
  expect(idsOf(await list('', OTHER))).toEqual([]);
  expectProblem(await apiClient(fleet.url, NO_RECORD).call('GET', '/v1/patients'), 403, 'forbidden');
  const wish = { name: 'app', scopes: ['record:read'], patients: ['emil', 'unknown'] };
  const { secret } = (await acme.call('POST', '/v1/keys', wish)).body;
  expect(idsOf(await list('', String(secret)))).toEqual(['emil']);
  expect(idsOf(await list('?q=dora', String(secret)))).toEqual([]);
});

test('many come in pages, each once', async () => {
  const names = Array.from({ length: 60 }, (_, at) => `many-${String(at).padStart(2, '0')}`);
  for (const id of names) {
    const person = { tenant: 'acme', id };
    await fleet.base.record.file(patientKey('acme', id), [told('condition', 'Gout')], turn({ person }));
  }
  const first = await list('?q=many-');
  const second = await list(`?q=many-&cursor=${first.next_cursor}`);
  expect([first.patients.length, second.next_cursor]).toEqual([50, null]);
  expect([...idsOf(first), ...idsOf(second)]).toEqual(names);
});
