/**
 * Codes that charts use for things which the vocabulary knows under another code or another wording. LOINC has one for each
 * specimen and method, SNOMED CT names diseases in its own word order.
 */
import { tableOf } from '../../clinical/vocabulary/table.ts';
import { LOINC, SNOMED } from './systems.ts';

const LOINC_CODES = tableOf(
  ['code', 'name'],
  `
2708-6 | Oxygen saturation
8331-1 | Body temperature
3141-9 | Weight
2345-7 | Blood glucose
38483-4 | Creatinine
6299-2 | Urea nitrogen
49765-1 | Calcium
2947-0 | Sodium
6298-4 | Potassium
2069-3 | Chloride
20565-8 | Bicarbonate
33914-3 | eGFR
62238-1 | eGFR
48642-3 | eGFR
18262-6 | LDL cholesterol
2089-1 | LDL cholesterol
17856-6 | HbA1c
14959-1 | Urine albumin-creatinine ratio
26464-8 | White blood cell count
26453-1 | Red blood cell count
26515-7 | Platelet count
20570-8 | Hematocrit
`,
);

const SNOMED_CODES = tableOf(
  ['code', 'name'],
  `
38341003 | Hypertension
59621000 | Hypertension
53741008 | Coronary artery disease
414545008 | Coronary artery disease
22298006 | Heart attack
84114007 | Heart failure
88805009 | Heart failure
49436004 | Atrial fibrillation
230690007 | Stroke
44054006 | Type 2 diabetes
46635009 | Type 1 diabetes
15777000 | Prediabetes
714628002 | Prediabetes
55822004 | High cholesterol
40930008 | Hypothyroidism
34486009 | Hyperthyroidism
195967001 | Asthma
13645005 | COPD
233604007 | Pneumonia
35489007 | Depression
370143000 | Depression
396275006 | Osteoarthritis
69896004 | Rheumatoid arthritis
64859006 | Osteoporosis
90560007 | Gout
235595009 | Gastroesophageal reflux disease
709044004 | Chronic kidney disease
68566005 | Urinary tract infection
73430006 | Sleep apnea
414916001 | Obesity
37796009 | Migraine
84757009 | Epilepsy
26929004 | Alzheimer's disease
271737000 | Anemia
87522002 | Iron deficiency anemia
254837009 | Breast cancer
840539006 | COVID-19
`,
);

/** By code system and code, the name of a term of the vocabulary. */
export const OTHER_CODES: ReadonlyMap<string, string> = new Map([
  ...LOINC_CODES.map(({ code, name }) => [`${LOINC} ${code}`, name] as const),
  ...SNOMED_CODES.map(({ code, name }) => [`${SNOMED} ${code}`, name] as const),
]);
