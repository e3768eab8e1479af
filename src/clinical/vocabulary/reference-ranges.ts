/**
 * Adult reference ranges in each observation's own unit, with the source named so that a reply can say where a judgement
 * comes from. The alert limits are the adult critical values that hospital laboratories commonly telephone to the ward; they vary a
 * little from place to place. A blank bound means that side has none. A row without a sex holds for everyone.
 */
import { tableOf } from './table.ts';

export const RANGE_SOURCES: Readonly<Record<string, string>> = {
  ABIM: 'American Board of Internal Medicine, laboratory test reference ranges',
  MLP: 'MedlinePlus (US National Library of Medicine), vital signs',
  ADA: 'American Diabetes Association, Standards of Care in Diabetes',
  NCEP: 'National Cholesterol Education Program, Adult Treatment Panel III (desirable levels)',
  KDIGO: 'KDIGO clinical practice guideline for chronic kidney disease',
  WHO: 'World Health Organization, adult BMI and waist classification',
  BTS: 'British Thoracic Society, guideline for oxygen use',
  ACC: 'ACC/AHA guideline on the management of blood cholesterol',
};

export const REFERENCE_RANGES = tableOf(
  ['name', 'sex', 'low', 'high', 'alertLow', 'alertHigh', 'source'],
  `
Systolic blood pressure | | 90 | 120 | 70 | 180 | MLP
Diastolic blood pressure | | 60 | 80 | 40 | 120 | MLP
Heart rate | | 60 | 100 | 40 | 140 | MLP
Respiratory rate | | 12 | 18 | 8 | 30 | MLP
Body temperature | | 36.5 | 37.3 | 35 | 40 | MLP
Oxygen saturation | | 94 | 100 | 88 | | BTS
Body mass index | | 18.5 | 24.9 | | | WHO
Waist circumference | male | | 102 | | | WHO
Waist circumference | female | | 88 | | | WHO
Fasting glucose | | 70 | 99 | 50 | 400 | ADA
Blood glucose | | 70 | 140 | 50 | 400 | ADA
HbA1c | | 4 | 5.6 | | | ADA
Total cholesterol | | | 200 | | | NCEP
LDL cholesterol | | | 100 | | | NCEP
HDL cholesterol | male | 40 | | | | NCEP
HDL cholesterol | female | 50 | | | | NCEP
HDL cholesterol | | 40 | | | | NCEP
Non-HDL cholesterol | | | 130 | | | NCEP
Triglycerides | | | 150 | | 1000 | NCEP
Apolipoprotein B | | | 130 | | | ACC
Lipoprotein(a) | | | 50 | | | ACC
Creatinine | male | 0.7 | 1.3 | | 7.4 | ABIM
Creatinine | female | 0.5 | 1.1 | | 7.4 | ABIM
Creatinine | | 0.5 | 1.3 | | 7.4 | ABIM
eGFR | | 60 | | 15 | | KDIGO
Urea nitrogen | | 8 | 20 | | 100 | ABIM
Sodium | | 136 | 145 | 120 | 160 | ABIM
Potassium | | 3.5 | 5.0 | 2.5 | 6.0 | ABIM
Chloride | | 98 | 106 | 80 | 120 | ABIM
Bicarbonate | | 23 | 28 | 10 | 40 | ABIM
Calcium | | 8.6 | 10.2 | 6.5 | 13 | ABIM
Magnesium | | 1.6 | 2.6 | 1.0 | 4.9 | ABIM
Phosphate | | 3.0 | 4.5 | 1.0 | | ABIM
Uric acid | | 3.0 | 7.0 | | | ABIM
Urine albumin-creatinine ratio | | | 30 | | | KDIGO
ALT | | 10 | 40 | | 1000 | ABIM
AST | | 10 | 40 | | 1000 | ABIM
Alkaline phosphatase | | 30 | 120 | | | ABIM
GGT | male | 9 | 50 | | | ABIM
GGT | female | 8 | 40 | | | ABIM
GGT | | 8 | 50 | | | ABIM
Total bilirubin | | 0.3 | 1.0 | | 15 | ABIM
Direct bilirubin | | 0.1 | 0.3 | | | ABIM
Albumin | | 3.5 | 5.5 | | | ABIM
Total protein | | 5.5 | 9.0 | | | ABIM
Lipase | | | 95 | | | ABIM
Amylase | | 25 | 125 | | | ABIM
Creatine kinase | male | 55 | 170 | | 10000 | ABIM
Creatine kinase | female | 30 | 135 | | 10000 | ABIM
Creatine kinase | | 30 | 170 | | 10000 | ABIM
Lactate dehydrogenase | | 80 | 225 | | | ABIM
Hemoglobin | male | 14 | 18 | 6 | 20 | ABIM
Hemoglobin | female | 12 | 16 | 6 | 20 | ABIM
Hemoglobin | | 12 | 18 | 6 | 20 | ABIM
Hematocrit | male | 42 | 50 | 18 | 60 | ABIM
Hematocrit | female | 37 | 47 | 18 | 60 | ABIM
Hematocrit | | 37 | 50 | 18 | 60 | ABIM
White blood cell count | | 4 | 11 | 1 | 100 | ABIM
Red blood cell count | male | 4.5 | 5.9 | | | ABIM
Red blood cell count | female | 4.1 | 5.1 | | | ABIM
Red blood cell count | | 4.1 | 5.9 | | | ABIM
Platelet count | | 150 | 450 | 40 | 1000 | ABIM
Mean corpuscular volume | | 80 | 96 | | | ABIM
Neutrophils | | 2 | 8.25 | 0.5 | | ABIM
Lymphocytes | | 1 | 4 | | | ABIM
Ferritin | male | 24 | 336 | | | ABIM
Ferritin | female | 11 | 307 | | | ABIM
Ferritin | | 11 | 336 | | | ABIM
Serum iron | | 50 | 150 | | | ABIM
INR | | 0.8 | 1.2 | | 5 | ABIM
D-dimer | | | 500 | | | ABIM
Vitamin D level | | 30 | 60 | | | ABIM
Vitamin B12 level | | 200 | 800 | | | ABIM
Folate level | | 1.8 | 9.0 | | | ABIM
TSH | | 0.5 | 4.0 | | | ABIM
Free T4 | | 0.8 | 1.8 | | | ABIM
Free T3 | | 2.3 | 4.2 | | | ABIM
Testosterone level | male | 291 | 1100 | | | ABIM
Testosterone level | female | 18 | 54 | | | ABIM
Cortisol | | 5 | 25 | | | ABIM
Prostate-specific antigen | male | | 4 | | | ABIM
C-reactive protein | | | 8 | | | ABIM
Sedimentation rate | male | | 15 | | | ABIM
Sedimentation rate | female | | 20 | | | ABIM
Sedimentation rate | | | 20 | | | ABIM
Troponin | | | 0.04 | | 0.5 | ABIM
BNP | | | 100 | | | ABIM
NT-proBNP | | | 125 | | | ABIM
`,
);
