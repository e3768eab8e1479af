import { v5 as uuidv5 } from 'uuid';
import { describe, expect, test } from 'vitest';
import type { Fact } from '../../../../src/record/fact.ts';
import { mergeFacts } from '../../../../src/teams/health/facts/merge-facts.ts';

const SPACE = '1f0c4e0a-6a4f-4f2b-9d57-0d3c2f1a7b11';
const fact = (fields: Partial<Fact> & Pick<Fact, 'kind' | 'name'>, start = 0, end = 10): Fact => ({
  id: uuidv5(JSON.stringify([fields, start, end]), SPACE),
  confidence: 0.8,
  evidence: { start, end, text: 'x'.repeat(end - start) },
  source_agent: 'A',
  ...fields,
});
const metformin = fact({ kind: 'medication', name: 'Metformin', source_agent: 'DataEntryAgent' }, 5, 14);
const dosed = fact(
  { kind: 'medication', name: 'Metformin', value: 500, unit: 'mg', source_agent: 'MedicalContextAgent' },
  5,
  21,
);

describe('the same fact stands once', () => {
  test('with the details of both', () => {
    const timed = { ...metformin, route: 'oral', confidence: 0.9 };
    expect(mergeFacts([timed, dosed])).toEqual([{ ...dosed, route: 'oral', confidence: 0.9 }]);
  });

  test('whatever the order in which the extractors finish', () => {
    const other = fact({ kind: 'symptom', name: 'Cough' }, 30, 35);
    const orders = [
      [metformin, dosed, other],
      [other, dosed, metformin],
      [dosed, other, metformin],
    ];
    for (const order of orders) expect(mergeFacts(order)).toEqual([dosed, other]);
  });

  test('one value in two units is one value', () => {
    const pounds = fact({
      kind: 'observation',
      name: 'Weight',
      value: 180,
      unit: 'lb',
      canonical: { value: 81.6466, unit: 'kg' },
    });
    const kilos = fact(
      { kind: 'observation', name: 'Weight', value: 81.6, unit: 'kg', canonical: { value: 81.6, unit: 'kg' } },
      4,
      10,
    );
    expect(mergeFacts([pounds, kilos])).toHaveLength(1);
  });

  test('a thing said twice in a message is filed once', () => {
    const again = fact({ kind: 'symptom', name: 'cough' }, 40, 45);
    expect(mergeFacts([fact({ kind: 'symptom', name: 'Cough', severity: 'mild' }, 3, 8), again])).toHaveLength(1);
  });
});

describe('different facts stay apart', () => {
  const reading = (value: number, start: number, time?: string) =>
    fact(
      {
        kind: 'observation',
        name: 'Heart rate',
        value,
        unit: 'bpm',
        canonical: { value, unit: 'bpm' },
        ...(time ? { effective_time: time } : {}),
      },
      start,
      start + 5,
    );

  test.each([
    ['two values', [reading(60, 0), reading(70, 20)]],
    ['one value at two times', [reading(60, 0, '2026-01-01T00:00:00Z'), reading(60, 20, '2026-01-02T00:00:00Z')]],
    ['two values in the same words', [reading(60, 0), reading(70, 2)]],
    ['two values that hardly differ', [reading(200, 0), reading(201, 2)]],
    ['two doses', [dosed, { ...dosed, value: 850 }]],
    [
      'stopped and active',
      [{ ...metformin, status: 'stopped' }, fact({ kind: 'medication', name: 'Metformin', status: 'active' }, 60, 70)],
    ],
    ['two kinds', [fact({ kind: 'allergy', name: 'Penicillin' }), fact({ kind: 'medication', name: 'Penicillin' })]],
  ])('%s', (_, facts) => expect(mergeFacts(facts)).toHaveLength(2));

  test('in the order of the message, systolic before diastolic', () => {
    const [systolic, diastolic] = ['Systolic blood pressure', 'Diastolic blood pressure'].map((name) =>
      fact({ kind: 'observation', name, value: 1 }, 10, 20),
    );
    const cough = fact({ kind: 'symptom', name: 'Cough' }, 2, 7);
    expect(mergeFacts([diastolic as Fact, cough, systolic as Fact]).map(({ name }) => name)).toEqual([
      'Cough',
      'Systolic blood pressure',
      'Diastolic blood pressure',
    ]);
  });

  test('merging what is merged changes nothing', () => {
    const once = mergeFacts([metformin, dosed, reading(60, 30), reading(70, 40)]);
    expect(mergeFacts(once)).toEqual(once);
  });
});
