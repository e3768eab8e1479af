import { describe, expect, test } from 'vitest';
import { extractMeasurements } from '../../src/clinical/extract/measurements.ts';

const at = { now: new Date('2026-03-18T14:30:00Z'), timezone: 'America/New_York' };
const told = (text: string) =>
  extractMeasurements(text, at).filter((m) => m.assertion === 'present' && m.experiencer === 'patient');
const read = (text: string) => told(text).map((m) => `${m.name} ${m.value}${m.unit ? ` ${m.unit}` : ''}`);
const pressure = (systolic: number, diastolic: number) => [
  `Systolic blood pressure ${systolic} mmHg`,
  `Diastolic blood pressure ${diastolic} mmHg`,
];

describe('a value that was told is found', () => {
  test.each([
    ['Blood pressure 120/80', pressure(120, 80)],
    ['BP was 120 over 80', pressure(120, 80)],
    ['bp:130/85', pressure(130, 85)],
    ['my blood pressure dropped to 90/60 after standing', pressure(90, 60)],
    ['I have high blood pressure, it was 150/95 mmHg', pressure(150, 95)],
    ['systolic 130, diastolic 85', pressure(130, 85)],
    ['BP 120/80 yesterday and 130/85 today', [...pressure(120, 80), ...pressure(130, 85)]],
    ['HbA1c 6.5%', ['HbA1c 6.5 %']],
    ['my last HbA1c of 6.5%', ['HbA1c 6.5 %']],
    ['A1c was 48 mmol/mol', ['HbA1c 48 mmol/mol']],
    ['A1c 3 months ago was 7.2', ['HbA1c 7.2 %']],
    ['Weight 180 lbs', ['Weight 180 lb']],
    ['I weigh 80 kilos', ['Weight 80 kg']],
    ['I’m 180 lbs', ['Weight 180 lb']],
    ['I weigh 12 stone 4', ['Weight 172 lb']],
    ['weight 120', ['Weight 120 lb']],
    ['temp 101.2F', ['Body temperature 101.2 °F']],
    ['I have a fever of 101.2', ['Body temperature 101.2 °F']],
    ['temperature was 38,5 °C', ['Body temperature 38.5 °C']],
    [`I'm 5'11" and weigh 180`, ['Height 71 in', 'Weight 180 lb']],
    ['height 5 ft 10 in', ['Height 70 in']],
    ['I am 170 cm tall and 70 kg', ['Height 170 cm', 'Weight 70 kg']],
    ['glucose 110 mg/dL', ['Blood glucose 110 mg/dL']],
    ['fasting sugar came back at 6.1 mmol/L', ['Fasting glucose 6.1 mmol/L']],
    ['blood sugar 2 hours after eating was 140', ['Blood glucose 140 mg/dL']],
    ['heart rate 72', ['Heart rate 72 bpm']],
    ['pulse 88 bpm, O2 98', ['Heart rate 88 bpm', 'Oxygen saturation 98 %']],
    ['SpO2 97%', ['Oxygen saturation 97 %']],
    [
      'my HDL 45, LDL 130 and triglycerides 150',
      ['HDL cholesterol 45 mg/dL', 'LDL cholesterol 130 mg/dL', 'Triglycerides 150 mg/dL'],
    ],
    ['WBC 7,200', ['White blood cell count 7200 /µL']],
    ['CRP <5 mg/L', ['C-reactive protein <5 mg/L']],
    ['pulse was 110-120', ['Heart rate 110-120']],
    ['my vitamin D was 22', ['Vitamin D level 22 ng/mL']],
    ['Is my blood pressure of 150/90 too high?', pressure(150, 90)],
  ])('%s', (text, expected) => expect(read(text)).toEqual(expected));
});

describe('nothing is filed that was not measured on the patient', () => {
  test.each([
    'Is a blood pressure of 120/80 normal?',
    'What does an HbA1c of 6.5% mean?',
    'My target A1c is 7%',
    'My blood pressure should be below 130/80',
    'My mom’s BP was 150/90',
    'I take iron 65 mg daily',
    'vitamin D 2000 IU',
    'potassium 20 mEq',
    'I lost 10 lbs',
    'my weight went up 5 kg',
    'heart rate 7000',
    'HbA1c 65%',
    'oxygen 2 L',
    'I slept 8 hours and ate 2 eggs',
    'the match ended 120/80',
    'what was my blood pressure last week?',
    'my cholesterol is high',
  ])('%s', (text) => expect(read(text)).toEqual([]));
});

describe('when it was measured', () => {
  test.each([
    ['My blood pressure was 120/80 this morning and I felt fine', '2026-03-18T12:00:00.000Z'],
    ['Yesterday my glucose was 110', '2026-03-17'],
    ['On 3/4/2024 my creatinine was 1.1', '2024-03-04'],
    ['My weight is 80 kg. I see my doctor tomorrow', undefined],
  ])('%s', (text, time) => expect(told(text)[0]?.effective_time).toBe(time));

  test('each of two values keeps its own time', () => {
    const times = told('BP 120/80 yesterday and 130/85 today').map((m) => m.effective_time);
    const now = '2026-03-18T14:30:00.000Z';
    expect(times).toEqual(['2026-03-17', '2026-03-17', now, now]);
  });
});

test('a long message of readings is read to its end', () => {
  const text = 'bp 120/80\n'.repeat(1000);
  expect(extractMeasurements(text, at)).toHaveLength(2000);
});
