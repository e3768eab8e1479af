/** What is told to be kept is noted once; what is no question, no medicine and no inheritance is not taken for one. */
import { expect, it } from 'vitest';
import { consult } from './support.ts';

it.each([
  'Please make a note that my HbA1c was 7.1 in May.',
  'Could you add to my record that I had a mammogram in May?',
])('what is to be recorded is noted once, and no question: %s', async (text) => {
  const said = await consult(text);
  expect(said).toMatch(/^Noted/);
  expect(said).not.toMatch(/before that|do not know/i);
});

it('a name in brackets behind another is not a second dose', async () => {
  expect(await consult('I take paracetamol (Tylenol) for my back')).not.toMatch(/double dose/);
  expect(await consult('I take Tylenol and paracetamol for my back')).toMatch(/double dose/);
});

it.each([
  'azathioprine and prednisolone 10mg for crohns, been on pred for about 2 yrs',
  'On mtx for my joints, methotrexate 15 mg weekly',
  'I take amoxicillin 500 mg, the amox makes me queasy',
])('a short name of a medicine is no second dose: %s', async (text) => {
  expect(await consult(text)).not.toMatch(/double dose/);
});

it.each(['I take Nurofen and ibuprofen for my back', 'I take Advil and ibuprofen every day'])(
  'two products of one medicine are a double dose: %s',
  async (text) => {
    expect(await consult(text)).toMatch(/double dose/);
  },
);

it('a thing that is used is no unknown medicine', async () => {
  expect(await consult('I had a heart attack in 2011. Is it ok to use a sauna?')).toMatch(
    /^With a steady blood pressure/,
  );
});

it('what is told and to be put in the chart is noted, without the side panel', async () => {
  const said = await consult('I am allergic to codeine. Put it in my chart');
  expect(said).toMatch(/^Noted: allergy to codeine/);
  expect(said).not.toMatch(/side panel/);
});

it.each([
  ['My wife has the flu', /^What is usually done for influenza/],
  ['my son has nits, how do I get rid of them?', /^What is usually done for head lice/],
  ['My husband had a stroke last year.', /^Noted of your family: stroke \(your husband\)/],
])('what is not inherited is no family history: %s', async (text, answer) => {
  const said = await consult(text);
  expect(said).toMatch(answer);
  expect(said).not.toMatch(/family history/);
});
