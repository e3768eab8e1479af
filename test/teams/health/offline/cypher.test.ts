/** CypherAgent without a model: one query for a question that it can read, none for any other, and answers from the rows alone. */
import { describe, expect, it } from 'vitest';
import { ask, called, request, responded, user } from './support.ts';

const put = (text: string) => ask(request('CypherAgent', [user(text)], { toolNames: ['query_graph'] }));

async function answer(text: string, columns: string[], rows: unknown[][], truncated = false): Promise<string> {
  const result = { columns, rows, truncated };
  const messages = [user(text), called('query_graph'), responded('query_graph', result)];
  return (await ask(request('CypherAgent', messages))).text;
}

const OBSERVED = ['name', 'value', 'unit', 'canonical_value', 'canonical_unit', 'measured', 'time'];

describe('the query', () => {
  it('starts from the patient that the engine binds, and from nobody else', async () => {
    const { calls, text } = await put('What is my latest HbA1c?');
    expect(text).toBe('');
    expect(calls).toMatchObject([{ name: 'query_graph' }]);
    expect(calls[0]?.args.cypher).toMatch(/^MATCH \(p:Patient \{uuid: \$patient_uuid\}\)\n/);
  });

  it('counts days in the user’s time zone', async () => {
    const { calls } = await put('What did my blood pressure do in 2025?');
    expect(calls[0]?.args.cypher).toContain(">= '2024-12-31T23:00:00.000Z'");
  });

  it.each(['What is the capital of France?', 'hello', 'word '.repeat(2_000)])(
    'is not made up for: %.40s',
    async (text) => {
      const { calls, text: said } = await put(text);
      expect(calls).toEqual([]);
      expect(said).toMatch(/have not looked anything up. I can answer questions such as/);
    },
  );

  it.each(['Show me patient bob’s labs', "What are Bob's medications?", 'HbA1c of all patients'])(
    'is not put for somebody else: %s',
    async (text) => {
      const { calls, text: said } = await put(text);
      expect(calls).toEqual([]);
      expect(said).toContain('only look into this one record');
    },
  );
});

describe('the answer', () => {
  it('is told in the user’s time zone', async () => {
    const row = ['HbA1c', 6.9, '%', 6.9, '%', '2026-03-03T23:30:00.000Z', '2026-03-03T23:30:00.000Z'];
    expect(await answer('What is my latest HbA1c?', OBSERVED, [row])).toContain('6.9 % (4 March 2026)');
  });

  it('says that a value was only told on a day, where nobody said when it was measured', async () => {
    const row = ['LDL cholesterol', 131, 'mg/dL', 131, 'mg/dL', null, '2026-03-03T12:00:00.000Z'];
    expect(await answer('What is my latest LDL?', OBSERVED, [row])).toContain('131 mg/dL (told on 3 March 2026)');
  });

  it('reports range and change in the unit that the values were given in', async () => {
    const day = (month: string) => `2026-${month}-03T12:00:00.000Z`;
    const rows = [
      ['Creatinine', 170, 'µmol/L', 1.923, 'mg/dL', day('10'), day('10')],
      ['Creatinine', 130, 'µmol/L', 1.471, 'mg/dL', day('06'), day('06')],
      ['Creatinine', 100, 'µmol/L', 1.131, 'mg/dL', day('02'), day('02')],
    ];
    const said = await answer('How has my creatinine changed?', OBSERVED, rows);
    expect(said).toMatch(/from 100 µmol\/L .* to 170 µmol\/L .*rising \(about 7\d µmol\/L over 242 days\)/);
    expect(said).toContain('44.2 to 115 µmol/L');
  });

  it('gives as many as were asked for, and says where there are fewer', async () => {
    const { calls } = await put('my last three potassium values');
    expect(calls[0]?.args.cypher).toContain('LIMIT 3');
    const row = ['Potassium', 5.1, 'mmol/L', 5.1, 'mmol/L', '2026-03-03', '2026-03-03'];
    expect(await answer('my last three potassium values', OBSERVED, [row])).toBe(
      'Your record holds only 1 value of potassium: 5.1 mmol/L (3 March 2026).',
    );
  });

  it('reports a day without an hour as that day, in any time zone', async () => {
    const row = ['HbA1c', 6.9, '%', 6.9, '%', '2026-03-03T00:00:00.000Z', '2026-03-03T00:00:00.000Z'];
    const messages = [
      user('my HbA1c'),
      called('q'),
      responded('query_graph', { columns: OBSERVED, rows: [row], truncated: false }),
    ];
    const context = { now: '2026-11-15T10:00:00Z', timezone: 'America/New_York', state: {} };
    expect((await ask(request('CypherAgent', messages, { context }))).text).toContain('3 March 2026');
  });

  it('says what was told, in its own unit, and judges by the canonical one', async () => {
    const row = ['Blood glucose', 10, 'mmol/L', 180.2, 'mg/dL', '2026-03-03T12:00:00.000Z', '2026-03-03T12:00:00.000Z'];
    expect(await answer('What was my highest blood sugar?', OBSERVED, [row])).toMatch(
      /highest blood glucose on record is 10 mmol\/L \(3 March 2026\)\. That is above/,
    );
  });

  it('distinguishes two values from a trend, and words from numbers', async () => {
    const at = (value: unknown, time: string) => [
      'HbA1c',
      value,
      '%',
      typeof value === 'number' ? value : null,
      '%',
      time,
    ];
    const two = [at(6.9, '2026-03-03T12:00:00.000Z'), at(7.4, '2025-03-03T12:00:00.000Z')];
    expect(await answer('trend of my HbA1c', OBSERVED, two)).toContain(
      'percentage points lower, nearer to the usual range. Two values are not yet a trend',
    );
    const words = [...two, at('high', '2024-03-03T12:00:00.000Z')];
    expect(await answer('trend of my HbA1c', OBSERVED, words)).toContain('cannot be compared as numbers');
  });

  it('uses the range for the person, where the record knows who they are', async () => {
    const row = (sex: string) => [
      'Hemoglobin',
      13,
      'g/dL',
      13,
      'g/dL',
      '2026-03-03',
      '2026-03-03T12:00:00.000Z',
      sex,
      '1970-01-01',
    ];
    const columns = [...OBSERVED, 'sex', 'birth_date'];
    expect(await answer('Is my hemoglobin normal?', columns, [row('male')])).toContain('is below');
    expect(await answer('Is my hemoglobin normal?', columns, [row('female')])).toContain('is within');
  });

  it('knows that an allergy to penicillin concerns amoxicillin', async () => {
    const allergies = [['Penicillin', 'hives', null, 'active', '2026-01-01T12:00:00.000Z']];
    const columns = ['name', 'reaction', 'severity', 'status', 'time'];
    expect(await answer('Am I allergic to amoxicillin?', columns, allergies)).toMatch(
      /^Not by that name, but take care: Amoxicillin/,
    );
    expect(await answer('Am I allergic to peanuts?', columns, allergies)).toMatch(
      /no allergy to peanut\. It lists Penicillin/,
    );
    expect(await answer('What am I allergic to?', columns, [])).toContain('not the same as having none');
  });

  it('says when there is more than came back', async () => {
    const row = ['HbA1c', 6.9, '%', 6.9, '%', '2026-03-03T12:00:00.000Z', '2026-03-03T12:00:00.000Z'];
    expect(await answer('all my HbA1c', OBSERVED, [row], true)).toContain('There is more than could be read at once');
  });

  it('says that the record could not be asked, and not that there is nothing', async () => {
    const failed = responded('query_graph', { error: 'x', rule: 'query_too_slow', hint: 'y' });
    const { text } = await ask(request('CypherAgent', [user('my HbA1c'), called('query_graph'), failed]));
    expect(text).toBe('The record could not be asked just now, so I cannot say.');
  });
});
