/** The demo patient: every page has something true to show, twice is once, and nothing of it stays when it is removed. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_PATIENT } from '../../../producers/demo/demo-story.ts';
import type { TurnView } from '../../../producers/turns/turn-view.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';

type Demo = { patient_id: string; sessions: { session_id: string; turn_ids: string[] }[]; agent_id: string };

let fleet: Fleet;
let demo: Demo;
beforeAll(async () => {
  fleet = await startFleet();
  demo = (await fleet.call('POST', '/v1/demo')).body as unknown as Demo;
});
afterAll(() => fleet.close());

const turnsOf = (session: number): Promise<TurnView[]> =>
  Promise.all(
    (demo.sessions[session]?.turn_ids ?? []).map(async (id) => {
      await fleet.events(id);
      return fleet.turn(id);
    }),
  );

test('its record has conditions, medicines, an allergy, labs over time, a visit and a family history', async () => {
  const turns = await turnsOf(0);
  expect(turns.map(({ status }) => status)).toEqual(turns.map(() => 'completed'));
  const { body } = await fleet.call('GET', `/v1/patients/${DEMO_PATIENT}/record`);
  const names = (list: unknown) => (list as { name: string }[]).map(({ name }) => name).sort();
  expect(names(body.conditions)).toEqual(['Hypertension', 'Type 2 diabetes']);
  expect(names(body.medications)).toEqual(['Lisinopril', 'Metformin']);
  expect(names(body.allergies)).toEqual(['Penicillin']);
  expect(names(body.observations).filter((name) => name === 'HbA1c')).toHaveLength(4);
  expect(names(body.observations).filter((name) => name === 'Systolic blood pressure')).toHaveLength(4);
  expect(body.encounters).toHaveLength(1);
});

test('its conversations show an answer from the record, a medicine warning and an emergency', async () => {
  const [development, amoxicillin] = await turnsOf(1);
  expect(development?.reply).toContain('6.9');
  expect(amoxicillin?.medicine_warnings).toMatchObject([{ against: expect.stringMatching(/penicillin/i) }]);
  const [emergency] = await turnsOf(2);
  expect(emergency?.red_flags.length).toBeGreaterThan(0);
});

test('asked for twice, it is there once', async () => {
  const again = (await fleet.call('POST', '/v1/demo')).body;
  expect(again).toEqual(demo);
});

test('it is removed like any person, with its research agent', async () => {
  await fleet.call('DELETE', `/v1/patients/${DEMO_PATIENT}`);
  const { body } = await fleet.call('GET', `/v1/agents?user_id=${DEMO_PATIENT}`);
  expect(body.agents).toEqual([]);
  const sessions = await fleet.call('GET', `/v1/sessions?patient_id=${DEMO_PATIENT}`);
  expect(sessions.body.sessions).toEqual([]);
});
