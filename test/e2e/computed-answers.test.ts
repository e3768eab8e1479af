/**
 * What is asked of the own record, as an operation (next, last, how long ago, compare, enough until, total, summary) on a kind of entry,
 * through a whole fleet without a model. Days are counted from today, so that the answers can be computed here as well.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fleet, startFleet } from '../support/fleet.ts';

type Case = { before?: readonly string[]; text: string; says: readonly RegExp[]; neverSays?: readonly RegExp[] };

const DAY_MS = 86_400_000;
const TODAY = new Date();
const STOCK_PHRASES = [/That I do not know/, /I cannot say that from here/, /^What would you like to know/];

/** "24 November 2026", so many days from today. */
function day(offset: number): string {
  const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
  return format.format(new Date(TODAY.getTime() + offset * DAY_MS));
}

function says(words: string): RegExp {
  return new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
}

const VISITS = [
  `I have an appointment with Dr Adeyemi on ${day(9)} at 10:20.`,
  `I have an appointment with Dr Holm on ${day(30)} at 8:15.`,
];
const RECORD = [
  'I have type 1 diabetes since 2011.',
  'I take lisinopril 20 mg once a day.',
  'I am allergic to codeine, it gave me a rash.',
  `My LDL was 185 mg/dL on ${day(-20)}.`,
];

const CASES: Readonly<Record<string, readonly Case[]>> = {
  'the next visit is named with its day, hour and doctor': [
    { before: VISITS, text: 'Where do I need to be next?', says: [says(day(9)), /10:20/, /Adeyemi/, /in 9 days/] },
    { before: VISITS, text: 'who am i seeing next and when', says: [says(day(9)), /Adeyemi/] },
    { text: 'Have I got anything booked?', says: [/no coming appointment/] },
  ],
  'an answer with a day says how long ago it was, and no more than was told': [
    {
      before: [`I had my flu vaccine on ${day(-12)}.`],
      text: 'When was my last flu jab?',
      says: [says(day(-12)), /12 days ago/],
    },
    {
      before: ['I had my appendix out in June 2003.'],
      text: 'How long ago was my appendix operation?',
      says: [/June 2003/, /\d\d years ago/],
      neverSays: [/1 June 2003/],
    },
  ],
  'two values of one measurement are compared in one unit': [
    {
      before: [`HbA1c 8.1 % on ${day(-120)}.`, `HbA1c 53 mmol/mol on ${day(-3)}.`],
      text: 'Is my HbA1c better or worse than last time?',
      says: [/8\.1 %, which is 65 mmol\/mol/, /12 mmol\/mol lower/],
    },
    {
      before: [`I weighed 200 lb on ${day(-60)}.`],
      text: 'I weigh 88 kg today, how does that compare?',
      says: [/200 lb, which is 90\.7 kg/, /2\.7 kg lower/],
    },
  ],
  'a supply is counted to the day of the last dose': [
    {
      before: ['I take ramipril 5 mg once a day.'],
      text: "I have 14 ramipril left and today's is already taken. When do I run out?",
      says: [says(day(14)), /14 ÷ 1 = 14 full days/],
    },
    {
      text: '20 tablets of gabapentin left, one in the morning and one in the evening, this morning’s already taken. How long will they last?',
      says: [says(day(10)), /20 − 1 today = 19/],
    },
    {
      before: ['I take ramipril 5 mg once a day.'],
      text: `Are 10 ramipril tablets enough until ${day(15)}? None taken today yet, not one.`,
      says: [/not enough/, /6 short/],
    },
  ],
  'what is taken adds up to a day': [
    {
      before: ['I take metformin 850 mg three times a day.'],
      text: 'What is my metformin in total a day?',
      says: [/2,550 mg a day \(3 × 850 mg\)/],
    },
    {
      before: ['I take gabapentin 100 mg in the morning and 300 mg at night.'],
      text: 'How much gabapentin does that add up to?',
      says: [/400 mg a day \(100 mg \+ 300 mg\)/],
    },
  ],
  'the record fits on half a page for somebody who does not know the person': [
    ...[
      'Sum me up for the new cardiologist.',
      'what does the night nurse need to know about me',
      'Write half a page about me for the surgeon, please',
    ].map((text) => ({
      before: RECORD,
      text,
      says: [
        /Type 1 diabetes \(since 2011\)/,
        /Lisinopril 20 mg once a day/,
        /Codeine \(rash\)/,
        /LDL cholesterol 185 mg\/dL/,
      ],
    })),
  ],
  'a line of a diary is noted with the change since the last value': [
    {
      before: [`My weight was 90 kg on ${day(-7)}.`],
      text: '89.2 kg this morning, half an hour on the bike',
      says: [/^Noted/, /89\.2 kg/, /0\.8 kg lower/],
    },
  ],
  'two names of one medicine are a double dose': [
    {
      before: ['I take Zocor 20 mg at night.'],
      text: 'They gave me simvastatin 20 mg, can I take that too?',
      says: [/same medicine/, /double dose/],
    },
    { text: 'I take Panadol and paracetamol together, is that ok?', says: [/same medicine/, /double dose/] },
  ],
  'a question that nothing answers gets what is known of its subject': [
    {
      before: [`My potassium was 5.4 mmol/L on ${day(-6)}.`],
      text: 'And what do I do with that now?',
      says: [/Potassium 5\.4 mmol\/L/],
    },
  ],
};

let fleet: Fleet;
let people = 0;
beforeAll(async () => {
  fleet = await startFleet();
});
afterAll(() => fleet.close());

async function tell(before: readonly string[], text: string) {
  people += 1;
  const fields = { patient_id: `person-${people}`, session_id: `person-${people}` };
  for (const earlier of before) await fleet.say(earlier, fields);
  const turn = await fleet.say(text, fields);
  const { body } = await fleet.call('GET', `/v1/patients/${fields.patient_id}/record`);
  return { reply: turn.reply ?? '', record: body as Record<string, Record<string, unknown>[]> };
}

describe.each(Object.entries(CASES))('%s', (_, cases) => {
  test.each(cases)('$text', async ({ before = [], text, says: wanted, neverSays = [] }) => {
    const { reply } = await tell(before, text);
    for (const words of wanted) expect(reply).toMatch(words);
    for (const words of [...neverSays, ...STOCK_PHRASES]) expect(reply).not.toMatch(words);
  });
});

describe('what belonged to somebody else', () => {
  test('the own value takes its place, and the other one is not kept', async () => {
    const { reply, record } = await tell(['My ferritin was 12 ng/mL.'], 'The 12 was my sister’s, mine was 48.');
    expect(reply).toMatch(/Ferritin is now 48/);
    expect(record.observations).toMatchObject([{ name: 'Ferritin', value: 48 }]);
  });

  test('without an own value it leaves the record', async () => {
    const { reply, record } = await tell(
      ['My ferritin was 12 ng/mL.'],
      'That ferritin of 12 was my sister’s, not mine.',
    );
    expect(reply).toMatch(/Removed from your record: Ferritin 12/);
    expect(record.observations).toEqual([]);
  });

  test('values of two people told at once are no correction', async () => {
    const { record } = await tell([], 'My blood pressure is 128/80, my husband’s is 150/92.');
    expect(record.observations?.map(({ value }) => value).toSorted()).toEqual([128, 80]);
  });
});

describe('a dose that changes at one time of day', () => {
  test('is shown with what it makes in a day, changed, and the dose before is kept', async () => {
    const before = ['I take metoprolol 50 mg twice a day.'];
    const { reply, record } = await tell(before, 'The clinic halved the evening one from today, the morning stays.');
    expect(reply).toMatch(/Metoprolol 50 mg in the morning and 25 mg in the evening; until now 50 mg twice a day/);
    expect(reply).toMatch(/75 mg a day .*it was 100 mg/);
    expect(record.medications).toMatchObject([
      { value: 50, frequency: { text: 'in the morning and 25 mg in the evening' } },
    ]);
    expect(JSON.stringify(record.medications)).toMatch(/twice a day/);
  });

  test('is not changed by a question', async () => {
    const before = ['I take metoprolol 50 mg twice a day.'];
    const { record } = await tell(before, 'Should the evening one be halved?');
    expect(record.medications).toMatchObject([{ value: 50, frequency: { text: 'twice a day' } }]);
  });
});
