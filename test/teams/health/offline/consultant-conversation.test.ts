/** What a reply makes of the messages before it: an alarm that still holds, whom a question is about, what was told so far. */
import { describe, expect, it } from 'vitest';
import { consult, NOTHING } from './support.ts';

describe('after an alarm', () => {
  const alarm = 'My chest has felt tight for half an hour and it goes into my jaw.';
  const holds = /^What I said about getting help still holds/;

  it.each([
    "I'm 59, I've got diabetes and I take metformin",
    "I'm a bit sweaty, yes. Is it not just wind though?",
    "I don't want to bother anyone, can I wait and see till the morning?",
    'what was my last HbA1c?',
    'ok the ambulance is coming. what now',
    'the pen expired in March. do I really have to use it',
    'my doctor said last year that it is only reflux',
    'they said it is probably wind',
    'I was seen by a cardiologist in May',
  ])('it comes first: %s', async (text) => expect(await consult(text, { before: [alarm] })).toMatch(holds));

  it('it holds for the messages between as well', async () => {
    expect(await consult('can it wait?', { before: [alarm, 'I take metformin', 'I had a curry'] })).toMatch(holds);
  });

  it('two medicines that do not go together are none', async () => {
    const before = ["I'm on naproxen for my knees and aspirin 75."];
    expect(await consult('Which one should I stop, then?', { before })).not.toMatch(holds);
  });

  it.each([
    ["I'm home from the hospital now. Can I drink coffee?", []],
    ['Can I drink coffee?', ['I was sent home, they said it was my stomach']],
    ['ok ambulance came, they are doing an ecg now. thank you', []],
    ['We are at the ER now. Can I drink coffee?', []],
  ])('until help was reached: %s', async (text, since) => {
    expect(await consult(text, { before: [alarm, ...since] })).not.toMatch(holds);
  });
});

it('asks of one’s own values after what runs in the family', async () => {
  const before = ['LDL is 4.1 mmol/L', 'My dad had a heart attack at 58 though.'];
  expect(await consult('Is that too high?', { before })).not.toMatch(/your dad/);
  expect(await consult('what can he do about it?', { before: ['My dad has had a cough for a month'] })).toMatch(
    /cough/,
  );
});

it.each(['remind me when I should worry about blood pressure', 'when should I worry about my blood pressure?'])(
  'says when a value is to be worried about: %s',
  async (text) => expect(await consult(text)).toMatch(/180\/120/),
);

it.each([
  "Can you give me a short summary of what you've noted so I can read it out to the nurse?",
  'what have you noted so far?',
  'Please tell me all the values I gave you, I want to send them to my sister.',
])('tells what is on record: %s', async (text) => {
  const record = { ...NOTHING, conditions: [{ name: 'Migraine', status: 'active' }] };
  expect(await consult(text, { record })).toMatch(/Conditions: Migraine/);
});

it('knows a complaint that is to stop from a medicine', async () => {
  const before = ["I get migraines. I'm on the combined pill."];
  expect(await consult('Is there any tablet to stop them from coming?', { before })).not.toMatch(/do not stop/);
  expect(await consult('Should I stop the pill?', { before })).toMatch(/do not stop/);
});

it.each(['Can you say that more simply please?', 'in short please?', 'can you put it in plain English'])(
  'says the last reply in fewer words: %s',
  async (text) => {
    const reply = 'TSH 7.8 mIU/L is above the usual range (ABIM). See a doctor about it.';
    expect(await consult(text, { before: ['My TSH came back as 7.8'], lastReply: reply })).toMatch(
      /^In short: TSH 7\.8 mIU\/L is above the usual range\. Ask me/,
    );
  },
);

it('says which of several illnesses is on record, and guesses none', async () => {
  const before = ['What is the difference between type 1 and type 2 diabetes?'];
  expect(await consult('which one do I have?', { before })).toMatch(/^Your record does not say which/);
  const record = { ...NOTHING, conditions: [{ name: 'Type 2 diabetes', status: 'active' }] };
  expect(await consult('which one do I have?', { before, record })).toBe('Your record lists type 2 diabetes.');
});

it('speaks of the person whose illness it is, not of what runs in the family', async () => {
  expect(await consult('my sons asthma is playing up hes 8 and been coughing at night')).toMatch(
    /^What is usually done for asthma(?!.*family history)/s,
  );
  expect(await consult('my mother has diabetes')).toMatch(/this is your family history/);
});

it('gives nobody the value of somebody else', async () => {
  const before = ['my hba1c is 43 mmol/mol'];
  expect(await consult('my husband had his done too, is his worse than mine?', { before })).not.toMatch(
    /husband: HbA1c 43/,
  );
});

it('takes the way back to something for no part of the body', async () => {
  expect(await consult('Right, back to mine. I did it again, is that better?')).not.toMatch(/your back/);
});

it('takes a question without its mark for one', async () => {
  expect(await consult('so is that ok then', { before: ['my fasting sugar was 85 mg/dL this morning'] })).not.toMatch(
    /^All right/,
  );
});
