/** Values as people say, paste and correct them, beyond the plain "name, number, unit". */
import { describe, expect, test } from 'vitest';
import { extractMeasurements } from '../../src/clinical/extract/measurements.ts';

const at = { now: new Date('2026-03-18T14:30:00Z'), timezone: 'America/New_York' };
const told = (text: string) =>
  extractMeasurements(text, at).filter((m) => m.assertion === 'present' && m.experiencer === 'patient');
const read = (text: string) => told(text).map((m) => `${m.name} ${m.value}${m.unit ? ` ${m.unit}` : ''}`);
const pressure = (systolic: number | string, diastolic: number | string) => [
  `Systolic blood pressure ${systolic} mmHg`,
  `Diastolic blood pressure ${diastolic} mmHg`,
];

describe('in words, by implication, with the name behind', () => {
  test.each([
    ['BP one thirty over eighty five', pressure(130, 85)],
    ['my pressure was 150/100 at the pharmacy', pressure(150, 100)],
    ['my bp is 140 90', pressure(140, 90)],
    ['BP is typically 110-120 over 70-80', pressure('110-120', '70-80')],
    ['sugar was 180 after lunch', ['Blood glucose 180 mg/dL']],
    ['sugar 8.2 before breakfast and 11.4 after dinner', ['Blood glucose 8.2 mmol/L', 'Blood glucose 11.4 mmol/L']],
    ['my sugars have been 130, 145 and 160', [130, 145, 160].map((value) => `Blood glucose ${value} mg/dL`)],
    ['blood sugar has been between 150 and 200', ['Blood glucose 150-200']],
    ['temperature of one oh one point three', ['Body temperature 101.3 °F']],
    ['woke up with a 103 fever', ['Body temperature 103 °F']],
    ['I was running 39.2 °C with chills', ['Body temperature 39.2 °C']],
    ['my heart was racing at 140 bpm', ['Heart rate 140 bpm']],
    ['resting hr 58', ['Heart rate 58 bpm']],
    ['heart rate was in the 120s', ['Heart rate 120s']],
    ['I weigh one hundred and eighty pounds', ['Weight 180 lb']],
    ['I am five foot four and 130 lbs', ['Height 64 in', 'Weight 130 lb']],
    ['my weight is 12st 4lb', ['Weight 172 lb']],
    ['my A1C dropped from 8.1 to 6.9', ['HbA1c 6.9 %']],
    ['my weight went from 190 to 175 lbs', ['Weight 175 lb']],
    ['a 7.4 A1c', ['HbA1c 7.4 %']],
    ['my a1c went up from 6.1% in January to 6.8% now', ['HbA1c 6.8 %']],
    ['psa 0.5 -> 1.2', ['Prostate-specific antigen 1.2 ng/mL']],
    ['i weigh a hundred and fifty five', ['Weight 155 lb']],
    ['fever all night, we measured 39,4', ['Body temperature 39.4 °C']],
    ['45 year old male, 6 ft, 240 lb', ['Height 72 in', 'Weight 240 lb']],
    ['HR65, bp130/80', ['Heart rate 65 bpm', ...pressure(130, 80)]],
  ])('%s', (text, expected) => expect(read(text)).toEqual(expected));
});

describe('pasted from a report', () => {
  test.each([
    ['Na 140 K 4.1 Cl 102', ['Sodium 140 mmol/L', 'Potassium 4.1 mmol/L', 'Chloride 102 mmol/L']],
    ['K+ 5.9', ['Potassium 5.9 mmol/L']],
    ['TSH: 4.5 (0.4-4.0)', ['TSH 4.5 mIU/L']],
    ['Ferritin (ng/mL): 12', ['Ferritin 12 ng/mL']],
    ['Vitamin D, 25-OH 18 ng/mL (low)', ['Vitamin D level 18 ng/mL']],
    [
      'Hemoglobin 11.2 L g/dL 12.0-16.0\nWBC 7.2 10^3/uL 4.0-11.0',
      ['Hemoglobin 11.2 g/dL', 'White blood cell count 7.2 10^3/µL'],
    ],
    [
      'Test  Result  Flag  Units  Reference\nGlucose  105  H  mg/dL  70-99\nCreatinine  0.9    mg/dL  0.6-1.2',
      ['Blood glucose 105 mg/dL', 'Creatinine 0.9 mg/dL'],
    ],
    ['Glucose | 105 | H | 70-99 mg/dL\nLDL | 160 | H | <100', ['Blood glucose 105 mg/dL', 'LDL cholesterol 160 mg/dL']],
    ['HbA1c\t7.1\t%\t4.0-5.6\tH', ['HbA1c 7.1 %']],
    ['UREA NITROGEN (BUN) 18 7-25 mg/dL', ['Urea nitrogen 18 mg/dL']],
    ['HEMOGLOBIN A1c 6.0 H % of total Hgb <5.7', ['HbA1c 6 %']],
    [
      'T 98.6 P 72 R 16 BP 118/76',
      ['Body temperature 98.6 °F', 'Heart rate 72 bpm', 'Respiratory rate 16 breaths/min', ...pressure(118, 76)],
    ],
  ])('%j', (text, expected) => expect(read(text)).toEqual(expected));
});

describe('a slip put right', () => {
  test.each([
    ['My A1c was 7.2. Sorry, I meant 7.1', ['HbA1c 7.1 %']],
    ['weight 82 kg, no wait, 81', ['Weight 81 kg']],
    ['BP was 120/80. No, it was 130/80', pressure(130, 80)],
    ['temp 39.1 now. Correction: 37.1', ['Body temperature 37.1 °C']],
    ['pulse 88 on Monday, 92 on Tuesday, sorry, 72', ['Heart rate 88 bpm', 'Heart rate 72 bpm']],
  ])('what a message takes back is not filed, and no earlier reading goes with it: %s', (text, expected) => {
    expect(read(text)).toEqual(expected);
    expect(told(text).map((m) => m.supersedes)).toEqual(expected.map(() => undefined));
  });

  test('what its shape or unit alone can tell is read without its name', () => {
    expect(read('no, it was 130/85')).toEqual(pressure(130, 85));
    expect(read('sorry, I meant 81 kg')).toEqual(['Weight 81 kg']);
    expect(told('no, it was 130/85')[0]?.supersedes).toBe('previous');
    expect(told('scratch that, my BP was 128/82')[0]?.supersedes).toBe('previous');
  });

  test('an answer that begins with no is not a correction', () => {
    expect(told('No, my A1c is 7.1')[0]?.supersedes).toBeUndefined();
    expect(told('actually my pressure is 130/80 now')[0]?.supersedes).toBeUndefined();
  });

  test('each reading of a list keeps its day', () => {
    const days = told('home readings: Mon 132/84, Tue 128/80').map((m) => m.effective_time?.slice(0, 10));
    expect(days).toEqual(['2026-03-16', '2026-03-16', '2026-03-17', '2026-03-17']);
  });
});

describe('what only looks like a value', () => {
  test.each([
    'I take 2 sugars in my coffee',
    'sugar 20 grams',
    'under a lot of pressure, 24/7',
    'in 24 hr 58 people came',
    'the score was 120/80',
    'stomach pain after lifting heavy weight 8',
    'P 3 of the report',
    'no, it was 130',
    'a 70 kg barbell',
    'i take 10 units when my sugar is over 200',
    'my doctor wants my A1c under 7',
    'No, my A1c is fine',
    'my doctor raised lisinopril from 10 mg to 20 mg',
  ])('%s', (text) => expect(read(text)).toEqual([]));
});
