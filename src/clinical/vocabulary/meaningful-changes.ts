/**
 * How much an observation has to change before it means more than the ups and downs of every body: an amount in its own unit,
 * or a percentage of the person's usual value. For laboratory tests these are rounded from published variation within a person
 * (Ricós et al., Ann Clin Biochem 2007; EFLM biological variation database): two samples of a healthy person differ by about
 * three times that variation at most. HbA1c and weight follow NICE and Dutch guidance on type 2 diabetes.
 */
import { tableOf } from './table.ts';

export const MEANINGFUL_CHANGES = tableOf(
  ['name', 'change'],
  `
# vital signs and body measures
Systolic blood pressure | 10
Diastolic blood pressure | 5
Heart rate | 10
Respiratory rate | 4
Body temperature | 0.5
Oxygen saturation | 3
Weight | 3%
Body mass index | 3%
Waist circumference | 3
Body fat percentage | 3
Height | 2
Peak expiratory flow | 15%
# sugar
HbA1c | 0.5
Fasting glucose | 15%
Blood glucose | 20%
Insulin level | 50%
# lipids
Total cholesterol | 15%
LDL cholesterol | 20%
HDL cholesterol | 20%
Non-HDL cholesterol | 20%
Triglycerides | 50%
Apolipoprotein B | 20%
Lipoprotein(a) | 25%
# kidney and salts
Creatinine | 15%
eGFR | 15%
Urea nitrogen | 35%
Sodium | 3
Potassium | 0.5
Chloride | 4
Bicarbonate | 3
Calcium | 6%
Magnesium | 10%
Phosphate | 20%
Uric acid | 25%
Urine albumin-creatinine ratio | 50%
# liver, pancreas, muscle
ALT | 50%
AST | 35%
Alkaline phosphatase | 20%
GGT | 35%
Total bilirubin | 60%
Direct bilirubin | 60%
Albumin | 10%
Total protein | 8%
Lipase | 50%
Amylase | 30%
Creatine kinase | 60%
Lactate dehydrogenase | 20%
# blood count
Hemoglobin | 8%
Hematocrit | 8%
White blood cell count | 30%
Red blood cell count | 8%
Platelet count | 20%
Mean corpuscular volume | 4%
Neutrophils | 45%
Lymphocytes | 30%
Ferritin | 35%
Serum iron | 60%
INR | 0.5
D-dimer | 60%
# vitamins, thyroid, hormones
Vitamin D level | 30%
Vitamin B12 level | 35%
Folate level | 60%
TSH | 50%
Free T4 | 15%
Free T3 | 20%
Testosterone level | 30%
Cortisol | 50%
Prostate-specific antigen | 40%
# inflammation and heart
C-reactive protein | 100%
Sedimentation rate | 50%
BNP | 70%
NT-proBNP | 70%
`,
);
