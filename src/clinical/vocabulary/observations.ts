/**
 * Vital signs and laboratory tests. `unit` is the one each is kept in; `units` are others it is commonly given in; `chem`
 * is the molecular weight in g/mol and, as z1 or z2, the charge, which molar conversions need. `possible` bounds what a living
 * body can show, so that a slip of the pen is not filed; `usual` is where almost all values lie, which tells the unit of a
 * number that came without one. Both are in `unit`, as low..high.
 */
import { tableOf } from './table.ts';

export const OBSERVATIONS = tableOf(
  ['name', 'loinc', 'system', 'unit', 'units', 'chem', 'possible', 'usual', 'aliases'],
  `
# vital signs and body measures
Blood pressure | 85354-9 | cardiovascular | mmHg | kPa | | 20..350 | 40..250 | =BP, =bp, =Bp, blood pressure reading, b p
Systolic blood pressure | 8480-6 | cardiovascular | mmHg | kPa | | 30..350 | 60..250 | systolic, systolic bp, systolic pressure, top number, upper number, =SBP
Diastolic blood pressure | 8462-4 | cardiovascular | mmHg | kPa | | 10..250 | 30..150 | diastolic, diastolic bp, diastolic pressure, bottom number, lower number, =DBP
Heart rate | 8867-4 | cardiovascular | bpm | | | 15..350 | 30..250 | pulse, pulse rate, =HR, resting heart rate, heartbeat, heart beat, resting pulse, =RHR
Respiratory rate | 9279-1 | respiratory | breaths/min | | | 2..100 | 6..60 | breathing rate, respiration rate, respirations, =RR, breaths per minute
Body temperature | 8310-5 | general | °C | °F | | 20..46 | 34..43 | temperature, temp, body temp, =T, fever of, fever was
Oxygen saturation | 59408-5 | respiratory | % | | | 20..100 | 60..100 | SpO2, SaO2, O2 sat, O2 sats, oxygen sat, oxygen sats, O2 saturation, pulse ox, pulse oximetry, oxygen level, oxygen levels, oxygen, blood oxygen, O2, =sats
Weight | 29463-7 | general | kg | lb, st | | 0.3..650 | 40..150 | body weight, weigh, weighed, weighs, weighing, weighed in at, =wt
Height | 8302-2 | general | cm | m, ft, in | | 20..275 | 120..220 | body height, =ht
Body mass index | 39156-5 | general | kg/m2 | | | 5..150 | 12..70 | BMI
Waist circumference | 8280-0 | general | cm | in | | 20..300 | 50..180 | waist, waist size
Body fat percentage | 41982-0 | general | % | | | 1..80 | 3..70 | body fat
Peak expiratory flow | 19935-6 | respiratory | L/min | | | 20..1000 | 50..800 | peak flow, =PEF
# sugar
Blood glucose | 2339-0 | endocrine | mg/dL | mmol/L | 180.156 | 5..3000 | 35..600 | glucose, blood sugar, sugar level, sugar levels, blood sugar level, glucose level, random glucose, blood glucose level, blood sugars, my sugar, sugar reading, glucose reading
Fasting glucose | 1558-6 | endocrine | mg/dL | mmol/L | 180.156 | 5..3000 | 35..600 | fasting blood sugar, fasting blood glucose, fasting sugar, =FBS, =FPG, fasting plasma glucose
HbA1c | 4548-4 | endocrine | % | mmol/mol | | 2..25 | 3.5..18 | A1c, A1C, HgbA1c, hemoglobin A1c, haemoglobin A1c, glycated hemoglobin, glycosylated hemoglobin, HbA1, Hb A1c, glycohemoglobin
Insulin level | 20448-7 | endocrine | µIU/mL | pmol/L | | 0..2000 | 1..300 | fasting insulin, insulin levels, serum insulin
# lipids
Total cholesterol | 2093-3 | cardiovascular | mg/dL | mmol/L | 386.65 | 20..2000 | 60..500 | cholesterol, cholesterol level, serum cholesterol, cholesterol levels
LDL cholesterol | 13457-7 | cardiovascular | mg/dL | mmol/L | 386.65 | 1..1500 | 20..400 | LDL, LDL-C, bad cholesterol, low density lipoprotein
HDL cholesterol | 2085-9 | cardiovascular | mg/dL | mmol/L | 386.65 | 1..300 | 15..150 | HDL, HDL-C, good cholesterol, high density lipoprotein
Non-HDL cholesterol | 43396-1 | cardiovascular | mg/dL | mmol/L | 386.65 | 5..2000 | 30..450 | non HDL
Triglycerides | 2571-8 | cardiovascular | mg/dL | mmol/L | 885.4 | 5..20000 | 25..2500 | triglyceride, trigs, =TG
Apolipoprotein B | 1884-6 | cardiovascular | mg/dL | g/L | | 5..500 | 20..300 | ApoB, apo B
Lipoprotein(a) | 10835-7 | cardiovascular | mg/dL | | | 0..1000 | 1..400 | Lp(a), lipoprotein a, Lpa
# kidney and salts
Creatinine | 2160-0 | renal | mg/dL | µmol/L | 113.12 | 0.05..50 | 0.2..15 | serum creatinine, =Cr
eGFR | 98979-8 | renal | mL/min/1.73m2 | mL/min | | 0..250 | 2..200 | GFR, estimated GFR, glomerular filtration rate, estimated glomerular filtration rate
Urea nitrogen | 3094-0 | renal | mg/dL | mmol/L | 28.014 | 0.5..400 | 4..150 | BUN, blood urea nitrogen, urea, blood urea
Sodium | 2951-2 | renal | mmol/L | mEq/L | 22.99 z1 | 90..210 | 110..175 | serum sodium, sodium level, =Na
Potassium | 2823-3 | renal | mmol/L | mEq/L | 39.098 z1 | 0.8..15 | 1.5..9 | serum potassium, potassium level, =K
Chloride | 2075-0 | renal | mmol/L | mEq/L | 35.453 z1 | 50..180 | 70..140 | serum chloride, =Cl
Bicarbonate | 2028-9 | renal | mmol/L | mEq/L | 61.017 z1 | 1..80 | 5..60 | HCO3, total CO2, serum bicarbonate
Calcium | 17861-6 | endocrine | mg/dL | mmol/L | 40.078 z2 | 2..25 | 5..18 | serum calcium, calcium level
Magnesium | 19123-9 | renal | mg/dL | mmol/L | 24.305 z2 | 0.2..20 | 0.8..6 | serum magnesium, magnesium level
Phosphate | 2777-1 | renal | mg/dL | mmol/L | 30.974 | 0.2..30 | 1..15 | phosphorus, serum phosphate, phosphorous
Uric acid | 3084-1 | musculoskeletal | mg/dL | µmol/L | 168.11 | 0.1..40 | 1..20 | serum urate, urate
Urine albumin-creatinine ratio | 9318-7 | renal | mg/g | mg/mmol | | 0..30000 | 0..5000 | UACR, ACR, albumin creatinine ratio, microalbumin
# liver, pancreas, muscle
ALT | 1742-6 | hepatic | U/L | | | 0..30000 | 3..5000 | alanine aminotransferase, =SGPT, alanine transaminase, alt level
AST | 1920-8 | hepatic | U/L | | | 0..30000 | 3..5000 | aspartate aminotransferase, =SGOT, aspartate transaminase
Alkaline phosphatase | 6768-6 | hepatic | U/L | | | 1..10000 | 10..2000 | =ALP, alk phos
GGT | 2324-2 | hepatic | U/L | | | 0..10000 | 3..3000 | gamma GT, gamma glutamyl transferase
Total bilirubin | 1975-2 | hepatic | mg/dL | µmol/L | 584.66 | 0..80 | 0.1..40 | bilirubin
Direct bilirubin | 1968-7 | hepatic | mg/dL | µmol/L | 584.66 | 0..60 | 0..30 | conjugated bilirubin
Albumin | 1751-7 | hepatic | g/dL | g/L | | 0.3..10 | 1..7 | serum albumin
Total protein | 2885-2 | hepatic | g/dL | g/L | | 1..20 | 3..12 | serum protein
Lipase | 3040-3 | gastrointestinal | U/L | | | 0..20000 | 3..5000 |
Amylase | 1798-8 | gastrointestinal | U/L | | | 0..20000 | 10..5000 |
Creatine kinase | 2157-6 | musculoskeletal | U/L | | | 0..500000 | 10..50000 | =CK, =CPK
Lactate dehydrogenase | 2532-0 | hematological | U/L | | | 10..50000 | 50..5000 | =LDH
# blood count
Hemoglobin | 718-7 | hematological | g/dL | g/L, mmol/L | 16114 | 1..30 | 4..24 | haemoglobin, Hgb, =Hb, hemoglobin level, haemoglobin level
Hematocrit | 4544-3 | hematological | % | L/L | | 5..85 | 10..70 | haematocrit, =HCT, =Hct
White blood cell count | 6690-2 | hematological | 10^9/L | 10^3/µL, /µL | | 0..1000 | 0.3..100 | WBC, white cell count, white blood cells, white blood cell, white count, leukocytes, WBC count
Red blood cell count | 789-8 | hematological | 10^12/L | 10^6/µL | | 0.3..12 | 1..9 | RBC, red cell count, red blood cells, RBC count
Platelet count | 777-3 | hematological | 10^9/L | 10^3/µL, /µL | | 0..5000 | 5..1500 | platelets, =PLT, thrombocytes
Mean corpuscular volume | 787-2 | hematological | fL | | | 30..200 | 50..140 | MCV
Neutrophils | 751-8 | hematological | 10^9/L | 10^3/µL, /µL | | 0..500 | 0..60 | neutrophil count, =ANC, absolute neutrophil count
Lymphocytes | 731-0 | hematological | 10^9/L | 10^3/µL, /µL | | 0..900 | 0..60 | lymphocyte count
Ferritin | 2276-4 | hematological | ng/mL | µg/L | | 0..100000 | 1..5000 | serum ferritin, ferritin level
Serum iron | 2498-4 | hematological | µg/dL | µmol/L | 55.845 | 1..2000 | 5..500 | iron level, iron
INR | 6301-6 | hematological | INR | | | 0.3..30 | 0.5..15 | international normalized ratio, PT/INR
D-dimer | 48065-7 | hematological | ng/mL | mg/L, µg/mL | | 0..200000 | 20..20000 | d dimer, ddimer
# vitamins, thyroid, hormones
Vitamin D level | 1989-3 | endocrine | ng/mL | nmol/L | 400.64 | 0.5..500 | 3..150 | vitamin D, vit D, 25-hydroxy vitamin D, 25 OH vitamin D, 25-OH vitamin D
Vitamin B12 level | 2132-9 | hematological | pg/mL | pmol/L | 1355.4 | 10..20000 | 80..2500 | vitamin B12, B12, vit B12, B12 level
Folate level | 2284-8 | hematological | ng/mL | nmol/L | 441.4 | 0.1..200 | 1..50 | folate, serum folate
TSH | 3016-3 | endocrine | mIU/L | µIU/mL | | 0..1000 | 0.005..150 | thyroid stimulating hormone, thyrotropin, TSH level
Free T4 | 3024-7 | endocrine | ng/dL | pmol/L | 776.87 | 0.01..20 | 0.1..8 | FT4, free thyroxine, T4
Free T3 | 3051-0 | endocrine | pg/mL | pmol/L | 650.97 | 0.1..60 | 0.5..30 | FT3, T3, free triiodothyronine
Testosterone level | 2986-8 | endocrine | ng/dL | nmol/L | 288.42 | 0..5000 | 5..2000 | testosterone, total testosterone
Estradiol level | 2243-4 | endocrine | pg/mL | pmol/L | 272.38 | 0..10000 | 5..3000 | estradiol, oestradiol
Cortisol | 2143-6 | endocrine | µg/dL | nmol/L | 362.46 | 0..300 | 0.5..100 | cortisol level, morning cortisol
Prostate-specific antigen | 2857-1 | reproductive | ng/mL | µg/L | | 0..20000 | 0..500 | PSA
hCG | 21198-7 | reproductive | mIU/mL | U/L | | 0..1000000 | 0..300000 | beta hCG, human chorionic gonadotropin
# inflammation and heart
C-reactive protein | 1988-5 | immune | mg/L | mg/dL | | 0..1000 | 0..500 | CRP, =hsCRP, hs-CRP, high sensitivity CRP
Sedimentation rate | 4537-7 | immune | mm/h | | | 0..200 | 0..150 | ESR, sed rate, erythrocyte sedimentation rate
Troponin | 10839-9 | cardiovascular | ng/mL | ng/L | | 0..1000 | 0..100 | troponin I, high sensitivity troponin
BNP | 30934-4 | cardiovascular | pg/mL | ng/L | | 0..100000 | 0..6000 | brain natriuretic peptide, B-type natriuretic peptide
NT-proBNP | 33762-6 | cardiovascular | pg/mL | ng/L | | 0..300000 | 0..40000 | NT pro BNP, proBNP
`,
);
