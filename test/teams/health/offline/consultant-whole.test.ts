/** Questions about all of the record or about what is planned, and what a reply must not say of what the message has just told. */
import { describe, expect, it } from 'vitest';
import { readQuestion } from '../../../../src/teams/health/offline/reply/question.ts';
import { readMessage } from '../../../../src/teams/health/offline/reply/said.ts';
import { consult, NOTHING, NOW } from './support.ts';

const MOMENT = { now: new Date(NOW), timezone: 'Europe/Berlin' };
const asked = (text: string) =>
  readQuestion({ text, earlier: [], said: readMessage(text, MOMENT), whom: { who: 'self' }, moment: MOMENT });

describe('what the message tells is not missing in the record', () => {
  it.each([
    ['Potassium 5.4, sodium 139. What was my potassium?', 'Your record holds no potassium.'],
    ['I take ramipril 5 mg. Which ramipril am I on?', 'Your record holds nothing about Ramipril.'],
  ])('%s', async (text, answer) => {
    expect(await consult(text, { answers: [answer] })).not.toContain(answer);
  });

  it.each(['MCV 70, ferritin 5. Alternatives?', 'Peak flow 300 today. Another option?'])(
    'the name of a value is no wish for an average or a maximum: %s',
    (text) => expect(asked(text).asked.map(({ request }) => request)).toEqual([null]),
  );
});

describe('a body system is asked about where the question names it', () => {
  it.each([
    'They gave me oral amoxicillin 500 mg for a tooth. Is there anything to watch?',
    'I had palpitations in my heart last night and could not sleep. Am I overreacting?',
  ])('not in: %s', (text) => expect([...asked(text).systems]).toEqual([]));

  it('an organ that the question names', () => {
    expect([...asked('I take amiodarone. How is my heart?').systems]).toEqual(['cardiovascular']);
  });

  it('a system without usual tests has no empty list', async () => {
    expect(await consult('How is my mouth?')).not.toMatch(/would be\s*\./);
  });
});

describe('what is planned', () => {
  const record = {
    ...NOTHING,
    encounters: [{ name: 'Cardiology appointment', effective_time: '2026-12-10', status: 'scheduled' }],
    procedures: [
      { name: 'Colonoscopy', effective_time: '2026-12-02', status: 'scheduled' },
      { name: 'Appendectomy', effective_time: '2010', status: 'completed' },
    ],
  };

  it.each(['What do I still have to do?', 'What is left to be done?', 'Anything still ahead of me?'])(
    '%s',
    async (text) => {
      expect(await consult(text, { record })).toMatch(
        /^Still to come: Colonoscopy \(2 December 2026\) and Cardiology appointment \(10 December 2026\)\./,
      );
    },
  );

  it('is not invented', async () => {
    expect(await consult('What do I still have to do?')).toMatch(/^I know of nothing that is planned\./);
  });
});

describe('all of the record', () => {
  const record = {
    ...NOTHING,
    patient: { age: 58 },
    conditions: [{ name: 'Asthma', status: 'active' }],
    symptoms: [{ name: 'Cough', duration: '5 weeks' }],
    medications: [{ name: 'Bisoprolol', value: 5, unit: 'mg', status: 'active' }],
    observations: [{ name: 'Heart rate', value: 70, unit: 'bpm', effective_time: '2026-11-01' }],
    procedures: [{ name: 'Coronary stent', effective_time: '2019', status: 'completed' }],
  };

  it.each(['What do you know about me?', 'What have you got on me?', 'Tell me all you have stored about my health.'])(
    'is told to the person: %s',
    async (text) => {
      const said = await consult(text, { record });
      expect(said).toMatch(/^This is what your record holds:\n- Age: 58\./);
      for (const part of ['Asthma', 'Cough (5 weeks)', 'Bisoprolol 5 mg', 'Heart rate 70 bpm', 'Coronary stent (2019)'])
        expect(said).toContain(part);
      expect(said).toContain('Not on record: allergies');
    },
  );

  it.each([
    "Write a note to my GP with what I've told you.",
    'Draft a letter to my doctor about what I said.',
    'Could you write this up for the specialist?',
  ])('is written for a reader: %s', async (text) => {
    const said = await consult(text, { record });
    expect(said).toMatch(/^Summary of the record, 15 November 2026/);
    expect(said).toContain('- Complaints: Cough (5 weeks).');
  });
});
