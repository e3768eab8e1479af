/**
 * The record, filled by what a person says and asked by what a person asks: plain English and Cypher, one's own data and nobody
 * else's.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOCAL_PRINCIPAL } from '../../src/engine/access/principal.ts';
import { patientKey } from '../../src/record/record.ts';
import { expectProblem } from '../producers/http/expect-problem.ts';
import { type Fleet, startFleet } from '../support/fleet.ts';

type Found = {
  answer?: string;
  cypher: string | null;
  parameters: Record<string, unknown>;
  columns: string[];
  rows: unknown[][];
  truncated: boolean;
};

let fleet: Fleet;

/** Some months ago, on a day that every month has, as people write it. */
function monthsAgo(months: number): string {
  const now = new Date();
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 12));
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    day,
  );
}

beforeAll(async () => {
  fleet = await startFleet();
  const tell = (text: string, patient_id: string) => fleet.say(text, { patient_id, session_id: `s-${patient_id}` });
  await tell(
    `My HbA1c was 7.8% on ${monthsAgo(10)}. My HbA1c was 7.3% on ${monthsAgo(6)}. My HbA1c was 6.9% on ${monthsAgo(1)}.`,
    'ada',
  );
  await tell(
    `My blood pressure was 150/95 on ${monthsAgo(9)}. My blood pressure was 138/86 on ${monthsAgo(1)}.`,
    'ada',
  );
  await tell(
    `My fasting glucose was 131 mg/dL on ${monthsAgo(7)}. My fasting glucose was 118 mg/dL on ${monthsAgo(2)}.`,
    'ada',
  );
  await tell(`I have fatty liver disease and type 2 diabetes. My ALT was 62 U/L on ${monthsAgo(4)}.`, 'ada');
  await tell('I take metformin 500 mg twice a day and warfarin 5 mg daily. I stopped taking lisinopril.', 'ada');
  await tell('I am allergic to penicillin, I get hives.', 'ada');
  await tell(`I saw Dr. Chen at Mayo Clinic on ${monthsAgo(2)}.`, 'ada');
  await tell('I have an appointment with Dr. Lee tomorrow at 3pm.', 'ada');
  await tell('My HbA1c was 11.4% last week. I take ozempic 1 mg weekly.', 'bob');
});
afterAll(() => fleet.close());

const query = (patient: string, body: object) => fleet.call('POST', `/v1/patients/${patient}/query`, body);

async function ask(question: string, patient = 'ada'): Promise<Found & { answer: string }> {
  const { status, body } = await query(patient, { question });
  expect({ status, body }).toMatchObject({ status: 200 });
  return body as Found & { answer: string };
}

describe('ten questions in plain English', () => {
  test('the latest value, with its date and range', async () => {
    const { answer, rows, columns, cypher } = await ask('What is my latest HbA1c?');
    expect(answer).toContain(`6.9 % (${monthsAgo(1)})`);
    expect(answer).toContain('above the usual adult range of 4 to 5.6 %');
    expect(rows).toHaveLength(1);
    expect(rows[0]?.[columns.indexOf('value')]).toBe(6.9);
    expect(cypher).toMatch(/^MATCH \(p:Patient \{uuid: \$patient_uuid\}\)/);
  });

  test('a trend, over all values', async () => {
    const { answer, rows } = await ask('How has my HbA1c changed over time?');
    expect(answer).toContain(
      `went from 7.8 % (${monthsAgo(10)}) to 6.9 % (${monthsAgo(1)}): 0.9 percentage points lower`,
    );
    expect(answer).toContain('Over 3 values it is falling');
    expect(rows).toHaveLength(3);
  });

  test('a date window, and nothing from outside it', async () => {
    const { answer } = await ask('Show my blood pressure readings in the last 3 months');
    expect(answer).toContain(`138/86 mmHg (${monthsAgo(1)})`);
    expect(answer).not.toContain('150/95');
  });

  test('a body system: what was measured and what is known of it', async () => {
    const { answer } = await ask('Is there anything about my liver?');
    expect(answer).toContain('Fatty liver disease');
    expect(answer).toContain(`ALT 62 U/L (${monthsAgo(4)}) is above`);
    expect(answer).not.toMatch(/HbA1c|Type 2 diabetes/);
  });

  test('how many', async () => {
    const { answer, rows } = await ask('How many blood pressure readings do I have?');
    expect(answer).toContain('holds 2 blood pressure readings');
    expect(rows[0]?.[0]).toBe(2);
  });

  test('a list: what is taken, without what was stopped', async () => {
    const { answer } = await ask('What medications am I taking?');
    expect(answer).toContain('Metformin 500 mg');
    expect(answer).toContain('Warfarin 5 mg');
    expect(answer).not.toContain('Lisinopril');
    expect((await ask('Which medications did I stop?')).answer).toContain('Lisinopril');
  });

  test('when a doctor was last seen', async () => {
    const { answer } = await ask('When did I last see Dr. Chen?');
    expect(answer).toContain(monthsAgo(2));
    expect(answer).toContain('Mayo Clinic');
  });

  test('the highest value', async () => {
    const { answer, rows } = await ask('What was my highest fasting glucose?');
    expect(answer).toContain(`131 mg/dL (${monthsAgo(7)})`);
    expect(rows).toHaveLength(1);
  });

  test('allergies, also by the family of a medicine', async () => {
    expect((await ask('What am I allergic to?')).answer).toContain('Penicillin');
    expect((await ask('Am I allergic to amoxicillin?')).answer).toMatch(/Amoxicillin.*penicillins/);
  });

  test('appointments to come, and not those that have been', async () => {
    const { answer, rows } = await ask('What are my upcoming appointments?');
    expect(answer).toContain('Dr. Lee');
    expect(answer).not.toContain('Chen');
    expect(rows).toHaveLength(1);
  });
});

describe('what cannot be answered is not made up', () => {
  test('a question that is not about the record is refused, and nothing is looked up', async () => {
    const { answer, cypher, rows } = await ask('What is the capital of France?');
    expect(answer).toMatch(/I can answer questions such as: What is my latest HbA1c\?/);
    expect({ cypher, rows }).toEqual({ cypher: null, rows: [] });
  });

  test('what is not on record is said to be missing', async () => {
    expect((await ask('What is my latest TSH?')).answer).toBe('Your record holds no TSH.');
  });
});

describe('nobody reaches another patient', () => {
  test('by asking for them by name', async () => {
    const { answer, cypher, rows } = await ask('Show me patient bob’s labs');
    expect({ cypher, rows }).toEqual({ cypher: null, rows: [] });
    expect(answer).toContain('only look into this one record');
    expect(JSON.stringify(await ask('What is the HbA1c of patient bob?'))).not.toContain('11.4');
  });

  test('by Cypher that starts from everyone', async () => {
    const refused = await query('ada', { cypher: 'MATCH (n:Observation)\nRETURN n.value' });
    expectProblem(refused, 422, 'query_refused');
    expect(refused.body.errors).toEqual([
      { path: 'cypher:1:7', message: expect.stringContaining('(p:Patient {uuid: $patient_uuid})') },
    ]);
  });

  test('by Cypher that names another patient’s key', async () => {
    const bob = patientKey(LOCAL_PRINCIPAL.tenant, 'bob');
    for (const cypher of [
      `MATCH (p:Patient {uuid: '${bob}'})-[:HAS_OBSERVATION]->(o) RETURN o.value`,
      `MATCH (p:Patient {uuid: $patient_uuid}), (q:Patient {uuid: '${bob}'})-[:HAS_OBSERVATION]->(o) RETURN o.value`,
      'MATCH (p:Patient {uuid: $patient_uuid})-[:HAS_OBSERVATION]->(:Observation)-[:IS_A]->(t)<-[:IS_A]-(o) RETURN o.value',
    ]) {
      const refused = await query('ada', { cypher });
      expectProblem(refused, 422, 'query_refused');
      expect(JSON.stringify(refused.body)).not.toContain(bob);
    }
    const given = await query('ada', {
      cypher: 'MATCH (p:Patient {uuid: $patient_uuid})-[:HAS_OBSERVATION]->(o) RETURN o.value',
      params: { patient_uuid: bob },
    });
    expectProblem(given, 422, 'query_refused');
  });

  test('and each gets their own answer to the same question', async () => {
    expect((await ask('What is my latest HbA1c?', 'bob')).answer).toContain('11.4 %');
  });
});

describe('Cypher of one’s own', () => {
  test('runs over one’s own record, with parameters', async () => {
    const { status, body } = await query('ada', {
      cypher:
        'MATCH (p:Patient {uuid: $patient_uuid})-[:HAS_REGIMEN]->(m:IntakeRegimen) WHERE toLower(m.name) CONTAINS toLower($drug) RETURN m.name AS name, m.value AS value',
      params: { drug: 'METFORMIN' },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      columns: ['name', 'value'],
      rows: [['Metformin', 500]],
      truncated: false,
      parameters: { drug: 'METFORMIN' },
    });
    expect(body).not.toHaveProperty('answer');
  });

  test.each([
    [{ question: 'What is my weight?', cypher: 'MATCH (n) RETURN n' }],
    [{}],
    [{ question: 'x', params: {} }],
    [{ question: '  ' }],
    [{ cypher: 'MATCH (n) RETURN n', user: 'x' }],
  ])('is refused where the request is neither one nor the other: %j', async (body) => {
    expectProblem(await query('ada', body), 422, 'invalid');
  });
});

describe('one measurement over time', () => {
  test('comes as a series with unit, range and trend', async () => {
    const { status, body } = await fleet.call('GET', '/v1/patients/ada/observations/A1C');
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'HbA1c', unit: '%', trend: 'falling', reference_range: { low: 4, high: 5.6 } });
    expect((body.points as { value: number }[]).map(({ value }) => value)).toEqual([7.8, 7.3, 6.9]);
  });

  test('finds the fasting one when glucose is asked for', async () => {
    const { body } = await fleet.call('GET', '/v1/patients/ada/observations/glucose');
    expect(body).toMatchObject({ name: 'Fasting glucose', points: [{ value: 131 }, { value: 118 }] });
  });

  test('stands in the list of all measurements, as a laboratory test, with its newest values', async () => {
    const { status, body } = await fleet.call('GET', '/v1/patients/ada/observations');
    expect(status).toBe(200);
    const rows = body.measurements as { name: string; points: { id: string }[] }[];
    const hba1c = rows.find(({ name }) => name === 'HbA1c');
    expect(hba1c).toMatchObject({ category: 'laboratory', unit: '%', trend: 'falling', total: 3 });
    expect(hba1c?.points).toMatchObject([{ value: 7.8 }, { value: 7.3 }, { value: 6.9, interpretation: 'high' }]);
    const last = hba1c?.points.at(-1)?.id;
    expect((await fleet.call('GET', `/v1/patients/ada/facts/${last}`)).body).toMatchObject({ fact: { value: 6.9 } });
  });

  test('that was never measured is not found, with the names of those that were', async () => {
    const missing = await fleet.call('GET', '/v1/patients/ada/observations/ferritin');
    expectProblem(missing, 404, 'not_found');
    expect(missing.body.names).toEqual(expect.arrayContaining(['HbA1c', 'ALT', 'Fasting glucose']));
  });
});

describe('the consultant, in the conversation', () => {
  const say = async (text: string) => (await fleet.say(text, { patient_id: 'ada', session_id: 'talk' })).reply ?? '';

  test('sees the fasting glucose when asked about glucose', async () => {
    expect(await say('How is my glucose?')).toMatch(
      /^Your latest fasting glucose is 118 mg\/dL .*That is above the usual adult range/,
    );
  });

  test('warns of an interaction with a medicine that is taken', async () => {
    expect(await say('Can I take ibuprofen for my back?')).toMatch(/^Careful: Ibuprofen together with Warfarin/);
  });

  test('answers about the stated appointment, not about the earlier topic', async () => {
    await say('Is my metformin dose ok?');
    const reply = await say('I have an appointment with Dr. Okafor at Cleveland Clinic tomorrow at 11am');
    expect(reply).toContain('appointment with Dr. Okafor');
    expect(reply).toContain('at Cleveland Clinic');
    expect(reply).not.toMatch(/what I can say about Metformin/i);
  });

  test('takes a relative’s illness as family history', async () => {
    const reply = await say('My mother has breast cancer');
    expect(reply).toMatch(/^Breast cancer \(your mother\): this is/);
    expect((await ask('What is my family history?')).answer).toContain('Breast cancer (mother)');
    expect((await ask('Do I have breast cancer?')).answer).toContain('Not as far as I can see');
  });

  test('answers a precise question from the record', async () => {
    expect(await say('When was my HbA1c highest?')).toContain(`7.8 % (${monthsAgo(10)})`);
  });
});
