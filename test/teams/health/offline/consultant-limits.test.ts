/** What the consultant leaves to people, what it says that it does not know, and what it must not confuse. */
import { expect, it } from 'vitest';
import type { Message } from '../../../../src/engine/models/model.ts';
import { ask, called, model, NOTHING, request, responded, user } from './support.ts';

async function consult(text: string, before: string[] = [], record: object = {}, lastReply = '…'): Promise<string> {
  const messages: Message[] = [
    ...before.flatMap((said) => [user(said), model(lastReply)]),
    user(text),
    called('x'),
    responded('get_patient_record', { ...NOTHING, ...record }),
  ];
  return (await ask(request('HealthConsultantAgent', messages, { toolNames: ['get_patient_record'] }))).text;
}

it.each([
  ['Please book me a GP appointment for Monday', /^I cannot book, change or cancel appointments[^\n]*$/],
  ['Remind me to measure it on Friday', /^I cannot set reminders/],
  ['Could you alert me when the next one is due?', /^I cannot set reminders/],
  ['Can you diagnose me?', /^I cannot diagnose or examine/],
  ['Which is the best cardiologist in Boston?', /cannot recommend one/],
  ['Do I need surgery for my hernia?', /^Whether you need surgery for your hernia is for a doctor to say/],
  ['how much does an MRI cost?', /^That I do not know/],
  ['Will I get cancer?', /^Whether it comes to cancer nobody can tell from a message\.\nCommon causes of cancer: /],
])('does not do what only people can: %s', async (text, answer) => expect(await consult(text)).toMatch(answer));

it('does not take an unknown word for the earlier topic', async () => {
  const before = ['my heart rate is 72'];
  expect(await consult('what is flurbomycin', before)).toMatch(/^That I do not know/);
  expect(await consult('xyzzy 42', before)).toMatch(/^What would you like to know\?/);
  expect(await consult('and this morning it was 131', ['My fasting sugar was 162 mg/dL'])).toMatch(
    /^Noted\. Fasting glucose 131 mg\/dL is above/,
  );
});

it('an amount is asked of what comes before the verb, and nobody who laughs is mourned', async () => {
  const said = await consult('I nearly died of laughter at my own joke. How much water should I drink a day?');
  expect(said).toMatch(/^Six to eight glasses a day/);
});

it('a food is treated as something that is eaten, and never as a prescription', async () => {
  const before = ['I am 9 weeks pregnant', 'can I take my sertraline?'];
  const said = await consult('is coffee ok?', before);
  expect(said).toMatch(/^I found no well-known interaction of Caffeine.*in pregnancy more than 200 mg a day/);
  expect(said).not.toContain('Sertraline');
});

it('warns of a medicine that needs care in pregnancy, and does not say to stop it', async () => {
  expect(await consult('can I take my sertraline while pregnant?')).toMatch(
    /^Ask your maternity team first, and do not stop it on your own\. Sertraline with pregnancy/,
  );
});

it('says again that what was urgent is urgent', async () => {
  expect(await consult('is it urgent?', ['I have crushing chest pain'])).toMatch(
    /^What I said about getting help still holds/,
  );
});

it('says what usually helps, for the complaint and for a value out of range', async () => {
  expect(await consult('Should I use ice or heat?', ['My left knee is swollen'])).toMatch(
    /^What is usually done for joint swelling: rest, ice/,
  );
  const observations = [{ name: 'LDL cholesterol', value: 165, unit: 'mg/dL', effective_time: '2026-11-02' }];
  expect(await consult('What can I do about it?', ['My LDL was 165 mg/dL'], { observations })).toMatch(
    /^What is usually done for high cholesterol: food, movement/,
  );
});

it('gives the range that was asked for, and which foods it does not know', async () => {
  expect(await consult('What should my fasting sugar be?')).toMatch(
    /^The usual adult range of fasting glucose is 70 to 99/,
  );
});

it.each(['What does atorvastatin do?', 'What is my atorvastatin for?', 'What does atorvastatin do to my body?'])(
  'what a medicine is for is answered whether it is taken or not: %s',
  async (text) => {
    const medications = ['Warfarin', 'Atorvastatin'].map((name) => ({ name, status: 'active' }));
    for (const record of [{}, { medications }]) {
      const reply = await consult(text, [], record);
      expect(reply).toMatch(/^Atorvastatin \(statin\) lowers cholesterol/);
      expect(reply).not.toContain('no well-known interaction');
    }
  },
);

it('what can be computed from the message is not looked for in the record', async () => {
  const said = await consult('I weigh 82 kg and am 1.75 m tall, what is my bmi?');
  expect(said).toMatch(/Body mass index 26\.8/);
  expect(said).not.toContain('Your record holds no');
});

it('what is not there is good only where it would make the complaint urgent', async () => {
  expect(await consult('I have a cough, no chest pain')).toContain('It is a good sign that there is no chest pain.');
  const lump = await consult('I have a lump in my breast, no pain');
  expect(lump).toContain('Understood: no pain.');
  expect(lump).not.toContain('good sign');
});

it('how something is done is not sought in the record', async () => {
  expect(await consult('how do I give myself the enoxaparin injection?')).not.toContain('Your record holds no');
  expect(await consult('what vaccines do I need at 65?')).toBe('A doctor, nurse or pharmacist can say that.');
});

it.each([
  [
    'I stopped my prednisolone yesterday after 2 years',
    /must be reduced step by step.*ring them or a pharmacist today/,
  ],
  ['I have stopped my bisoprolol', /stopped suddenly it can bring on chest pain/],
  ['we are trying for a baby, I take valproate', /^Valproate with pregnancy: it can cause birth defects/],
])('warns without being asked: %s', async (text, warning) => expect(await consult(text)).toMatch(warning));

it.each(['I stopped sertraline 3 years ago', 'My doctor stopped my warfarin last week', 'I stopped amoxicillin'])(
  'says no more than what was noted: %s',
  async (text) => expect(await consult(text)).toMatch(/^Noted: \w+ \(stopped\)\.$/),
);
