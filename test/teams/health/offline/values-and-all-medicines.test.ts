/** Questions that name nothing themselves: how to change a value that was told, and what holds for each medicine of a list. */
import { describe, expect, test } from 'vitest';
import { generalAnswer } from '../../../../src/clinical/index.ts';
import { consult, NOTHING } from './support.ts';

const MOMENT = { now: new Date('2026-03-18T10:30:00Z'), timezone: 'UTC' };
const observed = (name: string, value: number, unit: string) => ({
  ...NOTHING,
  observations: [{ name, value, unit, effective_time: '2026-11-14' }],
});

describe('a value that is to change is no medicine', () => {
  test.each([
    ['My HbA1c was 58 mmol/mol', 'how can I lower it?', observed('HbA1c', 58, 'mmol/mol'), /diabetes: food, movement/],
    ['My ferritin was 6', 'how do I get it up?', observed('Ferritin', 6, 'ng/mL'), /iron deficiency anemia: /],
  ])('%s, %s', async (told, text, record, answer) => {
    const reply = await consult(text, { before: [told], record });
    expect(reply).toMatch(answer);
    expect(reply).not.toContain('do not stop or change');
  });

  test('a dose is of a medicine', async () =>
    expect(await consult('I take ramipril 5 mg. BP 152/94. Can I double it?')).toMatch(
      /^Please do not stop or change ramipril/,
    ));

  test('two values with one name have one line', async () => {
    const reply = await consult('BP 152/94, and 148/92 today. How can I bring it down without tablets?');
    expect(reply.match(/What is usually done for hypertension/g)).toHaveLength(1);
  });
});

describe('of a value in general, by the way it is to go', () => {
  test.each([
    ['how do I bring my HbA1c down', /usually done for type 2 diabetes/],
    ['how can I raise my hemoglobin?', /usually done for anemia/],
  ])('%s', (text, answer) => expect(generalAnswer(text, [], MOMENT)).toMatch(answer));

  test('a lower ferritin is no treatment of a low one', () =>
    expect(generalAnswer('how do I lower my ferritin?', [], MOMENT)).not.toContain('anemia'));
});

describe('each medicine of a list has its own line', () => {
  test.each([
    [
      'Which of my medicines should I take with food? I take metformin and levothyroxine',
      ['Metformin: Take it with', 'Levothyroxine: Take it on an empty'],
    ],
    [
      'I take metformin, atorvastatin and ramipril. What happens if I miss one of my tablets?',
      ['Metformin: ', 'Atorvastatin: ', 'Ramipril: '],
    ],
  ])('%s', async (text, parts) => {
    const reply = await consult(text);
    for (const part of parts) expect(reply).toContain(part);
  });
});

describe('why a medicine was given is what it is for', () => {
  test.each(['why have I been given furosemide', 'Why am I on furosemide?', 'Why does my dad take furosemide?'])(
    '%s',
    async (text) => expect(await consult(text)).toContain('Furosemide: drives out water'),
  );

  test('with what it is taken is another question', async () =>
    expect(await consult('why do I take levothyroxine on an empty stomach?')).not.toContain(
      '- Levothyroxine: replaces',
    ));
});

test('an amount that is asked after something else is a dose, and never one for a child', async () =>
  expect(await consult('my son is 3, temp 39.2, playing fine, how much ibuprofen?')).toMatch(
    /^I do not work out doses for children.*\nIbuprofen for a child: not under 3 months/,
  ));

describe('a medicine that has run out is spoken to, asked or not', () => {
  test.each([
    ['ran out of my apixaban on Saturday', /each missed day raises the risk of a clot/],
    ['I ran out of my levetiracetam, can I wait until Thursday?', /missed doses can bring on fits/],
    ["I'm out of my insulin", /get some today/],
    ['I have run out of levothyroxine', /A pharmacist can often give some days' supply/],
  ])('%s', async (text, answer) => expect(await consult(text)).toMatch(answer));

  test('when it will is reckoned, and a strength is no number of tablets', async () =>
    expect(await consult('Metformin 500 twice a day, 20 left. When will I run out?')).toContain('20 ÷ 2 = 10 days'));
});
