/** Medicines as they come to stand in the record: lists, boxes, and what is said of them later on. */
import { describe, expect, test } from 'vitest';
import { factsOf, filed } from './filed.ts';

describe('what is said later of a medicine counts', () => {
  test.each([
    ['I began ramipril 2.5 mg in May and they bumped it to 5 mg last month', ['Ramipril 5 mg active @2025-05']],
    ['I take bisoprolol once a day, sorry, I meant twice.', ['Bisoprolol 2/day active']],
    ['My bisoprolol has gone from 2.5 to 5mg', ['Bisoprolol 5 mg active']],
    ['I take metformin (Glucophage) 500 mg twice a day', ['Metformin 500 mg 2/day active']],
    ['I take prednisolone at 6 in the evening', ['Prednisolone 1/day active']],
    ['Altace (ramipril) 5 and Lipitor (atorvastatin) 40', ['Ramipril 5 active', 'Atorvastatin 40 active']],
    ['I was on citalopram back in 2019 and came off it after a year', ['Citalopram stopped @2019']],
    ['Known since 2016, on natalizumab 300 mg since 2018', ['Natalizumab 300 mg active @2018']],
    [
      'Been off the omeprazole since the weekend, she swapped it for famotidine 20mg',
      ['Omeprazole stopped @2026-03-14', 'Famotidine 20 mg active'],
    ],
    ['Also remove aspirin, I stopped that ages ago.', ['Aspirin stopped']],
    ['Sertraline ↑ 100→150 mg', ['Sertraline 150 mg active']],
    ['I get migraines twice a month, sumatriptan works', ['Migraine active', 'Sumatriptan active']],
    [
      'citalopram up to 30 from 20, propranolol stopped, melatonin 2mg added at night',
      ['Citalopram 30 active', 'Propranolol stopped', 'Melatonin 2 mg 1/day active'],
    ],
    ['CHANGED: metoprolol 25 mg twice a day -> 50 mg twice a day', ['Metoprolol 50 mg 2/day active']],
    ['I am on candesartan. 8 mg every morning.', ['Candesartan 8 mg 1/day active']],
    ['I was given gabapentin for the pain. I stopped it last week.', ['Gabapentin stopped @2026-03-11', 'Pain']],
    ['They switched me to edoxaban 60 mg in February', ['Edoxaban 60 mg active @2026-02']],
    ['She cut my prednisolone from 20 mg to 10 mg on Friday', ['Prednisolone 10 mg active']],
    ['I said I was on 40 mg of citalopram, I got that wrong, it’s 20 mg.', ['Citalopram 20 mg active corrected']],
    ['Meds: eltroxin 75 (was 100 until Oct), zinc', ['Levothyroxine 75 active', 'Zinc active']],
    [
      'Swapped from lisinopril to candesartan 8 because I got a rash',
      ['Lisinopril stopped', 'Candesartan 8 active', 'Rash'],
    ],
    ['They moved me from warfarin to edoxaban', ['Warfarin stopped', 'Edoxaban active']],
    ['She doubled my pregabalin to 150 three times daily', ['Pregabalin 150 3/day active']],
    ['Citalopram 20 mg tabs. Take ONE daily. Qty 28.', ['Citalopram 20 mg 1/day active']],
    ['Gliclazide 80 mg tablets. Take one tablet by mouth twice a day with food.', ['Gliclazide 80 mg 2/day active']],
    ['Levothyroxine went up from 75 to 100 in December', ['Levothyroxine 100 active']],
    [
      'She gave me nitrofurantoin 100 mg twice a day for 3 days back in January',
      ['Nitrofurantoin 100 mg 2/day past @2026-01'],
    ],
    [
      'I treated malaria with Coartem last month',
      ['Malaria active @2026-02', 'Artemether and lumefantrine past @2026-02'],
    ],
    ['Rx: gliclazide 40 mg OD, stop pioglitazone.', ['Gliclazide 40 mg 1/day active', 'Pioglitazone stopped']],
  ])('%s', (text, expected) => expect(filed(text)).toEqual(expected));
});

describe('lists and boxes', () => {
  test.each([
    [
      'LEVOTHYROXINE 88 MCG TABLET TAKE 1 TABLET EVERY DAY; LOSARTAN POTASSIUM 50 MG TAB 1 TAB PO QD; ' +
        'GABAPENTIN 300 MG CAPSULE 3 TIMES A DAY',
      ['Levothyroxine 88 mcg 1/day active', 'Losartan 50 mg 1/day active', 'Gabapentin 300 mg 3/day active'],
    ],
    ['Taking Glycomet 500 BD and Telma 40 OD', ['Metformin 500 2/day active', 'Telmisartan 40 1/day active']],
    ['Dolo 650 SOS', ['Acetaminophen 650 as needed active']],
    ['methotrexate 15 mg on Mondays', ['Methotrexate 15 mg 0.143/day active']],
    ['I take warfarin 3 mg on Monday, Wednesday and Friday', ['Warfarin 3 mg 0.429/day active']],
    ['Meds: salbutamol PRN, folic acid 400mcg OD.', ['Albuterol as needed active', 'Folic acid 400 mcg 1/day active']],
    [
      'Apixaban\t5mg\tOne twice a day\nAdcal-D3\t\tOne twice daily',
      ['Apixaban 5 mg 2/day active', 'Calcium and vitamin D 2/day active'],
    ],
    [
      'Lasix 40 daily (80 if I gain weight), Entresto 49/51 twice a day',
      ['Furosemide 40 1/day active', 'Sacubitril and valsartan 49/51 2/day active'],
    ],
    ['I use Fostair 100/6 two puffs twice a day', ['Beclomethasone and formoterol 2 puff 2/day active']],
    ['Tresiba 24u nocte', ['Insulin degludec 24 units 1/day active']],
    ['metoprolol succ ER 50, trazodone 50 as needed', ['Metoprolol 50 active', 'Trazodone 50 as needed active']],
    ['Can I take ibuprofen while on warfarin?', ['Warfarin active']],
    ['Warfarin 5 mg - Mon/Wed/Fri', ['Warfarin 5 mg 0.429/day active']],
    ['AMOXICILLIN 400MG/5ML SUSP, GIVE 6 ML TWICE DAILY', ['Amoxicillin 6 mL 2/day active']],
    [
      'Atorvastatin 10mg HS, now on amox-clav 875 BID',
      ['Atorvastatin 10 mg 1/day active', 'Amoxicillin and clavulanate 875 2/day active'],
    ],
    ['Pre-op: ASA II, Mallampati 2. On PNV, iron.', ['Prenatal vitamin active', 'Iron active']],
    ['I take methotrexate since October (15 mg weekly)', ['Methotrexate 15 mg 0.143/day active @2025-10']],
    ['albuterol HFA 90 mcg/actuation inhaler - 2 puffs q6 prn', ['Albuterol 90 mcg/actuation 4/day active']],
    ['fluticasone-salmeterol 250-50 mcg - 1 inhalation bid', ['Fluticasone and salmeterol 250/50 mcg 2/day active']],
    ['HOLD lisinopril.', ['Lisinopril stopped']],
    [
      'AM: Wellbutrin XL 300, Vyvanse 40\nPM: Lamictal 200 (2 x 100)',
      ['Bupropion 300 active', 'Lisdexamfetamine 40 active', 'Lamotrigine 200 active'],
    ],
    ['It’s olmesartan I take, Dolo 650 6 hourly', ['Olmesartan active', 'Acetaminophen 650 4/day active']],
    ['Co-codamol 8/500 - two when needed.', ['Acetaminophen and codeine 8/500 as needed active']],
    ['zopiclone 7.5 mg nocte', ['Zopiclone 7.5 mg 1/day active']],
  ])('%s', (text, expected) => expect(filed(text)).toEqual(expected));
});

describe('what is taken at once is a number of tablets times their strength', () => {
  test.each([
    'Tylenol 500 mg x2 every 6 hrs',
    'I take two 500 mg Tylenol tablets every 6 hours',
    'I take Tylenol 2 x 500 mg four times a day',
    'Tylenol 500 mg, 2 tablets every 6 hours',
    'Tylenol 1000 mg every 6 hours',
  ])('%s', (text) => expect(filed(text)).toEqual(['Acetaminophen 1000 mg 4/day active']));

  test('"x2" alone or with the day is how often, not how many', () => {
    expect(filed('metformin 500 mg x2 daily')).toEqual(['Metformin 500 mg 2/day active']);
    expect(filed('metformin 500 mg x 2')).toEqual(['Metformin 500 mg active']);
  });
});

describe('what was only prescribed, refused or supposed is not taken', () => {
  test.each([
    'The doctor prescribed pantoprazole but I have not collected it',
    'They gave me varenicline, never opened it',
    'I was prescribed sertraline but I haven’t started it',
    'GP gave me simvastatin but I refused',
    'If the migraines get worse she’d put me on topiramate',
  ])('%s', (text) =>
    expect(filed(text).filter((line) => / (?:active|past)\b/.test(line) && !/^Migraine/.test(line))).toEqual([]),
  );

  test('a dose that was left out today does not undo the medicine', () => {
    expect(filed('I take ramipril but did not take it today')).toEqual(['Ramipril active']);
  });
});

describe('a strength without a unit counts whatever comes after it', () => {
  test.each([
    [
      'duloxetine 60 for the nerve pain, nortriptyline before that',
      ['Duloxetine 60 active', 'Nerve pain', 'Nortriptyline stopped'],
    ],
    ['Madopar 50/12.5 four times a day', ['Benserazide and levodopa 50/12.5 4/day active']],
    ['Calcirol 60K every Sunday', ['Vitamin D 60000 0.143/day active']],
    ['concerta 18 for ten days then 36', ['Methylphenidate 36 active']],
    ['On Stelara since 2019', ['Ustekinumab active @2019']],
    ['I took codeine 3 hours ago', ['Codeine past @2026-03-18']],
    ['zinc, ashwagandha, vitamin C 1000mg', ['Zinc active', 'Ashwagandha active', 'Vitamin C 1000 mg active']],
    ['Eumovate cream twice a week', ['Clobetasone 0.286/day active']],
  ])('%s', (text, expected) => expect(filed(text)).toEqual(expected));
});

describe('how a medicine stands is said right after it', () => {
  test.each([
    ['Methotrexate stopped last spring, on leflunomide 20 now', ['Methotrexate stopped', 'Leflunomide 20 active']],
    ['amitriptyline made me groggy so I quit; now Emgality 120', ['Amitriptyline stopped', 'Galcanezumab 120 active']],
    ['Evenity is due to start on Monday', ['Romosozumab planned']],
    ['lamotrigine didn’t agree with me', ['Lamotrigine stopped']],
    ['I carry an adrenaline pen', ['Epinephrine active']],
    ['A mate of mine is on lithium', []],
  ])('%s', (text, expected) =>
    expect(filed(text).map((line) => line.replace(/ @.*/, ''))).toEqual(
      expected.map((line) => line.replace(/ @.*/, '')),
    ),
  );
});

test('the surname of a doctor is no medicine', () => {
  expect(
    factsOf('Met Dr. Adeyemi at the clinic, on prednisone 10mg').filter(({ kind }) => kind === 'medication'),
  ).toMatchObject([{ name: 'Prednisone' }]);
});

describe('notes without verbs', () => {
  test.each([
    ['COPD mild, Spiriva.', ['COPD active', 'Tiotropium active']],
    [
      'RA: methotrexate, now Rinvoq 15',
      ['Rheumatoid arthritis active', 'Methotrexate stopped', 'Upadacitinib 15 active'],
    ],
    ['gout, was on colchicine, allopurinol now', ['Gout active', 'Colchicine stopped', 'Allopurinol active']],
    [
      'Prednisolone 30 for 5 days finished last week, doxy 100 till Friday',
      ['Prednisolone 30 stopped', 'Doxycycline 100 active'],
    ],
    ['quiz me on asthma, salbutamol', []],
    ['broke my hip in 2020, now on alendronate 70 weekly', ['Hip fracture history', 'Alendronate 70 0.143/day active']],
    ['My mum: dementia, donepezil', []],
  ])('%s', (text, expected) => expect(filed(text).map((line) => line.replace(/ @.*/, ''))).toEqual(expected));
});

describe('who speaks of a medicine as of a thing at hand takes it', () => {
  test.each([
    ['The metformin upsets my stomach', 'Metformin active'],
    ['The candesartan isn’t touching my blood pressure', 'Candesartan active'],
    ['What I do take: omeprazole 20 for reflux', 'Omeprazole 20 active'],
    ['Creon with food', 'Pancrelipase active'],
    ['Movicol as and when', 'Polyethylene glycol active'],
    ['Prednisolone finished, carbimazole carries on', 'Carbimazole active'],
    ['Ramipril made me cough so they swapped it for losartan', 'Losartan active'],
  ])('%s', (text, medicine) => expect(filed(text)).toContain(medicine));

  test.each([
    'I read about the metformin scare',
    'Ibuprofen with food is safer',
    'What does the metformin do?',
    'They offered me the Ozempic but I said no',
  ])('%s: nobody takes it', (text) => expect(filed(text)).toEqual([]));
});

test('what was changed from one to another, and a doubt that is of something else', () => {
  expect(filed('Doctor’s changed my water tablet from furosemide to bumetanide 1 mg')).toEqual([
    'Furosemide stopped',
    'Bumetanide 1 mg active',
  ]);
  expect(filed('They think it’s pleurisy, on naproxen for a week')).toContainEqual(expect.stringMatching(/^Naproxen/));
});

describe('a bare number before a time of day', () => {
  test.each([
    [
      'losartan 50 am, metformin 850 twice, tamsulosin 0.4 night',
      ['Losartan 50 active', 'Metformin 850 active', 'Tamsulosin 0.4 active'],
    ],
    ['ramipril 2.5 morning, atorvastatin 40 night', ['Ramipril 2.5 active', 'Atorvastatin 40 active']],
    ['levothyroxine 75 am and amitriptyline 10 night', ['Levothyroxine 75 active', 'Amitriptyline 10 active']],
  ])('is a dose: %s', (text, lines) => expect(filed(text)).toEqual(lines));

  test.each(['I took ibuprofen 8 am', 'Took aspirin 7.30 am', 'zopiclone 3 nights running', 'I take amlodipine 5 pm'])(
    'is none where it is an hour or a count: %s',
    (text) => expect(factsOf(text).map(({ value }) => value)).toEqual([undefined]),
  );
});

test('items of a list that have their own doses are no part of the next name', () => {
  const names = factsOf('empagliflozin 10, metformin 500 x2, semaglutide 1mg injection every sunday').map(
    ({ name, value }) => `${name} ${value}`,
  );
  expect(names).toEqual(['Empagliflozin 10', 'Metformin 500', 'Semaglutide 1']);
});
