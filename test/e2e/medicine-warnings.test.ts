/**
 * A question about taking a medicine is checked against the record, however it is asked and whoever answers: the offline rules, or a
 * model that says nothing of it.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PatientRecord } from '../../src/record/index.ts';
import { patientKey } from '../../src/record/index.ts';
import { factsOf } from '../clinical/filed.ts';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { type ScriptedHealth, startScriptedHealth } from '../support/scripted-health.ts';

const PEOPLE = [
  { id: 'allergic', told: 'I am allergic to penicillin.', medicine: 'amoxicillin', warned: /allergy to Penicillin/i },
  { id: 'pregnant', told: 'I am 24 weeks pregnant.', medicine: 'ibuprofen', warned: /pregnancy/i },
  { id: 'kidneys', told: 'I have chronic kidney disease stage 4.', medicine: 'naproxen', warned: /kidney/i },
  {
    id: 'kidneys-since',
    told: 'I have had chronic kidney disease since 2019.',
    medicine: 'naproxen',
    warned: /kidney/i,
  },
  { id: 'kidneys-before', told: 'PMH: CKD stage 4, COPD', medicine: 'naproxen', warned: /kidney/i },
  { id: 'ulcer-once', told: 'I had a stomach ulcer in 2015.', medicine: 'naproxen', warned: /ulcer/i },
  { id: 'thinner', told: 'I take warfarin 5 mg every evening.', medicine: 'ibuprofen', warned: /Warfarin/i },
];

const WAYS: readonly ((medicine: string) => string)[] = [
  (medicine) => `Is it safe to take ${medicine}?`,
  (medicine) => `Can I take ${medicine}?`,
  (medicine) => `would ${medicine} be ok for a sore throat`,
  (medicine) => `My dentist prescribed ${medicine} today. Anything I should know?`,
  (medicine) => `${medicine} - any problem?`,
  (medicine) => `thinking of getting some ${medicine} from the shop later, good idea or not`,
];

let offline: Fleet;
let model: ScriptedHealth;
let withModel: Fleet;

beforeAll(async () => {
  offline = await startFleet();
  model = await startScriptedHealth({
    // Whichever consultant is asked says nothing of the record.
    TriageAgent: (_request, nth) => ({
      calls: [
        {
          name: 'transfer_to_agent',
          args: { agent_name: nth % 2 ? 'HealthConsultantLiteAgent' : 'HealthConsultantAgent', reason: 'test' },
        },
      ],
    }),
    HealthConsultantAgent: () => ({ text: 'It is a common medicine.' }),
    HealthConsultantLiteAgent: () => ({ text: 'It is a common medicine.' }),
  });
  withModel = await startFleet({ env: { GEMINI_API_KEY: 'test', GEMINI_BASE_URL: model.url } });
  for (const { base } of [offline, withModel])
    for (const { id, told } of PEOPLE) for (const nth of WAYS.keys()) await fill(base.record, `${id}-${nth}`, told);
});

afterAll(async () => {
  await offline?.close();
  await withModel?.close();
  await model?.close();
});

async function fill(record: PatientRecord, id: string, told: string): Promise<void> {
  const facts = factsOf(told).map((fact) => ({ ...fact, id: randomUUID() }));
  expect(facts.length).toBeGreaterThan(0);
  const provenance = { turn_id: randomUUID(), session_id: 's', filed_at: '2026-03-18T10:30:00Z' };
  await record.file(patientKey('local', id), facts, provenance);
}

describe.each(PEOPLE)('$id', ({ id, medicine, warned }) => {
  test.each(WAYS.map((way, nth) => [way(medicine), nth] as const))('offline: %s', async (text, nth) => {
    const turn = await offline.say(text, { patient_id: `${id}-${nth}` });
    expect(turn.status).toBe('completed');
    expect(turn.reply).toMatch(warned);
    expect(turn.medicine_warnings).toHaveLength(1);
  });

  test.each(WAYS.map((way, nth) => [way(medicine), nth] as const))(
    'a model that says nothing of it: %s',
    async (text, nth) => {
      const turn = await withModel.say(text, { patient_id: `${id}-${nth}` });
      expect(turn.reply).toMatch(warned);
      expect(turn.reply).toMatch(/It is a common medicine\.$/);
      const asked = model.requests.findLast(({ systemText }) => systemText.includes('before your answer'));
      expect(asked?.systemText).toMatch(warned);
    },
  );
});

test('somebody whose record says nothing against it is not warned', async () => {
  const turn = await withModel.say('Is it safe to take amoxicillin?', { patient_id: 'nobody' });
  expect(turn.reply).toBe('It is a common medicine.');
  expect(turn.medicine_warnings).toEqual([]);
});

test('a relative’s medicine is not checked against this record', async () => {
  const turn = await withModel.say('Can my daughter take amoxicillin?', { patient_id: 'allergic-0' });
  expect(turn.medicine_warnings).toEqual([]);
});

test('advice for an emergency leaves out what the record speaks against', async () => {
  const alarm = 'I have crushing chest pain going down my left arm and I am sweating';
  const free = await offline.say(alarm, { patient_id: 'nobody' });
  const thinner = await offline.say(alarm, { patient_id: 'thinner-0' });
  expect(free.red_flags.map(({ family }) => family)).toContain('chest_pain');
  expect(thinner.red_flags.map(({ family }) => family)).toContain('chest_pain');
  expect(free.reply).toContain('aspirin');
  expect(thinner.reply).not.toContain('aspirin');
});
