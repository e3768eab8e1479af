/** A value has its own person, its own time and, of two that are compared, its own place in time. */
import { describe, expect, test } from 'vitest';
import { factsOf } from './filed.ts';

const values = (text: string): string[] =>
  factsOf(text).flatMap(({ kind, name, value, effective_time: time = 'now' }) =>
    kind === 'observation' ? [`${name} ${value} ${time.slice(0, 10)}`] : [],
  );

describe('the time of a value', () => {
  test.each([
    ['TSH 4.8, in January it was 2.3', ['TSH 4.8 now', 'TSH 2.3 2026-01']],
    ['Ferritin 12, six months ago it was 30.', ['Ferritin 12 now', 'Ferritin 30 2025-09']],
    [
      'Weight 88.4, yesterday 88.9, a week ago 90.1 kg',
      ['Weight 88.4 now', 'Weight 88.9 2026-03-17', 'Weight 90.1 2026-03-11'],
    ],
    [
      'PSA 3.8 in 2023, 5.2 this month',
      ['Prostate-specific antigen 3.8 2023', 'Prostate-specific antigen 5.2 2026-03'],
    ],
    [
      'Lithium level: Jan 0.68, Feb 0.72, Sept 0.91.',
      ['Lithium level 0.68 2026-01', 'Lithium level 0.72 2026-02', 'Lithium level 0.91 2025-09'],
    ],
    ['Calprotectin was 80 in spring and 410 now.', ['Fecal calprotectin 80 2025', 'Fecal calprotectin 410 now']],
    ['BMI 36, snores, fell asleep at the traffic lights last month', ['Body mass index 36 now']],
    ['94 kilos at 178 cm', ['Weight 94 now', 'Height 178 now']],
  ])('%s', (text, expected) => expect(values(text)).toEqual(expected));
});

describe('an earlier value has a place in time only with its own time', () => {
  test.each([
    ['Ferritin 820 this time, up from 60', ['Ferritin 820 now']],
    ['Creatinine 1.4 (was 1.1)', ['Creatinine 1.4 now']],
    ['HbA1c 6.8, previously 7.5', ['HbA1c 6.8 now']],
    ['HbA1c 6.8, down from 7.5 in May', ['HbA1c 6.8 now', 'HbA1c 7.5 2025-05']],
    ['LDL was 4.1, now 2.9', ['LDL cholesterol 4.1 now', 'LDL cholesterol 2.9 now']],
  ])('%s', (text, expected) => expect(values(text)).toEqual(expected));
});

describe('a message that begins with a relative and their age goes on about them', () => {
  test.each([
    'My husband Graham, 69. PSA 3.9 (Mar 2022). Tamsulosin 400 mcg since 2023.',
    'Please note: husband Graham, 69. PSA 6.1.',
    'My son Oliver is 6 and has asthma. Brown inhaler two puffs morning and night.',
  ])('%s: nothing is filed', (text) => expect(factsOf(text)).toEqual([]));

  test.each([
    ['My son Oliver is 6. I have hay fever. Weight 80 kg', 2],
    ['I weigh 82 kg. My dad is 80. BP 130/80', 3],
  ])('until the writer comes: %s', (text, facts) => expect(factsOf(text)).toHaveLength(facts));
});

describe('what is taken back or put right in one breath', () => {
  test.each([
    ['I take ramipril 5 and indapamide, no wait, not indapamide, that is what my wife takes', 'Ramipril 5'],
    ['Sorry, I said ramipril 5, I have just checked the box and it is 2.5.', 'Ramipril 2.5'],
  ])('%s', (text, medicine) =>
    expect(
      factsOf(text).flatMap(({ kind, name, value }) => (kind === 'medication' ? [`${name} ${value}`] : [])),
    ).toEqual([medicine]),
  );

  test('of several medicines, the one that did it', () =>
    expect(
      factsOf('It was definitely the trimethoprim that gave me the rash').map(({ kind, name }) => `${kind} ${name}`),
    ).toEqual(['allergy Trimethoprim']));
});

describe('a message that says only how "she" is', () => {
  test.each([
    'pulse was 64 this morning, she feels fine',
    'temp 39.2, he is drinking ok',
    'BP 150/90. She had a bad night.',
  ])('is hers: %s', (text) => expect(values(text)).toEqual([]));

  test.each([
    'pulse was 64 this morning, she said that is fine',
    'My pulse was 64 this morning, she feels fine about it',
    'Pulse 64 today. The nurse was new, she is from Leeds',
  ])('is the writer’s where "she" is somebody who cares, or "I" is spoken of: %s', (text) =>
    expect(values(text)).toHaveLength(1),
  );
});
