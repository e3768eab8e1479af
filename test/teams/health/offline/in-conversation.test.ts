/** What is filed of a message depends on those before it: whose it is, and of what a value without a name is one. */
import { describe, expect, test } from 'vitest';
import { toldIn } from '../../../../src/teams/health/facts/told.ts';
import { RULES } from '../../../../src/teams/health/offline/rules.ts';
import { request, user } from './support.ts';

const AGENTS = ['DataEntryAgent', 'DataExtractorAgent', 'MedicalMeasurementsAgent', 'MedicalContextAgent'];
const DEFAULTS = { assertion: 'present', experiencer: 'patient', confidence: 0.8 };

/** What the last message leaves in the record, by the extractors' rules as a run asks them. */
function lastOf(...messages: string[]): { facts: string[]; corrections: number } {
  const text = messages.at(-1) ?? '';
  const context = { now: '2026-11-18T10:00:00.000Z', timezone: 'Europe/London', state: {} };
  const read = AGENTS.map((agent) => {
    const asked = request(agent, [user(text)], { context: { ...context, earlier: messages.slice(0, -1) } });
    const { facts, corrections = [] } = JSON.parse(
      (RULES[agent] as (one: typeof asked) => { text: string })(asked).text,
    );
    const complete = (one: object) => ({ ...DEFAULTS, ...one });
    return { agent, mentions: facts.map(complete), corrections: corrections.map(complete) };
  });
  const { facts, corrections } = toldIn({ id: '', text, read });
  return {
    facts: facts.map(({ name, value, effective_time: time }) =>
      [name, value, time?.slice(0, 10)].filter(Boolean).join(' '),
    ),
    corrections: corrections.length,
  };
}

const filed = (...messages: string[]): string[] => lastOf(...messages).facts;

describe('what was told of somebody else stays theirs', () => {
  test.each([
    [['my mum (82) takes digoxin 250 micrograms, bisoprolol 2.5', 'i read the box wrong its digoxin 62.5']],
    [['My wife is on lamotrigine 100 mg and feels dizzy.', 'no wait, lamotrigine 150 mg']],
    [['My father takes warfarin 5 mg and ramipril.', 'INR was 3.4 today']],
    [['My son is 7 and weighs 24 kg.', 'weight 23.1 kg now, he eats nothing']],
    [
      [
        'my mum takes digoxin 250',
        'its digoxin 62.5',
        'is that ok for somebody her age? pulse was 64 today, she feels fine',
      ],
    ],
    [['My nan had 170/90 yesterday and she had a nosebleed', 'BP 150/80 today']],
  ])('%j', (messages) => expect(lastOf(...messages)).toEqual({ facts: [], corrections: 0 }));

  test('its correction corrects nothing of the writer', () => {
    expect(lastOf('My mum’s pulse was 64 today, she feels fine', 'sorry, it was 74, not 64').corrections).toBe(0);
    expect(lastOf('My pulse was 64 today', 'sorry, it was 74, not 64').corrections).toBe(1);
  });
});

describe('what the writer tells of themselves is filed, whoever was told of before', () => {
  test.each([
    [['My dad takes metoprolol 50 mg.', 'i am on metoprolol 25'], ['Metoprolol 25']],
    [['My wife is on lamotrigine 100 and feels dizzy', 'my own pulse was 80'], ['Heart rate 80']],
    [['My mother has diabetes.', 'HbA1c 6.1% in October'], ['HbA1c 6.1 2026-10']],
    [['I take lisinopril 10 mg. My dad takes lisinopril 20 mg.', 'pulse 80'], ['Heart rate 80']],
    [['My nan had 170/90 and she had a nosebleed', 'I had a headache yesterday'], ['Headache 2026-11-17']],
    [['I take digoxin 250 micrograms', 'i read the box wrong its digoxin 62.5'], ['Digoxin 62.5']],
  ])('%j', (messages, facts) => expect(filed(...messages)).toEqual(facts));
});

describe('a disease whose vaccine was spoken of before', () => {
  test.each([
    [['Clinic says yellow fever and typhoid vaccines.', 'Yellow fever one is live, I read. It is a problem for me?']],
    [['They offered me the shingles jab.', 'shingles, is that live?']],
    [['Should my kids get the HPV vaccine?', 'and measles shots', 'the measles one worries me']],
  ])('is not had: %j', (messages) => expect(filed(...messages)).toEqual([]));

  test.each([
    [['They offered me the shingles jab.', 'I had shingles in 2019'], ['Shingles 2019']],
    [['They offered me the shingles jab.', 'I have asthma'], ['Asthma']],
  ])('is had where the words say so: %j', (messages, facts) => expect(filed(...messages)).toEqual(facts));
});

describe('a value without a name goes on the only series that was told last', () => {
  test.each([
    [['HbA1c was 8.4% on 12 March 2024.', 'September one came back: 7.6%'], ['HbA1c 7.6 2026-09']],
    [
      ['HbA1c was 8.4% in March.', 'September one came back: 7.6%', 'and yesterday 7.1. is it just noise'],
      ['HbA1c 7.1 2026-11-17'],
    ],
    [['TSH was 6.2 in March', 'now it’s 4.1'], ['TSH 4.1']],
    [['My ferritin was 12 in June', 'it’s 41 now'], ['Ferritin 41']],
    [['creatinine 110 in January', '125 last week'], ['Creatinine 125 2026-11-11']],
    [
      ['My fasting sugar was 162 mg/dL', '22 October: 141. 29 October: 138.'],
      ['Fasting glucose 141 2026-10-22', 'Fasting glucose 138 2026-10-29'],
    ],
    [
      ['PSA history: 2.1 in 2021, 2.9 in Sept 2023', 'New one from last week, 4.8'],
      ['Prostate-specific antigen 4.8 2026-11-11'],
    ],
    [['sugar 8.9 last week', 'got this weeks one back, 8.2'], ['Blood glucose 8.2']],
    [['ferritin 12 in May', 'the repeat came back, 19'], ['Ferritin 19']],
    [
      ['I had a DEXA scan last week', 'hip -2.3 spine -2.6'],
      ['Hip T-score -2.3', 'Spine T-score -2.6'],
    ],
    [['DEXA 2020: hip T score -2.7, spine -3.1', 'now hip -2.3'], ['Hip T-score -2.3']],
    // Of several, the only one that is a series.
    [
      ['weight 80 kg, PSA 2.1 in 2021, 2.9 in Sept 2023', 'New one from last week, 4.8'],
      ['Prostate-specific antigen 4.8 2026-11-11'],
    ],
  ])('%j', (messages, facts) => expect(filed(...messages)).toEqual(facts));

  test.each([
    [['HbA1c was 8.4%', 'at 7.30 this morning']],
    [['HbA1c was 8.4%', 'is 7.1 ok?']],
    [['HbA1c was 8.4%', 'the target is 7.0']],
    [['HbA1c was 8.4%', '7.1']],
    [['HbA1c was 8.4%', '2 today']],
    [['LDL 4.1 and HDL 1.2 in May', '3.2 now']],
    [['TSH was 6.2 in March', 'woke up 6.5 times, slept 7.5 hours']],
    [['My son’s TSH was 6.2 in March', 'now it’s 4.1']],
    [['PSA 2.1 in 2021, 2.9 in Sept 2023', 'my walk today, 4.8 km']],
    [['crp 40 on monday, hb 120', 'new one, 30']],
    [['I had a blood test last week', 'hip -2.3 spine -2.6']],
    [['My mum had a DEXA scan last week', 'hip -2.3 spine -2.6']],
  ])('a number that may be something else, or is another person’s, is not filed: %j', (messages) =>
    expect(filed(...messages)).toEqual([]),
  );
});

describe('a dose that was changed is that of the only medicine told last that can have come to it', () => {
  test.each([
    [['lithium (priadel) 800mg at night', 'level came back 0.95 so she dropped it to 600mg'], ['Lithium 600']],
    [['on Thyronorm 50 mcg', 'felt tired, so he made it 75'], ['Levothyroxine 75']],
    [['I take Levipil syrup 2 ml twice daily', 'it was increased to 3 ml twice daily'], ['Levetiracetam 3']],
    [['I take lithium at night', 'they reduced it to 600 mg'], ['Lithium 600']],
    [['I take ramipril 10 mg and atorvastatin 80 mg', 'she dropped it to 40 mg'], ['Atorvastatin 40']],
    [['lithium 800 mg', 'she dropped it to 600 mg', 'last week he put it up to 700 mg'], ['Lithium 700']],
  ])('%j', (messages, facts) => expect(filed(...messages)).toEqual(expect.arrayContaining(facts)));

  test.each([
    [['my mum is on lithium 800 mg', 'level came back 0.95 so she dropped it to 600mg']],
    [['I take ramipril 10 mg', 'my dad is on it as well and they cut it to 5 mg']],
    [['I take ramipril 10 mg and bisoprolol 5 mg', 'she dropped it to 2.5 mg']],
    [['I take ramipril 10 mg', 'should they have increased it to 20 mg?']],
    [['I take lithium 800 mg', 'she dropped it to']],
    [['I take lithium 800 mg', 'it dropped to 600']],
    [['I take bisoprolol 10 mg', 'the smoking, I cut it down to 5 a day']],
  ])('it is not filed where it is another’s, another thing’s or only wished for: %j', (messages) =>
    expect(filed(...messages)).toEqual([]),
  );
});
