/** What holds for every reply of the consultant, over messages by an author who has not seen the rules. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { redFlags } from '../../../../src/clinical/index.ts';
import { consult } from '../../../../src/teams/health/offline/consultant.ts';
import { readQuestion } from '../../../../src/teams/health/offline/reply/question.ts';
import { readMessage } from '../../../../src/teams/health/offline/reply/said.ts';
import { called, NOTHING, NOW, request, responded, user } from './support.ts';

const MOMENT = { now: new Date(NOW), timezone: 'Europe/Berlin' };
const DEV = new URL('../../../eval/cases/messages/dev.jsonl', import.meta.url);
type Row = { id: string; text: string; route: string };
const ROWS = readFileSync(DEV, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row)
  .filter(({ route }) => route.includes('patient_consult'));
const MAX_WORDS = 130;
const SHOWN = 8;

function reply(text: string, record: object = NOTHING): string {
  const messages = [user(text), called('x'), responded('get_patient_record', record)];
  return consult(request('HealthConsultantAgent', messages, { toolNames: ['get_patient_record'] })).text ?? '';
}

const REPLIES = ROWS.map((row) => ({
  ...row,
  said: reply(row.text),
  alarm: redFlags(row.text).some(({ family }) => family !== 'dangerous_combination'),
}));
const asks = (text: string) =>
  readQuestion({ text, earlier: [], said: readMessage(text, MOMENT), whom: { who: 'self' }, moment: MOMENT }).asked
    .length > 0;

/** The messages for which a claim does not hold. */
function broken(holds: (row: (typeof REPLIES)[number]) => boolean): string[] {
  return REPLIES.filter((row) => !holds(row)).map(({ id, said }) => `${id}: ${said.slice(0, 200)}`);
}

describe('every reply', () => {
  it('says something, in words that are not our own jargon', () => {
    expect(REPLIES.length).toBeGreaterThan(200);
    expect(broken(({ said }) => said.length > 0)).toEqual([]);
    expect(
      broken(({ said }) => !/\bas I (?:read|understand)\b|could not read a complaint|I take it that/i.test(said)),
    ).toEqual([]);
  });

  it('has no empty section and no line twice', () => {
    expect(broken(({ said }) => !/:\s*(?:\n\n|$)/.test(said))).toEqual([]);
    expect(
      broken(({ said }) => {
        const lines = said.split('\n').filter(Boolean);
        return new Set(lines).size === lines.length;
      }),
    ).toEqual([]);
  });

  it('can be read in half a minute', () => {
    expect(broken(({ said }) => said.split(/\s+/).length <= MAX_WORDS)).toEqual([]);
  });

  it('never says that something is not in the record when something of the message is filed', () => {
    const claims = /not in your record|not filed/i;
    expect(broken(({ said, text }) => !claims.test(said) || readMessage(text, MOMENT).facts.length === 0)).toEqual([]);
  });

  it('names what is filed, where nothing is asked', () => {
    const named = new Set(['condition', 'symptom', 'allergy', 'medication', 'procedure', 'encounter']);
    const isNamed = ({ said, text }: (typeof REPLIES)[number]) =>
      readMessage(text, MOMENT)
        .facts.filter(({ kind }) => named.has(kind))
        .slice(0, SHOWN)
        .every(({ name }) => said.toLowerCase().includes(name.toLowerCase()));
    expect(broken((row) => row.alarm || asks(row.text) || isNamed(row))).toEqual([]);
  });
});

describe('a reply after an alarm', () => {
  const routine =
    /usual (?:adult )?range|see a doctor (?:if|after)|weeks\b.*\bsee|well within|what would you like to know/i;

  it('goes on from it, and adds nothing routine', () => {
    expect(broken(({ said, alarm }) => !alarm || !routine.test(said))).toEqual([]);
  });

  it('tells those who come what the record knows', () => {
    const record = {
      ...NOTHING,
      medications: [{ name: 'Apixaban', value: 5, unit: 'mg', status: 'active' }],
      allergies: [{ name: 'Penicillin' }],
    };
    const said = reply('I have a crushing pain in my chest since ten minutes', record);
    expect(said).toMatch(/Have ready for those you call: when it began;.*apixaban.*the allergy to penicillin/);
  });

  it('gives a medicine to nobody, and stays with whoever the alarm is about', () => {
    const said = reply('My husband has crushing chest pain and is grey and sweating. Can I give him ibuprofen?');
    expect(said).toMatch(/^No medicine for it before the people you call have agreed/);
    expect(said).toContain('Stay with them');
    expect(said).not.toMatch(/drive yourself|interaction/);
  });
});

describe('a yes or a no', () => {
  it('is not the first word where the question may mean the opposite', () => {
    for (const text of [
      'My potassium is 7.1. Can it wait until Thursday?',
      'My potassium is 7.1. Should I call somebody?',
    ])
      expect(reply(text)).toMatch(/^Do not let it wait/);
    const record = { ...NOTHING, medications: [{ name: 'Warfarin', status: 'active' }] };
    for (const text of ['Can I take naproxen?', 'Should I avoid naproxen?'])
      expect(reply(text, record)).toMatch(/^Do not take them together before you have asked/);
  });
});

it('somebody who was attacked is not told to stay with the attacker', () => {
  const said = reply('my husband had his hands round my neck tonight, I am scared of him');
  expect(said).toContain('Your safety comes first');
  expect(said).not.toContain('Stay with');
});

describe('a follow-up', () => {
  const goesOn = (before: string, text: string) => {
    const messages = [user(before), user(text), called('x'), responded('get_patient_record', NOTHING)];
    return consult(request('HealthConsultantAgent', messages, { toolNames: ['get_patient_record'] })).text;
  };

  it.each(['Ibuprofen', 'Naproxen', 'Loperamide', 'Aspirin'])('about a child keeps the medicine: %s', (medicine) => {
    expect(goesOn(`Can I take ${medicine.toLowerCase()}?`, 'and for my daughter? she is 6')).toMatch(
      new RegExp(`^${medicine} for a child: `),
    );
  });

  it('about an adult is not answered as for a child', () => {
    expect(goesOn('Can I give my son, 4, ibuprofen?', 'and my husband, same?')).not.toContain('for a child');
  });
});

it.each([
  'My skin is yellow, I keep sneezing and my nose is running.',
  'I keep sneezing, my nose is running and my skin is yellow.',
  'I keep sneezing, I found a lump in my testicle, my nose is running and my skin is yellow.',
])('of several complaints the one that can wait least comes first: %s', (text) =>
  expect(reply(text)).toMatch(/^Jaundice: See a doctor the same day[\s\S]*^(?:Sneezing|Testicular lump): /m),
);

it('a condition that is feared is answered as a fear, and never as one that is there', () => {
  const said = reply('I keep forgetting names lately and I am so afraid it is dementia');
  expect(said).toMatch(/^Whether it is dementia cannot be told from a message/);
  expect(said).not.toMatch(/your dementia|Noted: .*dementia/);
});

it.each([
  ['Urea 8.2, creatinine 104 µmol/L', /Urea 8\.2 mmol\/L is above/],
  [
    'Creatinine 104 µmol/L, urea 8.2, glucose 6.4, cholesterol 5.9',
    /urea 8\.2 mmol\/L and total cholesterol 5\.9 mmol\/L/i,
  ],
  ['Urea 28, creatinine 1.1 mg/dL', /Urea 28 mg\/dL is within/],
])('a value without a unit has that of its neighbours: %s', (text, judged) => expect(reply(text)).toMatch(judged));

it('“Am I healthy?” is answered by the open points of the record', () => {
  const said = reply('Am I healthy?', {
    ...NOTHING,
    observations: [{ name: 'ALT', value: 62, unit: 'U/L', effective_time: '2026-08-20' }],
  });
  expect(said).toMatch(/^By your record one point is open:\n- ALT 62 U\/L \(20 August 2026\): above the usual range\./);
});

describe('a practical question', () => {
  const onStatin = { ...NOTHING, medications: [{ name: 'Atorvastatin', status: 'active' }] };

  it('is answered for the medicine on record, where the message names none', () =>
    expect(reply('I forgot my tablet last night. What now?', onStatin)).toMatch(/^Leave the forgotten tablet out/));

  it('is not answered for a state that the message denies', () =>
    expect(reply('Not pregnant, just tired. Can I fly next week?')).not.toMatch(/36 weeks/));
});
