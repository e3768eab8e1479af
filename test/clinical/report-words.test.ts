/** A report is explained term by term, and what it denies is not said to be there. */
import { describe, expect, it } from 'vitest';
import { explainReport, generalAnswer } from '../../src/clinical/index.ts';

const MOMENT = { now: new Date('2026-11-15T10:00:00Z'), timezone: 'Europe/London' };

describe('explainReport', () => {
  it.each([
    [
      "What does 'small bilateral pleural effusion' mean?",
      ['Bilateral: on both sides.', 'Pleural effusion: fluid around the lung.'],
    ],
    [
      'Please explain: "no acute fracture, moderate osteoarthritis of the knee".',
      ['Acute: new', 'Fracture (not found): a break in a bone.', 'Moderate: of', 'Osteoarthritis: worn'],
    ],
    [
      'In plain English please: spinal stenosis at L4/L5 without nerve root compression',
      ['Stenosis: a narrowing.', 'Nerve root compression (not found): pressure on a nerve'],
    ],
  ])('%s', (text, expected) => {
    const said = explainReport(text);
    for (const line of expected) expect(said).toContain(`- ${line}`);
    expect(said).toMatch(/for the doctor to say who ordered it/);
  });

  it.each([
    'What does CRP mean?',
    "My mum's knee hurts and it's swollen, what does that mean?",
    "Explain the word 'blimey gosh crikey' to me",
  ])('leaves alone what is no report: %s', (text) => expect(explainReport(text)).toBe(''));
});

describe('a number beside a meal is a sugar', () => {
  it.each([
    ['Is 7.2 fasting too high?', /^Fasting glucose 7\.2 mmol\/L is above/],
    ['Is fasting 5.1 okay?', /^Fasting glucose 5\.1 mmol\/L is within/],
    ['Is 9.4 after eating normal?', /^Blood glucose 9\.4 mmol\/L/],
  ])('%s', (text, answer) => expect(generalAnswer(text, [], MOMENT)).toMatch(answer));

  it.each(['Is 16 hours fasting healthy?', 'Is intermittent fasting good for people over 60 years?'])(
    'hours and years are not: %s',
    (text) => expect(generalAnswer(text, [], MOMENT)).not.toContain('glucose'),
  );
});
