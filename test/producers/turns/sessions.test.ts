/** A conversation, as the API shows it; and the record that it fills. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SidePanel } from '../../../src/record/record.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { expectProblem } from '../http/expect-problem.ts';

let fleet: Fleet;
beforeAll(async () => {
  fleet = await startFleet();
});
afterAll(() => fleet.close());

test('a session holds both sides of the conversation in order, what it was about, and its state', async () => {
  const where = { patient_id: 'ada', session_id: 'talk', user_location: { timezone: 'Europe/Berlin' } };
  const first = await fleet.say('I take metformin 500 mg twice a day', where);
  const second = await fleet.say('What does HbA1c mean?', where);
  const { status, body } = await fleet.call('GET', '/v1/sessions/talk');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    session_id: 'talk',
    patient_id: 'ada',
    user_id: 'ada',
    team: 'health',
    messages: [
      { role: 'user', text: 'I take metformin 500 mg twice a day', turn_id: first.turn_id },
      { role: 'assistant', text: first.reply, agent: first.agent, turn_id: first.turn_id },
      { role: 'user', text: 'What does HbA1c mean?', turn_id: second.turn_id },
      { role: 'assistant', text: second.reply, agent: second.agent, turn_id: second.turn_id },
    ],
    summary: expect.stringMatching(/2 turns.*Metformin/),
    state: { machina_med_state: { patient_id: 'ada', user_location: { timezone: 'Europe/Berlin' } } },
  });
  for (const time of [body.created_at, ...(body.messages as { at: string }[]).map(({ at }) => at)])
    expect(String(time)).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
});

test('the topic of a session stays until another is named', async () => {
  const topic = { node_uuid: '0197a1f4-0000-7000-8000-000000000000', node_type: 'EncounterNode' };
  await fleet.say('What does HbA1c mean?', { patient_id: 'ada', session_id: 'about', topic });
  await fleet.say('How do statins work?', { patient_id: 'ada', session_id: 'about' });
  const { state } = (await fleet.call('GET', '/v1/sessions/about')).body;
  expect(state).toMatchObject({
    machina_med_state: { session_topic_node_uuid: topic.node_uuid, session_topic_node_type: 'EncounterNode' },
  });
});

test('a session belongs to its patient: nobody else’s message gets into it', async () => {
  await fleet.say('What does HbA1c mean?', { patient_id: 'ada', session_id: 'adas' });
  const intruder = { text: 'How is my heart?', patient_id: 'bob', session_id: 'adas' };
  expectProblem(await fleet.call('POST', '/v1/turns', intruder), 409, 'conflict');
});

test('a session that never was is a 404', async () => {
  expectProblem(await fleet.call('GET', '/v1/sessions/never'), 404, 'not_found');
});

test('the side panel has a list for everything, and counts what is in it', async () => {
  await fleet.say('I am allergic to penicillin. My weight is 71 kg.', { patient_id: 'carl' });
  const panel = SidePanel.parse((await fleet.call('GET', '/v1/patients/carl/record')).body);
  expect(panel.patient).toEqual({ id: 'carl' });
  expect(panel.counts).toMatchObject({ allergies: 1, observations: 1, conditions: 0 });
  expect(panel.observations).toMatchObject([{ value: 71, unit: 'kg' }]);
  const empty = SidePanel.parse((await fleet.call('GET', '/v1/patients/nobody/record')).body);
  expect(Object.values(empty.counts).every((count) => count === 0)).toBe(true);
});
