/** What somebody tells of their own story is filed, however they say that they took it or had it done; what is only spoken of is not. */
import { describe, expect, test } from 'vitest';
import { factsOf } from './filed.ts';

const named = (text: string, kind: string): string[] =>
  factsOf(text).flatMap((fact) => (fact.kind === kind ? [fact.name] : []));

describe('a medicine that is told of is taken', () => {
  test.each([
    ['Naproxen tore my stomach to shreds', ['Naproxen']],
    ['I have been living on Gaviscon since Sunday', ['Alginic acid']],
    ['My nose has bled for an hour, im on apixaban', ['Apixaban']],
    ['The practice nurse sent me off with doxycycline', ['Doxycycline']],
    ['Went through a whole tube of Betnovate, my hands are no better', ['Betamethasone']],
    ['Can I drive on betahistine?', ['Betahistine']],
    ['Doctor has kept me on telmisartan since last year', ['Telmisartan']],
    ['Sent me home with cefdinir since I am allergic to penicillin', ['Cefdinir']],
    ['Furosemide 40, mornings. Entresto. Dapagliflozin.', ['Furosemide', 'Sacubitril and valsartan', 'Dapagliflozin']],
    ['Mesalazine kept it quiet for years, but I am worse since October', ['Mesalamine']],
  ])('%s', (text, medicines) => expect(named(text, 'medication')).toEqual(medicines));

  test.each([
    'I was thinking about asking for mirtazapine',
    'My doctor mentioned atorvastatin at my check-up',
    'I read that aspirin thins the blood',
    'I wonder whether semaglutide would help me',
    'I have got ibuprofen and paracetamol in the cupboard',
    'We decided against sertraline for now, my mood is better',
    'My neighbour swears by gabapentin for his legs',
    'Should I be worried? Omeprazole can lower magnesium.',
    'Swap metoprolol for bisoprolol in my list',
    'I carry nothing. Bisoprolol is a beta blocker, I know that much.',
    'I used to smoke. Sertraline and tramadol',
    'The sertraline in the photo is my sister’s prescription',
  ])('%s: nothing is taken', (text) => expect(named(text, 'medication')).toEqual([]));
});

describe('a procedure that is told of was done', () => {
  test.each([
    ['Two stents put in at Leeds, I was 58', ['Coronary stent']],
    ['Got the flu jab at the chemist yesterday', ['Flu vaccine']],
    ['Carpal tunnel in both my hands, EMG proved it', ['Electromyography']],
    ['I became 2017 a stent and am well', ['Coronary stent']],
  ])('%s', (text, procedures) => expect(named(text, 'procedure')).toEqual(procedures));

  test.each([
    'A discectomy has been mentioned but I am not keen',
    'They offered me a hysterectomy and I said no',
    'recovery time after knee replacement',
    'My pacemaker check was yesterday',
  ])('%s: nothing was done', (text) => expect(named(text, 'procedure')).toEqual([]));
});

describe('who was met was visited', () => {
  test.each([
    ['The memory clinic saw me in February', ['Memory clinic appointment']],
    ['I was at the doctor’s on Thursday and he took it seriously', ['Doctor’s appointment']],
    ['Ten days in the burns unit when I was 22', ['Hospital stay']],
    ['I saw my rheumatologist weds, she was pleased', ['Rheumatology appointment']],
  ])('%s', (text, visits) => expect(named(text, 'encounter')).toEqual(visits));

  test.each([
    'My cardiologist retired in May',
    'Took my tablet twice in March by mistake, the pharmacist told me no harm was done',
    'I take azithromycin 250 mon wed fri',
  ])('%s: no visit', (text) => expect(named(text, 'encounter')).toEqual([]));
});

describe('what has its day was measured then', () => {
  test('a series without a name', () =>
    expect(factsOf('74 kilos at Christmas, 69 in March, 66.5 today').map(({ name, value }) => [name, value])).toEqual([
      ['Weight', 74],
      ['Weight', 69],
      ['Weight', 66.5],
    ]));

  test.each(['I lifted 80 kg today at the gym', 'The dog was 31 kilos on Monday', 'Was I 80 kg at Christmas?'])(
    '%s: no weight of the writer',
    (text) => expect(named(text, 'observation')).toEqual([]),
  );
});

describe('what is named by itself, and then what it does', () => {
  test.each([
    ['Strawberries. My lips go itchy every single time.', ['Strawberry']],
    ['Kiwi, mango and avocado: my mouth goes itchy', ['Kiwi', 'Mango', 'Avocado']],
    ['In the end it is the latex I react to', ['Latex']],
    ['Please put codeine down as an allergy', ['Codeine']],
    ['Had TB in 2014, peanuts = allergic', ['Peanut']],
    ['I am allergic to bee stings, EpiPen lives in the handbag', ['Bee venom']],
  ])('%s', (text, allergens) => expect(named(text, 'allergy')).toEqual(allergens));

  test.each([
    'Meds: amoxicillin. I have an itchy rash since Monday.',
    'We had strawberries. My lips are chapped and itchy.',
    'Peanuts. I love them.',
    'The nut allergy is not mine, that is my son’s',
  ])('%s: no allergy', (text) => expect(named(text, 'allergy')).toEqual([]));
});

describe('what is said of a part of the body', () => {
  test.each([
    ['After the flight my calf came up like a marrow', ['Calf swelling']],
    ['My back has been agony since March', ['Back pain']],
    ['The leg puffs up by evening, my good one', ['Leg swelling']],
  ])('%s', (text, symptoms) => expect(named(text, 'symptom')).toEqual(symptoms));
});
