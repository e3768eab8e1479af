/** Two values in time and series of values: what is filed is what is so now, and what has its own day. */
import { describe, expect, test } from 'vitest';
import { extractFindings } from '../../src/clinical/index.ts';
import { filed } from './filed.ts';

describe('of two values in time the second is the present one', () => {
  test.each([
    ['Weight 94 to 91kg', ['Weight 91 kg']],
    ['my crp dropped 120 to 30', ['C-reactive protein 30 mg/L']],
    ['temp 39.1 to 37.8 overnight', ['Body temperature 37.8 °C']],
    ['hb rose 94 to 110', ['Hemoglobin 110 g/L']],
    ['ferritin went from 6 to 14', ['Ferritin 14 ng/mL']],
    ['eGFR from 60 to 45 over a year', ['eGFR 45 mL/min/1.73m2']],
    ['weight 94kg to 91kg', ['Weight 91 kg']],
    ['I went from 12 stone to 11 stone', ['Weight 11 st']],
    ['BP from 150/95 to 138/85', ['Systolic blood pressure 138 mmHg', 'Diastolic blood pressure 85 mmHg']],
    ['BP 150/95 to 138/85', ['Systolic blood pressure 138 mmHg', 'Diastolic blood pressure 85 mmHg']],
  ])('%s', (text, expected) => expect(filed(text)).toEqual(expected));

  test.each([
    ['pulse 70 to 80', ['Heart rate 70-80']],
    ['pulse from 60 to 80', ['Heart rate 60-80']],
    ['pulse usually 80 to 70', ['Heart rate 70-80']],
    ['weight between 94 to 91kg', ['Weight 91-94 kg']],
    ['platelets 90 to 110', ['Platelet count 90-110']],
    ['PSA 4-3', ['Prostate-specific antigen 3-4']],
    // One number over the other, said with the wrong word.
    ['BP 140 to 90', []],
  ])('a range stays one: %s', (text, expected) => expect(filed(text)).toEqual(expected));
});

describe('each value of a series has its own time', () => {
  test.each([
    ['PSA history: 2.1 in 2021, 2.9 in Sept 2023', ['2.1 ng/mL @2021', '2.9 ng/mL @2023-09']],
    ['PSA 3.1 in feb 4.0 in july', ['3.1 ng/mL @2026-02', '4 ng/mL @2025-07']],
    ['PSA 4.1 jan 3.2 june 2.8 oct', ['4.1 ng/mL @2026-01', '3.2 ng/mL @2025-06', '2.8 ng/mL @2025-10']],
    ['PSA 5.2 in May. Now 6.1.', ['5.2 ng/mL @2025-05', '6.1 ng/mL']],
  ])('%s', (text, expected) => expect(filed(text)).toEqual(expected.map((one) => `Prostate-specific antigen ${one}`)));

  test.each([
    ['uric acid 480 in feb 390 in july', ['Uric acid 480 µmol/L @2026-02', 'Uric acid 390 µmol/L @2025-07']],
    [
      'crp 120 monday 60 tuesday',
      ['C-reactive protein 120 mg/L @2026-03-16', 'C-reactive protein 60 mg/L @2026-03-17'],
    ],
    ['uric acid 480 in feb 390 now', ['Uric acid 480 µmol/L @2026-02', 'Uric acid 390 µmol/L']],
    ['sugar Mon 8.1 Tue 9.0', ['Blood glucose 8.1 mmol/L @2026-03-16', 'Blood glucose 9 mmol/L @2026-03-17']],
    ['Hb was 110 when I was well. Last week 98.', ['Hemoglobin 110 g/L', 'Hemoglobin 98 g/L @2026-03-11']],
  ])('%s', (text, expected) => expect(filed(text)).toEqual(expected));

  test('a sentence that begins with a time goes on the series', () =>
    expect(filed('Peak flow best is 430. Last week 340, 350, 330')).toEqual([
      'Peak expiratory flow 430 L/min',
      'Peak expiratory flow 340 L/min @2026-03-11',
      'Peak expiratory flow 350 L/min @2026-03-11',
      'Peak expiratory flow 330 L/min @2026-03-11',
    ]));

  test.each([
    ['Peak flow 430. This week 2 attacks', 'Peak expiratory flow 430 L/min'],
    ['TSH 4.8. Yesterday 5 km walk', 'TSH 4.8 mIU/L'],
    ['potassium 4.1. Now 6 pillows', 'Potassium 4.1 mmol/L'],
  ])('a number of something else does not: %s', (text, expected) => expect(filed(text)).toEqual([expected]));
});

describe('what an item before it denies is no value', () => {
  test.each([
    ['26, non smoker, bmi 24', 'Body mass index 24 kg/m2'],
    ['45m non-smoker bmi 27', 'Body mass index 27 kg/m2'],
    ['31, never smoker, pulse 70', 'Heart rate 70 bpm'],
    ['non drinker; weight 80 kg', 'Weight 80 kg'],
    ['not diabetic, hba1c 38', 'HbA1c 38 mmol/mol'],
  ])('%s', (text, expected) => expect(filed(text)).toContain(expected));

  test.each([['I have never had a BP of 150/95'], ['no chest pain, or pulse of 120'], ['my weight is not 80 kg']])(
    'what its own item denies is denied: %s',
    (text) => expect(filed(text)).toEqual([]),
  );

  test.each([
    ['He was 26, non smoker, bmi 24, and presented with a rash.'],
    ['She was 41, ex smoker, bmi 29, and presented with a rash.'],
    ['He was 60, heavy drinker, bmi 22, and presented with a rash.'],
  ])('who somebody is is no finding: %s', (text) =>
    expect(extractFindings(text, { now: new Date('2026-03-18'), timezone: 'UTC' }).map(({ name }) => name)).toEqual([
      'Rash',
    ]),
  );
});

describe('a T-score is that of its place', () => {
  test.each([
    ['DEXA 2020: hip T score -2.7, spine -3.1', ['Hip T-score -2.7 score @2020', 'Spine T-score -3.1 score @2020']],
    ['DEXA 2020 : hip T score -2.7', ['Hip T-score -2.7 score @2020']],
    [
      'DEXA last month: lumbar spine -2.2, femoral neck -1.8',
      ['Spine T-score -2.2 score @2026-02', 'Hip T-score -1.8 score @2026-02'],
    ],
    ['T-score -2.8 at the spine and -1.9 at the hip', ['Spine T-score -2.8 score', 'Hip T-score -1.9 score']],
    ['T scores were -2.8 (spine), -1.9 (hip)', ['Spine T-score -2.8 score', 'Hip T-score -1.9 score']],
    ['bone density: hip -2.3 spine -2.6', ['Hip T-score -2.3 score', 'Spine T-score -2.6 score']],
    ['my T-score is -2.6', ['Bone density T-score -2.6 score']],
  ])('%s', (text, expected) => expect(filed(text).filter((one) => one.includes('score'))).toEqual(expected));

  test.each([
    ['hip pain 8.5 since the DEXA'],
    ['my hip hurts, walked 2.5 km'],
    ['hip -2.3'],
    ['DEXA booked. spine 2.5 cm scar'],
  ])('another number beside a place is none: %s', (text) =>
    expect(filed(text).filter((one) => one.includes('T-score'))).toEqual([]),
  );
});
