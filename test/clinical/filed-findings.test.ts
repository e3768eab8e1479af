/** Findings as they come to stand in the record: whose they are, since when and for how long. */
import { describe, expect, test } from 'vitest';
import { factsOf, filed } from './filed.ts';

describe('a time is that of what it is said of', () => {
  test.each([
    ['I cough a lot, waking at 3am most nights', ['Cough']],
    ['I take sertraline since November and its helped the anxiety', ['Sertraline active @2025-11', 'Anxiety']],
    ['PMH: stroke 2012, asthma', ['Stroke resolved @2012', 'Asthma history']],
    ['LMP 6/52 ago, PV bleeding', ['Vaginal bleeding']],
    ['h/o breast ca s/p mastectomy 2014', ['Breast cancer history', 'Mastectomy past @2014']],
    ['Woke at 2am with cramps, ate oysters last night', ['Abdominal cramps @2026-03-18']],
    ['My GP appointment is on Monday at 9.40.', ['GP', 'GP appointment scheduled @2026-03-23']],
    [
      'I have an underactive thyroid, levothyroxine 75 mcg, TSH fine in January.',
      ['Hypothyroidism active', 'Levothyroxine 75 mcg active'],
    ],
    ['I broke my wrist on Boxing Day 2024', ['Fracture resolved @2024-12-26']],
    ['PMHx: CVA 2018 w/ residual weakness', ['Stroke resolved @2018', 'Weakness resolved']],
    ['I fell in the bathroom on Sunday', ['Falling down @2026-03-15']],
    ['I feel fine, but since Monday I have had a headache', ['Headache @2026-03-16']],
    [
      'Had an x-ray and I see Dr. Rao next Tuesday at 2.15pm',
      ['X-ray past', 'Appointment with Dr. Rao scheduled @2026-03-24', 'Dr. Rao'],
    ],
  ])('%s', (text, expected) => expect(filed(text)).toEqual(expected));

  test('a duration before the clause is that of the clause', () => {
    const [knee] = factsOf("I'm retired, and for the last six weeks my knee has been swelling up");
    expect(knee).toMatchObject({ name: 'Joint swelling', duration: 'six weeks' });
    expect(factsOf('From last 2 months I am feeling tingling')[0]).toMatchObject({ duration: '2 months' });
    expect(factsOf('cough x 2/52, weight loss')[1]).not.toHaveProperty('duration');
    expect(factsOf('82F with 3/7 cough')[0]).toMatchObject({ duration: '3 days' });
    expect(factsOf('fever x3d')[0]).toMatchObject({ duration: '3 days' });
    expect(factsOf('2/52 hx of RUQ pain')[0]).toMatchObject({ name: 'Abdominal pain', duration: '2 weeks' });
  });
});

test('what has a result was done', () => {
  expect(filed('CXR: no consolidation. OGD normal.')).toEqual(['X-ray past', 'Endoscopy past']);
  expect(filed('MRI was normal. Mammogram in Oct ’24. Last Pap smear 2023.')).toEqual([
    'MRI past',
    'Mammogram past @2024-10',
    'Pap smear past @2023',
  ]);
  expect(filed('Chest X-ray tomorrow. Wisdom teeth out in 2007.')).toEqual([
    'X-ray scheduled @2026-03-19',
    'Tooth extraction past @2007',
  ]);
  expect(filed('Tetanus booster was back in 2021.')).toEqual(['Tetanus vaccine past @2021']);
});

test('a doctor has a name, and no sentence begins with it', () => {
  expect(filed('Good day doctor. Since Friday I have a headache')).toEqual(['Headache @2026-03-13']);
});

test('where nothing is wrong there is no finding', () => {
  expect(filed('Obj: afebrile, anicteric, BMI 33.4')).toEqual(['Body mass index 33.4 kg/m2']);
});

test('a grief is not the complaint of whom one mourns', () => {
  expect(filed('Feeling low since my mum died, can’t concentrate, not sleeping')).toEqual([
    'Depressed mood',
    'Difficulty concentrating',
    'Trouble sleeping',
  ]);
  expect(filed('Grandad had a stroke at 80')).toEqual([]);
});

describe('whose it is', () => {
  test.each([
    ["I'm at home and mum has a headache", []],
    ['I work nights and dad has a squeezing pain in his chest', []],
    ['I teach pottery. My dad’s blood test came back today. It says sodium 131.', []],
    ['We live in Leeds and my newborn’s forehead is hot. 38.1 on the ear thermometer.', []],
    ['My dad’s blood test came back fine. My sodium was 131.', ['Sodium 131 mmol/L']],
    ['me and my husband both have covid', ['COVID-19 active']],
    ['Both me and my wife have covid', ['COVID-19 active']],
    ['I live with mum and dad and have asthma', ['Asthma active']],
    ['he pushed me and my brother fainted', []],
  ])('%s', (text, expected) => {
    expect(filed(text)).toEqual(expected);
  });
});

describe('where a sentence or a line ends, so does what is read as one', () => {
  test.each([
    ['fever and exhausted. My sister lives in Canada.', ['Fever', 'Fatigue']],
    ['The printer at work is broken\nleg is numb', ['Leg numbness']],
    ['On most days I walk the dog in the morning and get short of\nbreath', ['Shortness of breath']],
  ])('%s', (text, expected) => {
    expect(filed(text)).toEqual(expected);
  });
});

test('what only looks like a finding is none', () => {
  expect(filed('My insurance is a nightmare.')).toEqual([]);
  expect(filed('We do this every fall. Test: Influenza A')).toEqual([]);
  expect(filed('I had a TIA scare. Aspirin gives me wheezing.')).toEqual(['Aspirin active']);
  expect(filed('Allergies: latex - rash; shellfish: none')).toEqual(['Latex active']);
  expect(filed('I have a spinal cord injury, numb below the injury')).toEqual([
    'Spinal cord injury active',
    'Numbness',
  ]);
  expect(filed('Drug: edoxaban 30 mg OD')).toEqual(['Edoxaban 30 mg 1/day active']);
  expect(filed('Immunizations: MMR 1992, Hep B series 2003')).toEqual([
    'MMR vaccine past @1992',
    'Hepatitis B vaccine past @2003',
  ]);
  expect(filed('TTP over ATFL, it got worse last fall')).toEqual([]);
  expect(filed('My scar looks fine. I dreamt I had cancer.')).toEqual([]);
  expect(filed('My mammogram has never been done')).toEqual([]);
  expect(filed('You have got me down as allergic to codeine. It’s morphine I’m allergic to.')).toEqual([
    'Morphine active',
  ]);
});

test('a lump has its place, a diagnosis what it turned out to be', () => {
  expect(filed('I have a lump in my left breast')).toEqual(['Breast lump']);
  expect(filed('Suspected appendicitis turned out to be a UTI.')).toEqual(['Urinary tract infection active']);
});

test('allergies are listed below their heading', () => {
  const facts = factsOf('ALLERGIES\nLisinopril - angioedema\nSulfa - rash\n\nPLAN\nasthma review');
  expect(facts.map(({ kind, name, reaction }) => [kind, name, reaction])).toEqual([
    ['allergy', 'Lisinopril', 'Angioedema'],
    ['allergy', 'Sulfa drugs', 'Rash'],
    ['condition', 'Asthma', undefined],
  ]);
});

test('a patient of the writer is not the patient', () => {
  expect(filed('A patient of mine, 61, on warfarin 5 mg, has an INR of 6.2.')).toEqual([]);
  expect(filed('I am a pharmacist, customer on warfarin. Her INR was 2.4. Daughter herself has MS.')).toEqual([]);
  expect(filed('For a case study: 70 y/o with COPD, pO2 55.')).toEqual([]);
  expect(filed('Not me, my flatmate: took 3 Xanax. HR 58.')).toEqual([]);
  expect(filed('Potassium 5.8 in my patient on ramipril. eGFR is 38.')).toEqual([]);
});

test('what the instructor of a course has is not filed', () => {
  expect(filed("the instructor collapsed and isn't breathing")).toEqual([]);
  expect(filed('My trainer says I have high blood pressure')).toEqual(['Hypertension active']);
});

describe('what is over is over for what it is said of', () => {
  test.each([
    ['a bit of a cough, sore throat gone now', ['Cough']],
    ['Hives still there, itching has gone', ['Hives']],
    ['Fever, cough and headache gone', []],
    ['nausea, vomiting, fever all resolved', []],
  ])('%s', (text, expected) => expect(filed(text)).toEqual(expected));
});

describe('a name that is also a word or a unit counts where its neighbours speak for it', () => {
  test.each([
    ['My RA is playing up, on leflunomide 20 mg', ['Rheumatoid arthritis active', 'Leflunomide 20 mg active']],
    ['I have MG and take Mestinon 30 mg', ['Myasthenia gravis active', 'Pyridostigmine 30 mg active']],
    ['Mestinon 60 MG four times', ['Pyridostigmine 60 mg active']],
    ['The splint was useless. I have gout and take colchicine', ['Gout active', 'Colchicine active']],
    ['I feel useless and angry', ['Hopelessness', 'Anger problems']],
  ])('%s', (text, expected) => expect(filed(text)).toEqual(expected));
});

describe('a pregnancy is told by its weeks', () => {
  test.each([
    ['31 weeks now with our third, all good', ['Pregnancy active']],
    ['19 wks with twins', ['Pregnancy active']],
    ['six weeks with my second manager', []],
  ])('%s', (text, expected) => expect(filed(text)).toEqual(expected));
});

describe('a condition is as its own words say', () => {
  test.each([
    ['What I do have is lupus', ['Lupus active']],
    ['what bothers me is the psoriasis', ['Psoriasis active']],
    ['I know the drill by now: asthma, eczema', ['Asthma active', 'Eczema active']],
    ['I had gestational diabetes with my last', ['Gestational diabetes history']],
    ['pregnant with my first', ['Pregnancy active']],
    ['two kidney stones in 2016, none since', ['Kidney stones resolved @2016']],
    ['lupus, gallbladder out in 2012', ['Lupus active', 'Cholecystectomy past @2012']],
    ['My sister thinks I have bipolar but I don’t, honestly', []],
    ['The gout in that letter was somebody else’s, not mine', []],
    ['My old man had angina', []],
    ['please take out the bit about asthma', []],
    ['migraine free for two years', []],
    ['Hep B surface antibodies were fine', []],
    ['in remission from lymphoma 9 years', ['Lymphoma resolved']],
    ['I am a carrier for cystic fibrosis', []],
    ['asthma as a kid, grew out of it', ['Asthma resolved']],
    ['ringing in my left ear for months', ['Ringing in the ears']],
  ])('%s', (text, expected) => expect(filed(text)).toEqual(expected));
});

test('an abbreviation with its year is an entry of the history, and what passes is over', () => {
  expect(filed('Pneumonia 2018, PE 2019, TIA in 2020')).toEqual([
    'Pneumonia resolved @2018',
    'Pulmonary embolism resolved @2019',
    'Transient ischemic attack resolved @2020',
  ]);
});

describe('one’s own beside that of the family', () => {
  test.each([
    ['My eldest is allergic to nuts, carries two EpiPens', []],
    ['My youngest has asthma', []],
    ['I am the eldest and have asthma', ['Asthma active']],
    [
      'Both my parents had high blood pressure, mine was 138/84',
      ['Systolic blood pressure 138 mmHg', 'Diastolic blood pressure 84 mmHg'],
    ],
    ['Saw the dietitian Monday', ['Nutrition appointment past @2026-03-16']],
  ])('%s', (text, facts) => expect(filed(text)).toEqual(facts));
});

test.each([
  ['Body pain is there and fever since Monday', ['Body aches @2026-03-16', 'Fever @2026-03-16']],
  ['Whooping cough is going round the school', []],
  ['Thinking it was lymphoma I did not sleep', ['Trouble sleeping']],
  ['Fever no, cough yes', ['Cough']],
  ['FEV1 54% pred', ['FEV1 percent predicted 54 %']],
  ['Hair fall is too much these days', ['Hair loss']],
  ['The doctor wants me on fish oil', ['Fish oil planned']],
])('what is there, what is about, feared, denied or planned: %s', (text, expected) =>
  expect(filed(text)).toEqual(expected),
);

describe('an illness that is about in a place, a season or a school is nobody’s', () => {
  test.each([
    'Dengue season is on in our colony.',
    'There is a lot of measles about at the nursery',
    'The flu is going round at work',
    'norovirus is doing the rounds at the school',
    'cholera outbreak near us',
  ])('%s', (text) => expect(filed(text)).toEqual([]));

  test.each([
    ['I have the flu, it is going round at work', 'Influenza'],
    ['I caught covid in the last wave', 'COVID-19'],
    ['Lots of migraines this month', 'Migraine'],
    ['My hay fever season has begun', 'Allergic rhinitis'],
    ['Hay fever season again, and cetirizine hardly helps', 'Allergic rhinitis'],
    ['In flu season I always get bronchitis', 'Bronchitis'],
  ])('the writer has it: %s', (text, name) => expect(filed(text).join(', ')).toContain(name));
});
