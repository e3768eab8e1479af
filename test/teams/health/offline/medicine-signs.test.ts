/** What is told now and what is taken make a danger together: it is said the same day and first, whatever the message asks. */
import { describe, expect, test } from 'vitest';
import { medicineWarnings } from '../../../../src/clinical/index.ts';
import { consult, NOTHING } from './support.ts';

const taking = (...names: string[]) => ({
  record: { ...NOTHING, medications: names.map((name) => ({ name, status: 'active' })) },
});

describe('too few white cells', () => {
  test.each([
    ["I'm on carbimazole and have a sore throat and fever, is it safe to take Lemsip and go to work?", taking()],
    ['Sore throat and temp 38.5, is it safe to take Lemsip and go to work?', taking('Carbimazole')],
    ['keep getting mouth ulcers, any gel you recommend?', taking('Methotrexate')],
    ['bruises keep appearing on my arms, is arnica any good?', taking('Azathioprine')],
    ['If I get a fever on clozapine what should I do?', taking('Clozapine')],
    ['My mum takes carbimazole and has a sore throat, can she have strepsils?', taking()],
  ])('a blood count comes first: %s', async (text, told) =>
    expect((await consult(text, told)).split('\n')[0]).toMatch(
      /Get a blood count today.*Do not take the next dose.*emergency department/,
    ),
  );

  test.each([
    ['Sore throat today', taking('Ramipril')],
    ['I had a fever last year', taking('Carbimazole')],
    ['no fever, no sore throat, can I take paracetamol', taking('Carbimazole')],
    ['Sore throat, I stopped carbimazole in 2019', taking()],
    ['My mum has a sore throat', taking('Carbimazole')],
  ])('nothing of it: %s', async (text, told) => expect(await consult(text, told)).not.toContain('blood count'));
});

describe('an aura and a combined contraceptive', () => {
  test.each([
    ["I get zigzag lights before a headache, I'm on microgynon", taking()],
    [
      'seeing flickering lights for 20 mins then a banging headache, is it ok to take ibuprofen?',
      taking('Oral contraceptive'),
    ],
    ['My migraines come with aura, can I carry on with Yasmin?', taking()],
    ['Had shimmering lights this morning, what helps?', taking('Ethinyl estradiol and levonorgestrel')],
  ])('it is stopped today: %s', async (text, told) =>
    expect((await consult(text, told)).split('\n')[0]).toMatch(/risk of a stroke\. Stop it.*today.*UKMEC category 4/),
  );

  test.each([
    ['I get zigzag lights before a headache', taking('Desogestrel')],
    ['Migraine without aura, I take Microgynon', taking()],
    ['I get zigzag lights before a headache', taking()],
  ])('nothing of it: %s', async (text, told) => expect(await consult(text, told)).not.toContain('UKMEC'));
});

describe('what a medicine may do, told beside it', () => {
  test.each([
    ['I have a rash since starting lamotrigine', taking(), /^Rash with lamotrigine: .*severe skin reaction/],
    ['Itchy red rash on my chest. Which cream?', taking('Allopurinol'), /^Rash with allopurinol: /],
    [
      'I take lithium and have had diarrhoea since yesterday',
      taking(),
      /^Diarrhea with lithium: .*level checked today/,
    ],
    ['Been vomiting since last night', taking('Dapagliflozin'), /^Vomiting with dapagliflozin: .*ketones now/],
    ['dark urine and sore legs', taking('Atorvastatin'), /^Dark urine with atorvastatin: .*muscle/],
    ['dry cough for a week', taking('Methotrexate'), /^Cough with methotrexate: .*inflame the lungs/],
  ])('%s', async (text, told, first) => expect(await consult(text, told)).toMatch(first));

  test.each([
    ['I have a rash', taking('Ramipril')],
    ['No rash, no fever', taking('Lamotrigine')],
    ['My son has diarrhoea', taking('Lithium')],
  ])('nothing of it: %s', async (text, told) =>
    expect(await consult(text, told)).not.toMatch(/ with \w+: .*(?:today|now)/),
  );
});

test('it stands before the reply of a model too', () => {
  const known = { allergies: [], medicines: ['Carbimazole'], conditions: [] };
  const moment = { now: new Date('2026-03-18T10:30:00Z'), timezone: 'UTC' };
  const [first] = medicineWarnings('Sore throat since Monday. Can I have ibuprofen?', known, moment);
  expect(first).toMatchObject({ medicine: 'Carbimazole', against: 'Sore throat' });
  expect(first?.text).toContain('Get a blood count today');
});
