/** Medicines in text: how much, how often, since when and whether at all; and the strings of prescription lists. */
import { describe, expect, test } from 'vitest';
import { extractContext } from '../../src/clinical/extract/context.ts';
import { dosesIn, formIn, frequencyIn, routeIn } from '../../src/clinical/medicines/dosage.ts';
import { drugStringsIn } from '../../src/clinical/medicines/drug-string.ts';
import { drugs } from '../../src/clinical/vocabulary/drugs.ts';
import { termNamed } from '../../src/clinical/vocabulary/find-terms.ts';
import { listOf } from '../../src/clinical/vocabulary/table.ts';

const at = { now: new Date('2026-03-18T14:30:00Z'), timezone: 'America/New_York' };
const medicines = (text: string) => extractContext(text, at).filter(({ kind }) => kind === 'medication');
const own = (text: string) =>
  medicines(text).filter(({ assertion, experiencer }) => assertion === 'present' && experiencer === 'patient');

describe('the table of medicines', () => {
  test('gives every one a class and its usual forms', () => {
    expect(drugs().length).toBeGreaterThanOrEqual(900);
    expect(drugs().filter(({ drugClass, forms }) => drugClass === '' || forms === '')).toEqual([]);
  });

  test('no name leads to two of them', () => {
    const owner = new Map<string, string>();
    const twice: string[] = [];
    for (const { name, aliases } of drugs()) {
      for (const alias of [name, ...listOf(aliases)].map((entry) => entry.toLowerCase())) {
        if (owner.has(alias) && owner.get(alias) !== name) twice.push(`${alias}: ${owner.get(alias)}, ${name}`);
        owner.set(alias, name);
      }
    }
    expect(twice).toEqual([]);
  });

  test.each([
    ['Percocet', 'Oxycodone and acetaminophen'],
    ['paracetamol', 'Acetaminophen'],
    ['salbutamol', 'Albuterol'],
    ['Keytruda', 'Pembrolizumab'],
    ['water pill', 'Diuretic'],
    ['flu shot', 'Influenza vaccine'],
  ])('%s is %s', (said, name) => expect(termNamed(said, ['drug'])?.name).toBe(name));
});

describe('how often', () => {
  test.each([
    ['twice a day', 2],
    ['one in the morning and one in the evening', 2],
    ['1 tablet with breakfast and 1 before bed', 2],
    ['in the morning, at noon and at night', 3],
    ['BID', 2],
    ['t.i.d.', 3],
    ['q8h', 3],
    ['q 6 hours', 4],
    ['every 12 hours', 2],
    ['1-0-1', 2],
    ['1-1-1-1', 4],
    ['every other day', 0.5],
    ['on alternate days', 0.5],
    ['every three weeks', 0.048],
    ['3x a week', 0.429],
    ['1x day', 1],
    ['every Sunday', 0.143],
    ['nightly', 1],
    ['with each meal', 3],
    ['in the morning and at night', 2],
  ])('%s', (words, times) => expect(frequencyIn(words)?.value.times_per_day).toBe(times));

  test('as needed, with or without a limit', () => {
    expect(frequencyIn('every 4 to 6 hours as needed')?.value).toEqual({ text: 'every 4 to 6 hours', as_needed: true });
    expect(frequencyIn('prn')?.value).toEqual({ text: 'prn', as_needed: true });
  });

  test.each([
    'two in the morning and one at night',
    'on 3-4-2026',
    'since last year',
    'for the first time',
    'some days are bad',
  ])('none in "%s"', (words) => expect(frequencyIn(words)?.value.times_per_day).toBeUndefined());
});

describe('how much', () => {
  test.each([
    ['half a tablet', 0.5, 'tablet'],
    ['1½ tablets', 1.5, 'tablet'],
    ['one and a half pills', 1.5, 'pill'],
    ['two puffs', 2, 'puff'],
    ['1-2 capsules', '1-2', 'capsule'],
    ['10,000 units', 10000, 'units'],
    ['1.2 million units', 1200000, 'units'],
    ['20-40 mg', '20-40', 'mg'],
    ['3 mg/kg/day', 3, 'mg/kg/day'],
    ['40 mg/day', 40, 'mg'],
    ['a teaspoon', 1, 'teaspoon'],
  ])('%s', (words, value, unit) => expect(dosesIn(words)[0]?.value).toEqual({ value, unit }));

  test('a concentration in blood is no dose', () => {
    expect(dosesIn('glucose 120 mg/dL and albumin 3.1 g/dL')).toEqual([]);
  });

  test('form and route', () => {
    expect(formIn('two sprays of the nasal spray')).toBe('nasal spray');
    expect(formIn('eye drops')).toBe('eye drops');
    expect(routeIn('5 mg IV')).toBe('intravenous');
    expect(routeIn('one drop into each eye')).toBe('ophthalmic');
  });
});

describe('what people tell', () => {
  test.each([
    ['My doctor doubled my lisinopril', { name: 'Lisinopril', status: 'active' }],
    ['Lisinopril went from 20 to 40 mg', { value: 40, unit: 'mg', status: 'active' }],
    ['my Zoloft was increased from 50 mg to 100 mg', { name: 'Sertraline', value: 100 }],
    ['I cut my Prozac down to 10 mg', { name: 'Fluoxetine', value: 10, status: 'active' }],
    ['I quit Lexapro cold turkey', { name: 'Escitalopram', status: 'stopped' }],
    ['Warfarin was discontinued in January', { name: 'Warfarin', status: 'stopped' }],
    ["I've been weaning off prednisone, now at 5 mg", { status: 'active', value: 5 }],
    ['The doctor wants me to start Jardiance 10 mg next week', { name: 'Empagliflozin', status: 'planned' }],
    [
      'amoxicillin 500 mg q8h for 10 days',
      { value: 500, frequency: { text: 'q8h', times_per_day: 3 }, duration: '10 days' },
    ],
    ['The Zoloft has really helped me', { name: 'Sertraline', status: 'active' }],
    ['I slept badly on Cymbalta', { name: 'Duloxetine', status: 'active' }],
    ['I had been on Ambien for years', { name: 'Zolpidem', status: 'stopped' }],
    ['prednisone every other day', { name: 'Prednisone', frequency: { text: 'every other day', times_per_day: 0.5 } }],
    ['took two Tylenol an hour ago', { value: 2, unit: 'pill', status: 'past' }],
    ['I take Zoloft 50 daily', { value: 50, frequency: { text: 'daily', times_per_day: 1 } }],
    ["I'm on a blood thinner", { name: 'Anticoagulant', status: 'active' }],
    ['He prescribed doxycycline 100mg twice a day x 7 days', { experiencer: 'patient', duration: '7 days' }],
    ['fluticasone nasal spray 2 sprays in each nostril daily', { value: 2, unit: 'spray', route: 'nasal' }],
  ])('%s', (text, expected) => expect(medicines(text)[0]).toMatchObject(expected));

  test('a number without its unit is kept without one', () => {
    expect(medicines('My meds: aspirin 81, metformin 500 mg')[0]).toMatchObject({ name: 'Aspirin', value: 81 });
    expect(medicines('My meds: aspirin 81, metformin 500 mg')[0]).not.toHaveProperty('unit');
  });

  test.each([
    'Metformin lowers blood sugar.',
    'Lisinopril is used to treat high blood pressure.',
    'What is the usual dose of amoxicillin?',
    'Statins can cause muscle pain.',
    'my insulin resistance worries me',
    'My uncle was on morphine',
    'I had to google Vimpat',
  ])('nothing is filed for "%s"', (text) => expect(own(text)).toEqual([]));
});

describe('what must not happen', () => {
  test.each([
    ['Promazine 33 MG Oral Tablet', 'Promazine'],
    ['Pyrethrins 7 MG/ML Medicated Shampoo', 'Pyrethrins'],
    ['Trimeprazine 44 MG Oral Tablet', 'Trimeprazine'],
    ['zolpitrine 5 MG Oral Tablet', 'zolpitrine'],
  ])('%s is not taken for a name that looks alike', (text, name) =>
    expect(medicines(text).map((medicine) => medicine.name)).toEqual([name]),
  );

  test('a hormone that was measured is no medicine', () => {
    expect(
      medicines(
        'The growth hormone (GH) was normal: norepinephrine 41 µg/24 h, testosterone 300 ng/dL, growth hormone, 0.8 ng/mL.',
      ),
    ).toEqual([]);
  });
});

describe('what a report tells', () => {
  test.each([
    ['Torsemide and enalapril were added on day two.', ['Torsemide:active', 'Enalapril:active']],
    [
      'The patient received meropenem, vancomycin and fluconazole.',
      ['Meropenem:past', 'Vancomycin:past', 'Fluconazole:past'],
    ],
    ['Steroids were tapered off over six weeks.', ['Corticosteroid:stopped']],
    ['Treatment consisted of digoxin and a beta-blocker.', ['Digoxin:past', 'Beta blocker:past']],
  ])('%s', (text, expected) =>
    expect(medicines(text).map(({ name, status }) => `${name}:${status}`)).toEqual(expected),
  );
});

describe('strings of prescription lists', () => {
  test.each([
    ['Lisinopril 10 MG Oral Tablet', 'Lisinopril', 10, 'mg', 'tablet'],
    ['12 HR metformin hydrochloride 500 MG Extended Release Oral Tablet', 'Metformin', 500, 'mg', 'tablet'],
    ['0.4 ML enoxaparin sodium 100 MG/ML Prefilled Syringe', 'Enoxaparin', 100, 'mg/mL', 'injection'],
    ['amlodipine 5 MG / benazepril 20 MG Oral Capsule [Lotrel]', 'Amlodipine and benazepril', '5/20', 'mg', 'capsule'],
    ['hydrocortisone 2.5 % Topical Cream', 'Hydrocortisone', 2.5, '%', 'cream'],
    ['Potassium Chloride 7 MEQ Extended Release Tablet', 'Potassium chloride', 7, 'mEq', 'tablet'],
    ['insulin lispro 100 UNT/ML Injectable Solution', 'Insulin lispro', 100, 'units/mL', 'injection'],
    ['cefdinir 250 MG per 5 ML Oral Suspension', 'Cefdinir', 50, 'mg/mL', 'suspension'],
    ['albuterol 0.09 MG/ACTUAT Metered Dose Inhaler', 'Albuterol', 0.09, 'mg/actuation', 'inhaler'],
    ['zorblaxine maleate 15 MG Chewable Tablet', 'zorblaxine maleate', 15, 'mg', 'chewable tablet'],
    [
      'meadow fescue pollen extract 10,000 UNT/ML Injectable Solution',
      'meadow fescue pollen extract',
      10000,
      'units/mL',
      'injection',
    ],
  ])('%s', (text, name, value, unit, form) => {
    expect(medicines(text)).toMatchObject([{ name, value, unit, form }]);
  });

  test('inside a sentence the name begins where the sentence leads to it', () => {
    expect(medicines('I take zorblaxine 75 MG Oral Capsule twice a day')).toMatchObject([
      { name: 'zorblaxine', value: 75, quote: 'zorblaxine 75 MG Oral Capsule', frequency: { times_per_day: 2 } },
    ]);
  });

  test('one line each in a list', () => {
    const list = 'Medications:\n- Lisinopril 10 MG Oral Tablet\n- Simvastatin 20 MG Oral Tablet';
    expect(medicines(list).map(({ name, value }) => `${name} ${value}`)).toEqual(['Lisinopril 10', 'Simvastatin 20']);
  });

  test('what is no such string is none', () => {
    expect(drugStringsIn('I weigh 80 kg and take tablets')).toEqual([]);
    expect(drugStringsIn('My glucose was 120 mg/dL after lunch')).toEqual([]);
    expect(drugStringsIn('and 5 MG Oral Tablet')).toEqual([]);
  });
});
