/** What the two consultants say without a model: specific, dated, compared with ranges, and never made up. */
import { describe, expect, it } from 'vitest';
import type { Message } from '../../../../src/engine/models/model.ts';
import { ask, called, model, NOTHING, request, responded, user } from './support.ts';

const TOOLS = ['get_patient_record', 'ask_about_topic'];
const EMPTY = { counts: {}, record: NOTHING, more: [] };
const observation = (name: string, value: number, unit: string, effective_time: string) => ({
  name,
  value,
  unit,
  effective_time,
  recorded_at: '2026-11-01T00:00:00Z',
});

const RECORD = {
  counts: {},
  record: {
    conditions: [{ name: 'Type 2 diabetes', status: 'active', recorded_at: '2025-01-10T00:00:00Z' }],
    medications: [
      {
        name: 'Metformin',
        value: 500,
        unit: 'mg',
        frequency: 'twice a day',
        status: 'active',
        recorded_at: '2025-01-10T00:00:00Z',
      },
      { name: 'Lisinopril', value: 10, unit: 'mg', status: 'stopped', recorded_at: '2024-01-10T00:00:00Z' },
    ],
    allergies: [{ name: 'Penicillin', reaction: 'hives', recorded_at: '2020-01-10T00:00:00Z' }],
    symptoms: [],
    observations: [
      observation('HbA1c', 7.4, '%', '2026-03-03'),
      observation('HbA1c', 6.9, '%', '2026-09-01'),
      observation('HbA1c', 7.1, '%', '2026-06-02'),
      observation('ALT', 62, 'U/L', '2026-08-20'),
      observation('Systolic blood pressure', 150, 'mmHg', '2026-10-01'),
      observation('Diastolic blood pressure', 95, 'mmHg', '2026-10-01'),
    ],
    encounters: [
      {
        name: 'Visit with cardiologist',
        specialty: 'Cardiology',
        effective_time: '2026-02-11',
        recorded_at: '2026-02-11T00:00:00Z',
      },
    ],
    procedures: [],
    documents: [],
  },
  more: [],
};

async function consult(
  text: string,
  record: unknown = RECORD,
  before: Message[] = [],
  toolNames = TOOLS,
): Promise<string> {
  const messages = [...before, user(text), called('get_patient_record'), responded('get_patient_record', record)];
  const { text: said, calls } = await ask(request('HealthConsultantAgent', messages, { toolNames }));
  expect(calls).toEqual([]);
  return said;
}

describe('HealthConsultantAgent reads the record before it answers', () => {
  it('reads the record first', async () => {
    const { calls } = await ask(request('HealthConsultantAgent', [user('How is my liver?')], { toolNames: TOOLS }));
    expect(calls.map(({ name }) => name)).toEqual(['get_patient_record']);
  });

  it('also opens the item that the conversation is about', async () => {
    const context = {
      now: '2026-11-15T10:00:00Z',
      timezone: 'UTC',
      state: { machina_med_state: { session_topic_node_uuid: 'u' } },
    };
    const { calls } = await ask(
      request('HealthConsultantAgent', [user('What is this?')], { toolNames: TOOLS, context }),
    );
    expect(calls.map(({ name }) => name)).toEqual(['get_patient_record', 'ask_about_topic']);
    const messages = [
      user('What is this?'),
      called('x'),
      responded('get_patient_record', EMPTY),
      responded('ask_about_topic', 'An allergy to nuts.'),
    ];
    const { text } = await ask(request('HealthConsultantAgent', messages, { toolNames: TOOLS, context }));
    expect(text).toContain('An allergy to nuts.');
  });

  it('asks for the series that the question names, and reports it with this person’s range and its trend', async () => {
    const toolNames = ['get_patient_record', 'get_series'];
    const asked = [user('How is my HbA1c?')];
    const { calls } = await ask(request('HealthConsultantAgent', asked, { toolNames }));
    expect(calls).toMatchObject([{ name: 'get_patient_record' }, { name: 'get_series', args: { name: 'HbA1c' } }]);
    const series = {
      name: 'HbA1c',
      unit: '%',
      reference_range: { low: 4, high: 5.6, unit: '%', source: 'ADA' },
      trend: 'falling',
      change: { value: -0.9, days: 400 },
      total: 3,
      points: [
        { date: '2019-06-01', value: 9.0, interpretation: 'high' },
        { date: '2019-01-01', value: 9.4, interpretation: 'high' },
        { date: '2018-05-01', value: 9.9, interpretation: 'high' },
      ],
    };
    const messages = [...asked, called('x'), responded('get_patient_record', { ...RECORD, more: ['observations'] })];
    const { text } = await ask(
      request('HealthConsultantAgent', [...messages, responded('get_series', { series: [series] })], { toolNames }),
    );
    expect(text).toMatch(/HbA1c 9 % is above the usual range of 4 to 5\.6 % \(ADA\); on 1 June 2019/);
    expect(text).toMatch(/9\.4 % \(1 January 2019\), 9\.9 % \(1 May 2018\); falling, by about 0\.9 % over 400 days/);
    expect(text).not.toContain('6.9 %');
    expect(text).not.toContain('seen only the newest');
  });
});

describe('HealthConsultantAgent answers from the message', () => {
  it('names each stated value and how it compares, even with an empty record', async () => {
    const said = await consult(
      'My blood pressure was 120/80 this morning and I take metformin 500 mg twice a day. Is that ok with my last HbA1c of 6.5%?',
      EMPTY,
    );
    expect(said).toMatch(/Blood pressure 120\/80 mmHg is within the usual adult range of 90\/60 to 120\/80 mmHg/);
    expect(said).toMatch(/measured on 15 November 2026/);
    expect(said).toContain('Noted: metformin 500 mg twice a day.');
    expect(said).toMatch(/HbA1c 6\.5 % is above the usual adult range of 4 to 5\.6 %/);
    expect(said).toContain('below 7 %');
  });

  it('converts units before it judges', async () => {
    expect(await consult('My fasting glucose is 5.2 mmol/L', EMPTY)).toMatch(/5\.2 mmol\/L is within/);
  });

  it('does not judge a relative’s value by adult ranges', async () => {
    const said = await consult('My son has a temperature of 38.5 °C', EMPTY);
    expect(said).not.toMatch(/above the usual adult range/);
  });

  it('does not tell someone in an emergency to wait', async () => {
    const said = await consult('I have chest pain', EMPTY);
    expect(said).toContain('Do not wait to see whether it passes');
    expect(said).not.toMatch(/few days|three weeks|could not read/);
  });

  it('says that no entry in its table does not mean safe', async () => {
    const said = await consult('Can I take ibuprofen with my tablets?');
    expect(said).toContain('no well-known interaction of Ibuprofen with Metformin on your record');
    expect(said).toContain('well-known interactions only; a pharmacist knows the rest');
  });

  it('answers thanks with courtesy and looks nothing up', async () => {
    const { text, calls } = await ask(
      request('HealthConsultantAgent', [user('Thank you so much!')], { toolNames: TOOLS }),
    );
    expect(text).toContain('welcome');
    expect(calls).toEqual([]);
  });
});

describe('HealthConsultantAgent answers from the record', () => {
  it('gives the latest value with its date, the earlier ones and their direction', async () => {
    const said = await consult('Is my HbA1c getting better?');
    expect(said).toMatch(
      /^HbA1c is falling\.\nHbA1c 6\.9 % is above .* on 1 September 2026\. Before that: 7\.1 % \(2 June 2026\), 7\.4 % \(3 March 2026\)\./,
    );
    expect(said).not.toContain('ALT');
  });

  it('looks at the whole body system that is asked about', async () => {
    const said = await consult('How is my liver?');
    expect(said).toMatch(/ALT 62 U\/L is above the usual adult range of 10 to 40 U\/L/);
    expect(said).not.toMatch(/HbA1c 6\.9/);
  });

  it('says what is missing for a system that was never measured', async () => {
    expect(await consult('How are my kidneys?')).toMatch(
      /^Your record has no measurement or condition of your kidneys.* Usual tests would be creatinine/,
    );
  });

  it('compares the new reading with the recorded one', async () => {
    const said = await consult('My blood pressure is 128/79 today');
    expect(said).toContain('Blood pressure 128/79 mmHg');
    expect(said).toContain('is 22/16 mmHg lower than the last on record, 150/95 mmHg (1 October 2026)');
  });

  it('separates what is taken from what was stopped', async () => {
    const said = await consult('What medications am I taking?');
    expect(said).toMatch(/as taken: Metformin 500 mg \(twice a day, told 10 January 2025\)/);
    expect(said).toMatch(/No longer taken: Lisinopril/);
  });

  it('warns first about an allergy to the medicine that is asked about', async () => {
    expect(await consult('Can I take penicillin for my throat?')).toMatch(
      /^Careful: your record lists an allergy to Penicillin \(hives\)/,
    );
  });

  it('says that no recent visit exists, and offers the older one', async () => {
    const said = await consult('Have I had an appointment recently?');
    expect(said).toMatch(/No visit in the last three months.*11 February 2026/);
  });

  it('keeps the subject of the message before', async () => {
    expect(
      await consult('And is it getting better?', RECORD, [user('What was my last HbA1c?'), model('6.9 %')]),
    ).toContain('HbA1c 6.9 %');
  });

  it('says that it could not read the record, and not that there is nothing', async () => {
    const said = await consult('How is my liver?', { error: 'The record store does not answer.' });
    expect(said).toContain('could not read your record');
    expect(said).not.toContain('holds nothing');
  });

  it('uses the complete entries of a record that was cut off', async () => {
    const text = JSON.stringify(RECORD).slice(0, -300);
    expect(
      await consult('Is my HbA1c getting better?', { truncated: true, text }, [], ['get_patient_record']),
    ).toContain('HbA1c 6.9 %');
  });

  it('reads a side panel without the tool’s own wrapping', async () => {
    expect(await consult('How is my liver?', RECORD.record)).toContain('ALT 62 U/L');
  });

  it('names only the medicines and conditions that belong to the question', async () => {
    const said = await consult('How is my blood pressure?');
    expect(said).toMatch(/^Blood pressure 150\/95 mmHg is above the usual adult range .*; on 1 October 2026\./);
    expect(said).not.toContain('Metformin');
    expect(said).not.toContain('Type 2 diabetes');
  });

  it('answers for a condition by the measurements that monitor it, and gives their trend', async () => {
    const said = await consult('Is my diabetes getting better?');
    expect(said).toMatch(/^HbA1c is falling\.\nHbA1c 6\.9 % is above/);
    expect(said).not.toContain('What you told me');
  });

  it('reports several readings of a kind by their average, and each thing once', async () => {
    const said = await consult('My blood pressure was 145/92, 150/95 and 138/88 this week', EMPTY);
    expect(said).toMatch(
      /^Noted\. Blood pressure 145\/92, 150\/95 and 138\/88 mmHg: on average 144\/92 mmHg, which is above/,
    );
    expect(said.match(/145\/92/g)).toHaveLength(1);
  });

  it('calculates the body mass index from weight and height', async () => {
    expect(await consult('I weigh 92 kg and I am 178 cm tall', EMPTY)).toMatch(/Body mass index 29 kg\/m2 is above/);
  });

  it('knows which symptom is a side effect of a medicine on record', async () => {
    const said = await consult('I have had diarrhea since Monday');
    expect(said).toMatch(/Diarrhea is a known side effect of Metformin \(US label of metformin\)/);
    expect(said).toMatch(/See a doctor after a week; sooner with blood/);
  });

  it('considers a condition on record when it is asked about a medicine', async () => {
    const record = structuredClone(RECORD);
    record.record.conditions.push({ name: 'Hypertension', status: 'active', recorded_at: '2025-01-10T00:00:00Z' });
    expect(await consult('Can I take ibuprofen?', record)).toMatch(
      /^With care, and ask first\. Ibuprofen with Hypertension/,
    );
  });

  it('lists what to discuss at the next visit', async () => {
    const said = await consult('What should I ask my doctor next time?');
    expect(said).toMatch(/^Worth raising:\n[\s\S]*- HbA1c 6\.9 % .*above the usual range, falling\.\n- ALT 62 U\/L/);
  });

  it('takes a relative’s illness as family history, also before a question', async () => {
    expect(await consult('My father had a heart attack at 50, should I get checked?')).toMatch(
      /^Whether heart attack is passed on: .*\n\nHeart attack \(your father\): this is your family history/s,
    );
  });

  it('invents no number: every one in the answer stands in the record, the tables or the message', async () => {
    const said = await consult('How is my thyroid?');
    expect(said).not.toMatch(/TSH \d/);
  });
});
