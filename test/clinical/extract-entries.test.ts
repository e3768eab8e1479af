import { describe, expect, test } from 'vitest';
import { extractEntries } from '../../src/clinical/extract/entries.ts';

const at = { now: new Date('2026-03-18T14:30:00Z'), timezone: 'America/New_York' };
const read = (text: string) =>
  extractEntries(text, at)
    .filter((m) => m.assertion === 'present' && m.experiencer === 'patient')
    .map((m) => `${m.kind}:${m.name}${m.value === undefined ? '' : ` ${m.value}`}`);

describe('what the user asks to have recorded is recorded', () => {
  test.each([
    ['log my weight 80 kg', ['observation:Weight 80']],
    ['Update my weight to 82 kg', ['observation:Weight 82']],
    ['please record BP 130/85', ['observation:Systolic blood pressure 130', 'observation:Diastolic blood pressure 85']],
    ['add: peanut allergy', ['allergy:Peanut']],
    ['could you add peanut allergy?', ['allergy:Peanut']],
    ['note that I started lisinopril 10 mg daily', ['medication:Lisinopril 10']],
    ['Can you add metformin to my medications?', ['medication:Metformin']],
    ['Add asthma to my conditions', ['condition:Asthma']],
    ['Please record:\nWeight 70 kg\nHR 60', ['observation:Weight 70', 'observation:Heart rate 60']],
    ['pls log bp 120/80', ['observation:Systolic blood pressure 120', 'observation:Diastolic blood pressure 80']],
    ['jot down weight 80 kg', ['observation:Weight 80']],
    ['Log headache 7/10 since yesterday', ['symptom:Headache']],
    ['I uploaded my lab report', ['document:Lab report']],
    ['attached MRI report', ['document:MRI report']],
  ])('%s', (text, expected) => expect(read(text)).toEqual(expected));

  test.each([
    'My weight is 80 kg',
    'Should I add metformin?',
    'How can I log my weight?',
    'What is in my lab report?',
    'Add no allergy to penicillin',
    'log me out',
  ])('nothing from "%s"', (text) => expect(read(text)).toEqual([]));

  test('a link to the document comes along', () => {
    expect(extractEntries('Here is my discharge summary: https://example.org/a.pdf', at)[0]?.url).toBe(
      'https://example.org/a.pdf',
    );
  });
});

test('evidence is the user’s own words, even under a question mark', () => {
  const text = 'Hi! Could you log my temp: 38.2? And add a latex allergy?';
  for (const { quote, start = -1 } of extractEntries(text, at))
    expect(text.slice(start, start + quote.length)).toBe(quote);
  expect(read(text)).toEqual(['observation:Body temperature 38.2', 'allergy:Latex']);
});
