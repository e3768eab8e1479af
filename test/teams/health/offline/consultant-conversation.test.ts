/** What a reply makes of the messages before it: an alarm that still holds, whom a question is about, what was told so far. */
import { describe, expect, it } from 'vitest';
import type { Message } from '../../../../src/engine/models/model.ts';
import { ask, called, model, NOTHING, request, responded, user } from './support.ts';

async function consult(text: string, before: string[] = [], record: object = {}): Promise<string> {
  const messages: Message[] = [
    ...before.flatMap((said) => [user(said), model('…')]),
    user(text),
    called('x'),
    responded('get_patient_record', { ...NOTHING, ...record }),
  ];
  return (await ask(request('HealthConsultantAgent', messages, { toolNames: ['get_patient_record'] }))).text;
}

describe('after an alarm', () => {
  const alarm = 'My chest has felt tight for half an hour and it goes into my jaw.';
  const holds = /^What I said about getting help still holds/;

  it.each([
    "I'm 59, I've got diabetes and I take metformin",
    "I'm a bit sweaty, yes. Is it not just wind though?",
    "I don't want to bother anyone, can I wait and see till the morning?",
    'what was my last HbA1c?',
    'ok the ambulance is coming. what now',
  ])('it comes first: %s', async (text) => expect(await consult(text, [alarm])).toMatch(holds));

  it('it holds for the messages between as well', async () => {
    expect(await consult('can it wait?', [alarm, 'I take metformin', 'I had a curry'])).toMatch(holds);
  });

  it.each([
    ["I'm home from the hospital now. Can I drink coffee?", []],
    ['Can I drink coffee?', ['I was sent home, they said it was my stomach']],
  ])('until help was reached: %s', async (text, since) => {
    expect(await consult(text, [alarm, ...since])).not.toMatch(holds);
  });
});

it('asks of one’s own values after what runs in the family', async () => {
  const before = ['LDL is 4.1 mmol/L', 'My dad had a heart attack at 58 though.'];
  expect(await consult('Is that too high?', before)).not.toMatch(/your dad/);
  expect(await consult('what can he do about it?', ['My dad has had a cough for a month'])).toMatch(/cough/);
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
  const record = { conditions: [{ name: 'Migraine', status: 'active' }] };
  expect(await consult(text, [], record)).toMatch(/Conditions: Migraine/);
});

it('knows a complaint that is to stop from a medicine', async () => {
  const before = ["I get migraines. I'm on the combined pill."];
  expect(await consult('Is there any tablet to stop them from coming?', before)).not.toMatch(/do not stop/);
  expect(await consult('Should I stop the pill?', before)).toMatch(/do not stop/);
});
