/** Results as they come to stand in the record: tables, shorthand, what has changed, and when it was. */
import { describe, expect, test } from 'vitest';
import { factsOf, filed } from './filed.ts';

describe('a result has its own unit and its own day', () => {
  test.each([
    ['Urea\t9.8\t2.5-7.8 mmol/L\tH\neGFR\t48\t>60\tL', ['Urea 9.8 mmol/L', 'eGFR 48 mL/min/1.73m2']],
    [
      'Bloods (02/03/2026): Hb 131 g/L; WCC 6.4 x10^9/L; MCV 88 fL',
      [
        'Hemoglobin 131 g/L @2026-03-02',
        'White blood cell count 6.4 10^9/L @2026-03-02',
        'Mean corpuscular volume 88 fL @2026-03-02',
      ],
    ],
    [
      'Wt 68.4 kg, PR 88, BP 118/70',
      ['Weight 68.4 kg', 'Heart rate 88 bpm', 'Systolic blood pressure 118 mmHg', 'Diastolic blood pressure 70 mmHg'],
    ],
    [
      'Mon: 142/88\nTue: 150/92\nis it getting worse?',
      [
        'Systolic blood pressure 142 mmHg @2026-03-16',
        'Diastolic blood pressure 88 mmHg @2026-03-16',
        'Systolic blood pressure 150 mmHg @2026-03-17',
        'Diastolic blood pressure 92 mmHg @2026-03-17',
      ],
    ],
    ['Ca 2.31, Mg 0.84, Alb 38 g/L', ['Calcium 2.31 mmol/L', 'Magnesium 0.84 mmol/L', 'Albumin 38 g/L']],
    ['fasting sugar 168 and PP 242', ['Fasting glucose 168 mg/dL', 'Blood glucose 242 mg/dL']],
    ['My BMs are between 14 and 18 mmol', ['Blood glucose 14-18 mmol/L']],
    ['HbA1c last time was 79 mmol/mol', ['HbA1c 79 mmol/mol']],
    ['Component: WBC | Your value: 11.8 | Standard range: 4.0-11.0 K/uL', ['White blood cell count 11.8 10^3/µL']],
    [
      'Na 141 K 3.3 (L) Cl 102 CO2 27',
      ['Sodium 141 mmol/L', 'Potassium 3.3 mmol/L', 'Chloride 102 mmol/L', 'Bicarbonate 27 mmol/L'],
    ],
    ['my last TSH (5 March) was 2.1', ['TSH 2.1 mIU/L @2026-03-05']],
    ['My Hb is 9.2 gm and calcium 500 mg is on the list', ['Hemoglobin 9.2 g/dL', 'Calcium 500 mg active']],
    ['Last weekend I was ill and now I am running 38.4', ['Body temperature 38.4 °C']],
    ['resp 26, 72 inches, 210 lb', ['Respiratory rate 26 breaths/min', 'Weight 210 lb']],
    ['My weight is 71 kg not 77.', ['Weight 71 kg corrected']],
    ["im 45, 300 lbs 6'2", ['Weight 300 lb', 'Height 74 in']],
    ['103 kilos, 178 cm', ['Weight 103 kg', 'Height 178 cm']],
    ['I am 5.10 feet tall', ['Height 70 in']],
    ['T4,Free(Direct) 2.9 H ng/dL 0.82-1.77', ['Free T4 2.9 ng/dL']],
    ['T3 1.1 ng/ml, T4 7.8 ug/dl', ['Total T3 1.1 ng/mL', 'Total T4 7.8 µg/dL']],
    ['neutrophils 62%', ['Neutrophil percentage 62 %']],
    ['My pregnancy test was negative, covid test +ve', ['Pregnancy test negative', 'COVID-19 test positive']],
    [
      'URINALYSIS\npH: 6.0\nGlucose: negative\nProtein: 2+\n\nGlucose 5.4',
      ['Urine pH 6 pH', 'Urine glucose negative', 'Urine protein 2+', 'Blood glucose 5.4 mmol/L'],
    ],
    [
      'Mon 16/3 am 148/92 pulse 71\nWed pm 139/85',
      [
        'Systolic blood pressure 148 mmHg @2026-03-16',
        'Diastolic blood pressure 92 mmHg @2026-03-16',
        'Heart rate 71 bpm @2026-03-16',
        'Systolic blood pressure 139 mmHg @2026-03-18',
        'Diastolic blood pressure 85 mmHg @2026-03-18',
      ],
    ],
    [
      'CBC 14/3: WBC 3.1 (L), Hgb 9.8 (L)',
      ['White blood cell count 3.1 10^9/L @2026-03-14', 'Hemoglobin 9.8 g/dL @2026-03-14'],
    ],
    [
      'Weight today 88.4, yesterday 88.9, a week ago 90.1 kg.',
      ['Weight 88.4 kg @2026-03-18', 'Weight 88.9 kg @2026-03-17', 'Weight 90.1 kg @2026-03-11'],
    ],
    ['fasting was 5.9 this morning, I do fasting 16 hours', ['Fasting glucose 5.9 mmol/L @2026-03-18']],
    ['3yo M, 15 kg', ['Weight 15 kg']],
    [
      'Glucose log: 7am 6.2, 10am 9.8',
      ['Blood glucose 6.2 mmol/L @2026-03-18', 'Blood glucose 9.8 mmol/L @2026-03-18'],
    ],
    ['Cr peaked 190, now 120', ['Creatinine 190 µmol/L', 'Creatinine 120 µmol/L']],
    ['I did a scan, T-score -2.6, PO4 0.81', ['Bone density T-score -2.6 score', 'Phosphate 0.81 mmol/L']],
    ['9 and a half stone, 15% body fat', ['Weight 9.5 st', 'Body fat percentage 15 %']],
    ['I lost 3 kg, now 96 kg', ['Weight loss', 'Weight 96 kg']],
    ['Did a covid test on Monday, negative.', ['COVID-19 test negative @2026-03-16']],
    [
      'That BP was wrong, the cuff was loose. It’s actually 136/82.',
      ['Systolic blood pressure 136 mmHg corrected', 'Diastolic blood pressure 82 mmHg corrected'],
    ],
    ['A1c history: 5.6 (2021), 6.0 (Jan 2025)', ['HbA1c 5.6 % @2021', 'HbA1c 6 % @2025-01']],
    [
      'BP update: 149/90 Mon, 138/84 this morning',
      [
        'Systolic blood pressure 149 mmHg @2026-03-16',
        'Diastolic blood pressure 90 mmHg @2026-03-16',
        'Systolic blood pressure 138 mmHg @2026-03-18',
        'Diastolic blood pressure 84 mmHg @2026-03-18',
      ],
    ],
    [
      'sugar fasting 134 after food 198, PLT 2.1 lac',
      ['Fasting glucose 134 mg/dL', 'Blood glucose 198 mg/dL', 'Platelet count 210000 /µL'],
    ],
    ['5 feet 4 inch, 78 kg', ['Height 64 in', 'Weight 78 kg']],
    ['UA: LE 3+, nitrite pos', ['Urine leukocyte esterase 3+', 'Urine nitrite positive']],
    ['ESR 78, AFB negative', ['Sedimentation rate 78 mm/h']],
    ['Bone pain since yesterday, temp 38.7', ['Bone pain @2026-03-17', 'Body temperature 38.7 °C']],
    [
      'LabCorp 12/03/26 — B12 1,204 pg/mL; Ferritin 12 ng/mL',
      ['LabCorp', 'Vitamin B12 level 1204 pg/mL @2026-03-12', 'Ferritin 12 ng/mL @2026-03-12'],
    ],
    [
      '5 foot 2, BP 117/68, sugar 91 fasting',
      [
        'Height 62 in',
        'Systolic blood pressure 117 mmHg',
        'Diastolic blood pressure 68 mmHg',
        'Fasting glucose 91 mg/dL',
      ],
    ],
    ['Forget the 38.5 I logged. Real temp 37.2.', ['Body temperature 37.2 °C corrected']],
    ['Please update my weight, it’s 76.3 kg as of today', ['Weight 76.3 kg @2026-03-18']],
    [
      'BP 150/84, wt +4kg. Normal for me is 100/60.',
      ['Systolic blood pressure 150 mmHg', 'Diastolic blood pressure 84 mmHg'],
    ],
    ['I am 231 lbs, no drink since New Year', ['Weight 231 lb']],
    [
      '52 inch waist, hb 11, fever from 4 days 39',
      ['Waist circumference 52 in', 'Hemoglobin 11 g/dL', 'Body temperature 39 °C', 'Fever'],
    ],
    ['im 6 foot 1 and 245 pounds', ['Height 73 in', 'Weight 245 lb']],
  ])('%s', (text, expected) => expect(filed(text)).toEqual(expected));
});

test('from more to less is a change, and what it is now is filed', () => {
  expect(filed('LDL from 142 to 104 mg/dL')).toEqual(['LDL cholesterol 104 mg/dL']);
  expect(filed('My A1c came down from 8.1 to 6.9')).toEqual(['HbA1c 6.9 %']);
  expect(filed('glucose ranges from 142 to 104')).toEqual(['Blood glucose 104-142']);
});

test('a number without a unit has that of the place, where two would fit', () => {
  const line = 'Mg 0.84, bilirubin 12, vit D 45, urea 9.8, weight 120';
  expect(filed(line, 'Europe/London')).toEqual([
    'Magnesium 0.84 mmol/L',
    'Total bilirubin 12 µmol/L',
    'Vitamin D level 45 nmol/L',
    'Urea 9.8 mmol/L',
    'Weight 120',
  ]);
  expect(filed('bilirubin 12, vit D 45, weight 120', 'America/New_York')).toEqual([
    'Total bilirubin 12 mg/dL',
    'Vitamin D level 45 ng/mL',
    'Weight 120 lb',
  ]);
  // One of its units makes it normal and the other a heart attack.
  expect(filed('troponin 12', 'America/New_York')).toEqual(['Troponin 12']);
});

describe('a value with its name beside it is read whatever else is said of it', () => {
  test.each([
    ['A1c is 7.9 (goal under 7)', ['HbA1c 7.9 %']],
    ['LDL 95 mg/dL, target is below 70', ['LDL cholesterol 95 mg/dL']],
    ['The weight goal is 75 kg, currently 83 kg', ['Weight 83 kg']],
    ['An INR of 2.5 is my goal', []],
    ['my TSH (5.6) is creeping up', ['TSH 5.6 mIU/L']],
    ['TSH (0.4-4.0) was not done', []],
    ['creatinine good at 84', ['Creatinine 84 µmol/L']],
    ['sodium a bit low 131', ['Sodium 131 mmol/L']],
    ['ferritin last week 45', ['Ferritin 45 ng/mL @2026-03-11']],
  ])('%s', (text, lines) => {
    expect(filed(text)).toEqual(lines);
  });

  test.each([
    ['PSA was 9.8 at diagnosis, down to 0.1 after the op', [9.8, 0.1]],
    ['AHI was 44 now 2.8', [44, 2.8]],
    ['platelets 88 yesterday, were 31 in the spring', [88, 31]],
    ['T-score -2.6 at the hip and -1.4 at the spine', [-2.6, -1.4]],
    ['potassium was 5.9 on Monday, repeat 5.1', [5.9, 5.1]],
    ['CK 4,200 after the marathon, 310 two weeks later', [4200, 310]],
    ['TSH 12 then 3 tablets of levothyroxine', [12]],
    ['TSH 8.1, levothyroxine up to 100', [8.1]],
    ['viral load was 40,000 at diagnosis, now undetectable', [40000, 'undetectable']],
  ])('both of two values: %s', (text, values) => {
    const found = factsOf(text).filter(({ kind }) => kind === 'observation');
    expect(found.map(({ value }) => value)).toEqual(values);
  });

  test.each([
    [
      'Peak flow Mon 410, Tue 390',
      ['Peak expiratory flow 410 L/min @2026-03-16', 'Peak expiratory flow 390 L/min @2026-03-17'],
    ],
    [
      'sugars mon 8.1 tue forgot, wed 9.0',
      ['Blood glucose 8.1 mmol/L @2026-03-16', 'Blood glucose 9 mmol/L @2026-03-18'],
    ],
    ['INR: Jan 2.1, Feb 2.8', ['INR 2.1 INR @2026-01', 'INR 2.8 INR @2026-02']],
    ['sat 98% on air, sun 30 mins', ['Oxygen saturation 98 %']],
  ])('a row of days: %s', (text, lines) => {
    expect(filed(text)).toEqual(lines);
  });
});

describe('a result by the name that people give it', () => {
  test.each([
    ['Lithium 600 at night, last level 0.8', 'Lithium level 0.8 mmol/L'],
    ['Prograf 4mg bd. Trough was 7.1 on Friday', 'Tacrolimus level 7.1 ng/mL @2026-03-13'],
    ['High triglycerides, 298 last month', 'Triglycerides 298 mg/dL @2026-02'],
    ['FEV1 was 52% in June', 'FEV1 percent predicted 52 % @2025-06'],
    ['FEV1 was 2.1 L', 'FEV1 2.1 L'],
    ['I have hep B, viral load 400', 'Hepatitis B viral load 400 U/mL'],
    ['Edinburgh score was 12', 'Edinburgh postnatal depression score 12 score'],
    ['My stoma output is about 1500 ml a day', 'Stoma output 1500 mL/24h'],
    ['the nurse measured me at 168cm today', 'Height 168 cm @2026-03-18'],
    ["5'9 rower 190lbs", 'Weight 190 lb'],
    ['22 weeks pregnant with twins', 'Gestational age 22 wk'],
    ['I know the drill: BMI 31', 'Body mass index 31 kg/m2'],
    ['MoCA 22/30 in clinic', 'MoCA score 22 score'],
    ['Gleason 3+4=7', 'Gleason score 7 score'],
    ['GTT: fasting 5.1, 1hr 9.8', 'Glucose one hour after a glucose drink 9.8 mmol/L'],
    ['Lp(a) 182 nmol/L', 'Lipoprotein(a) particles 182 nmol/L'],
    ['bp 138/86 p 72', 'Heart rate 72 bpm'],
    ['my A1c is up to 8.1', 'HbA1c 8.1 %'],
    ['24 hr urine protein 1.2 g', 'Urine protein in 24 hours 1.2 g/24h'],
  ])('%s', (text, line) => {
    expect(filed(text)).toContain(line);
  });

  test.each([
    'progesterone 100 at bedtime',
    'Low testosterone, 200 weekly',
    'On lithium, energy level 3',
    'Granny had her hip done yesterday. Sugar was 190',
  ])('no result: %s', (text) => {
    expect(factsOf(text).filter(({ kind }) => kind === 'observation')).toEqual([]);
  });

  test.each([
    'Dad died last week. Sugar was 190',
    'My son is fine now. My sugar was 190',
    'FHx: mother stroke. Sugar 190',
  ])('the own one: %s', (text) => {
    expect(factsOf(text).filter(({ kind }) => kind === 'observation')).toHaveLength(1);
  });
});
