/** The tables are data that people edit: what must hold for each row is checked here, not at run time. */
import { expect, test } from 'vitest';
import { problemsOf } from '../eval/coverage/check.ts';
import { SCHEMAS } from '../eval/coverage/schema.ts';

test('the tables are sound: codes, body systems, names, aliases and their number', () => {
  expect(problemsOf()).toEqual([]);
});

test.each([
  ['a code with a slip', 'conditions', { name: 'Gout', icd10: 'M1O.9', system: 'musculoskeletal', aliases: '' }],
  ['a body system that is none', 'conditions', { name: 'Gout', icd10: 'M10.9', system: 'joints', aliases: '' }],
  [
    'a mark within an alias',
    'conditions',
    { name: 'Gout', icd10: '', system: 'musculoskeletal', aliases: 'gouty, a=b' },
  ],
  ['a LOINC code with a wrong check digit', 'observations', observation({ loinc: '2345-8' })],
  ['bounds in the wrong order', 'observations', observation({ possible: '9..1' })],
  [
    'an abbreviation for which nothing speaks',
    'abbreviations',
    { written: 'MS', kind: 'condition', name: 'Gout', near: '' },
  ],
] as const)('%s is noticed', (_, table, row) => expect(SCHEMAS[table].safeParse(row).success).toBe(false));

test('a row as it should be passes', () => {
  expect(SCHEMAS.observations.safeParse(observation({})).success).toBe(true);
});

function observation(changes: Record<string, string>): Record<string, string> {
  const row = { name: 'Glucose', loinc: '2345-7', system: 'endocrine', unit: 'mg/dL', units: 'mmol/L', chem: '180.16' };
  return { ...row, possible: '1..3000', usual: '20..900', aliases: 'blood sugar', ...changes };
}
