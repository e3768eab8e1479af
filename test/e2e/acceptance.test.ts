/** The basic case: a person sends a message and reads the reply and the record. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fleet, factOf, startFleet } from '../support/fleet.ts';

const TEXT =
  'My blood pressure was 120/80 this morning and I take metformin 500 mg twice a day. Is that ok with my last HbA1c of 6.5%?';

let fleet: Fleet;
beforeAll(async () => {
  fleet = await startFleet();
});
afterAll(() => fleet.close());

test('a message gets a reply that names its values, and its facts are filed once', async () => {
  const headers = { 'Idempotency-Key': 'first-message' };
  const turn = await fleet.say(TEXT, { patient_id: 'ada', session_id: 's-1' }, headers);
  expect(turn).toMatchObject({
    status: 'completed',
    route: 'patient_consult',
    agent: 'HealthConsultantAgent',
    error: null,
  });
  expect(turn.reply).toContain('120/80');
  expect(turn.reply).toMatch(/metformin/i);
  expect(turn.reply).toContain('6.5');

  expect(factOf(turn, 'Systolic blood pressure')).toMatchObject({ kind: 'observation', value: 120, unit: 'mmHg' });
  expect(factOf(turn, 'Diastolic blood pressure')).toMatchObject({ kind: 'observation', value: 80, unit: 'mmHg' });
  expect(factOf(turn, 'Metformin')).toMatchObject({
    kind: 'medication',
    value: 500,
    unit: 'mg',
    frequency: { times_per_day: 2 },
  });
  expect(factOf(turn, 'HbA1c')).toMatchObject({ kind: 'observation', value: 6.5, unit: '%' });
  expect(turn.facts).toHaveLength(4);
  for (const { evidence } of turn.facts) expect(TEXT.slice(evidence.start, evidence.end)).toBe(evidence.text);

  const again = await fleet.say(TEXT, { patient_id: 'ada', session_id: 's-1' }, headers);
  expect(again.turn_id).toBe(turn.turn_id);
  const { body: record } = await fleet.call('GET', '/v1/patients/ada/record');
  expect(record.counts).toMatchObject({ observations: 3, medications: 1 });
});
