/** Which medicines of a message are checked: those that the person may take, now or again. */
import { describe, expect, test } from 'vitest';
import { medicineWarnings } from '../../src/clinical/index.ts';

const NOBODY: Parameters<typeof medicineWarnings>[1] = { allergies: [], medicines: [], conditions: [] };
const MOMENT = { now: new Date('2026-03-18T10:30:00Z'), timezone: 'UTC' };
const warned = (text: string, known = NOBODY) =>
  medicineWarnings(text, known, MOMENT).map(({ medicine, against }) => `${medicine} / ${against}`);

test.each([
  'It is my mum who is on warfarin, not me. I take levothyroxine.',
  'Swapped from citalopram to venlafaxine in March.',
  'Discontinued - metformin. I have CKD stage 3b.',
])('no warning of what is not taken: %s', (text) => expect(warned(text)).toEqual([]));

test.each([
  ['I take citalopram and now venlafaxine', 'Citalopram / Venlafaxine'],
  ['I stopped metformin, can I go back on it? I have CKD stage 3b', 'Metformin / Chronic kidney disease'],
  ['My mum gave me some of her warfarin, and I take levothyroxine', 'Warfarin / Levothyroxine'],
])('a warning of what may be taken: %s', (text, warning) => expect(warned(text)).toContain(warning));

test('what the record has and the message says was stopped is not warned of, unless it acts on for weeks', () => {
  const of = (medicine: string) => ({ ...NOBODY, medicines: [medicine] });
  expect(warned('She stopped the lisinopril and put me on losartan instead', of('Lisinopril'))).toEqual([]);
  expect(warned('She put me on losartan', of('Lisinopril'))).toEqual(['Losartan / Lisinopril']);
  expect(warned('She stopped the warfarin and put me on naproxen instead', of('Warfarin'))).toEqual([
    'Naproxen / Warfarin',
  ]);
});

const taking = (...medicines: string[]) => ({ ...NOBODY, medicines });

test('in a pregnancy some medicines are held until somebody was asked, and others must not be stopped', () => {
  const said = (medicine: string) =>
    medicineWarnings('The stick says pregnant, do I take my Friday dose?', taking(medicine), MOMENT)[0]?.text;
  expect(said('Methotrexate')).toMatch(/take no further dose before you have spoken/);
  expect(said('Methotrexate')).not.toMatch(/do not stop/);
  expect(said('Valproate')).toMatch(/do not stop it on your own/);
});

test.each([
  ['Just found out I am pregnant, about 6 weeks.', taking('Ramipril'), 'Ramipril / pregnancy'],
  ['We would like to start a family next year. Anything to sort out?', taking('Valproate'), 'Valproate / pregnancy'],
  ['me and Tom want to start trying for a baby after the summer', taking('Methotrexate'), 'Methotrexate / pregnancy'],
  ['Turns out I am allergic to penicillin, the test was positive.', taking('Amoxicillin'), 'Amoxicillin / Penicillin'],
  ['I have asthma now, it was diagnosed last week.', taking('Propranolol'), 'Propranolol / Asthma'],
  ['I was diagnosed with heart failure on Friday.', taking('Naproxen'), 'Naproxen / Heart failure'],
])('what is new is compared with the medicines of the record: %s', (text, known, warning) =>
  expect(warned(text, known)).toContain(warning),
);

test.each([
  ['My wife is pregnant, about 6 weeks.', taking('Ramipril')],
  ['My daughter wants to start a family next year.', taking('Valproate')],
  ['We are not planning to have another baby.', taking('Valproate')],
  ['I do not have asthma, they say.', taking('Propranolol')],
  ['My son has asthma now.', taking('Propranolol')],
  ['Could it be asthma?', taking('Propranolol')],
])('what is not so, or is somebody else’s, is not: %s', (text, known) => expect(warned(text, known)).toEqual([]));

test('what the record already holds is no news', () => {
  const known = { ...taking('Propranolol'), conditions: ['Asthma'] };
  expect(warned('My asthma is fine today.', known)).toEqual([]);
});

test('a medicine that is taken is not to be begun: the text says what to do about it', () => {
  const text = (words: string, known: typeof NOBODY) => medicineWarnings(words, known, MOMENT)[0]?.text;
  expect(text('I am pregnant!', taking('Ramipril'))).toMatch(
    /Your record lists Ramipril as taken: ring your doctor.* today/,
  );
  expect(text('We are trying for a baby', taking('Valproate'))).toMatch(
    /^Before a pregnancy: .*before you try for a baby/,
  );
});

test.each([
  "There's naproxen in the cupboard from my husband, would one or two hurt?",
  'I pulled my back. We still have naproxen left over by my dad. Any harm in one?',
  'Got some naproxen off my sister, is one alright?',
])('where a medicine comes from is not who takes it: %s', (text) =>
  expect(warned(text, { ...NOBODY, allergies: [{ name: 'Aspirin', reaction: 'wheezing' }] })).toContain(
    'Naproxen / Aspirin (wheezing)',
  ),
);

test('a medicine of somebody else is still theirs', () => {
  const known = { ...NOBODY, allergies: [{ name: 'Aspirin', reaction: 'wheezing' }] };
  expect(warned('My husband has naproxen from his doctor. Can he take two?', known)).toEqual([]);
});

test('a medicine that the record lists as stopped is checked where somebody would take it', () => {
  const known = { ...taking('Candesartan'), stopped: ['Ramipril'] };
  expect(warned("The cough is still there. So it wasn't the ramipril?", known)).toEqual([]);
  expect(warned('Can I take ramipril?', known)).toContain('Ramipril / Candesartan');
});

describe('who asks for the difference of two medicines takes neither', () => {
  test.each([
    'Whats diff between viagra and cialis, and why is the heart mentioned?',
    'ibuprofen vs naproxen for a bad back, which is better?',
    'How is sertraline different from fluoxetine?',
    'difference between lisinopril and losartan',
  ])('no warning of taking both: %s', (text) => expect(warned(text)).toEqual([]));

  test.each([
    ['ibuprofen vs naproxen, can I take them together?', 'Ibuprofen / Naproxen'],
    ['Can I have both, ibuprofen and naproxen? Whats the difference between them', 'Ibuprofen / Naproxen'],
    ['Difference between ibuprofen and naproxen? I take ibuprofen now', 'Ibuprofen / Naproxen'],
  ])('a warning where both may be taken: %s', (text, warning) => expect(warned(text)).toContain(warning));

  test('each of them is still compared with the medicines and allergies of the record', () => {
    const text = 'Whats the difference between viagra and cialis?';
    expect(warned(text, taking('Isosorbide mononitrate'))).toContain('Sildenafil / Isosorbide mononitrate');
    expect(warned('naproxen vs diclofenac?', taking('Naproxen'))).toContain('Naproxen / Diclofenac');
  });
});
