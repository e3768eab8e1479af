/** The demo patient: every page has something true to show, twice is once, and nothing of it stays when it is removed. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_PATIENT } from '../../../producers/demo/demo-story.ts';
import type { TurnView } from '../../../producers/turns/turn-view.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { makeDue } from '../../support/make-due.ts';

type Demo = { patient_id: string; sessions: { session_id: string; turn_ids: string[] }[]; agent_id: string };

let fleet: Fleet;
let demo: Demo;
beforeAll(async () => {
  fleet = await startFleet();
  demo = await filled();
});
afterAll(() => fleet.close());

/** Called until it is complete, as its clients do. */
async function filled(): Promise<Demo> {
  for (;;) {
    const { body, headers } = await fleet.call('POST', '/v1/demo');
    expect(headers.has('retry-after')).toBe(!body.complete);
    if (body.complete) return body as unknown as Demo;
  }
}

const LISTS = ['agents', 'triggers', 'approvals', 'library'] as const;
const FIELDS: Record<string, string> = { library: 'documents', inbox: 'items' };
/** What the API lists as the demo patient's. */
async function owned(list: string): Promise<Record<string, unknown>[]> {
  const { body } = await fleet.call('GET', `/v1/${list}?user_id=${DEMO_PATIENT}`);
  return body[FIELDS[list] ?? list] as Record<string, unknown>[];
}

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

test('its agent finds the demo documents, writes a report of them and tells the patient, with citations', async () => {
  const inbox = () => owned('inbox');
  await expect.poll(async () => (await inbox()).filter(({ state }) => state === 'said').length).toBe(2);
  const [report] = (await fleet.call('GET', `/v1/agents/${demo.agent_id}/files?dir=reports`)).body.files as {
    path: string;
  }[];
  const { body } = await fleet.call('GET', `/v1/agents/${demo.agent_id}/files/${report?.path}`);
  expect(body.content).toContain('10.5 % with empagliflozin');
  expect(body.content).toContain('doi:10.1056/NEJMoa1504720');
  expect(body.content).toContain('(demo summary)');
  const { turns } = (await fleet.call('GET', `/v1/turns?session_id=${DEMO_PATIENT}-research`)).body;
  const told = (turns as unknown as TurnView[]).find(({ citations }) => citations.length > 0);
  expect(told?.citations).toHaveLength(3);
  // The fourth is a review, and trials were asked for.
  expect(told?.reply).toContain('Left out: 1 (another kind of evidence)');
});

test('the mail with its report waits for approval, and says what would be sent to whom', async () => {
  expect(await owned('approvals')).toMatchObject([
    { status: 'pending', mail: { to: 'dr.weber@example.org', body: expect.stringContaining('empagliflozin') } },
  ]);
});

test('one of its triggers has a next time, and one has fired', async () => {
  const once = (await owned('triggers')).find(({ schedule }) => schedule === '+1 minute');
  await makeDue(fleet.base.redis.connect('worker'), fleet.base.keys.tag, [String(once?.id)]);
  await (await fleet.queue('trigger').getDelayed()).find(({ data }) => data.id === once?.id)?.promote();
  await expect.poll(async () => (await owned('triggers')).map(({ fired }) => fired).sort()).toEqual([0, 1]);
  expect(await owned('triggers')).toContainEqual(
    expect.objectContaining({ schedule: 'every Monday at 8', fire_at: expect.stringMatching(/^\d{4}-/) }),
  );
});

test('asked for twice, it is there once', async () => {
  const again = (await fleet.call('POST', '/v1/demo')).body;
  expect(again).toEqual(demo);
  expect(await Promise.all(LISTS.map(async (list) => (await owned(list)).length))).toEqual([1, 2, 1, 4]);
});

test('it is removed like any person, with its research and its documents, and can be made anew', async () => {
  await fleet.call('DELETE', `/v1/patients/${DEMO_PATIENT}`);
  expect(await Promise.all(LISTS.map((list) => owned(list)))).toEqual(LISTS.map(() => []));
  const sessions = await fleet.call('GET', `/v1/sessions?patient_id=${DEMO_PATIENT}`);
  expect(sessions.body.sessions).toEqual([]);
  expect((await fleet.call('GET', '/v1/library')).body.documents).toEqual([]);
  await filled();
  await expect.poll(() => owned('approvals')).toHaveLength(1);
});
