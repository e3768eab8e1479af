/**
 * Words that stand for many entries: panels of tests ("lipids"), kinds of medicine ("blood thinners"), body systems, and
 * measurements that belong together ("glucose" is also the fasting one).
 */

import { patternsOf } from '../text/patterns.ts';
import { systemsOf } from '../vocabulary/body-systems.ts';
import { drugs } from '../vocabulary/drugs.ts';
import { OBSERVATIONS } from '../vocabulary/observations.ts';
import { termRows } from '../vocabulary/rows.ts';
import { listOf } from '../vocabulary/table.ts';
import type { Kind } from './question.ts';

const { pattern } = patternsOf('questions', 'groups');

/** Asked by its general name, a measurement means these too. */
const RELATED: ReadonlyMap<string, readonly string[]> = new Map([
  ['Blood pressure', ['Systolic blood pressure', 'Diastolic blood pressure']],
  ['Blood glucose', ['Blood glucose', 'Fasting glucose']],
  ['Total cholesterol', ['Total cholesterol', 'LDL cholesterol', 'HDL cholesterol', 'Non-HDL cholesterol']],
  ['Total bilirubin', ['Total bilirubin', 'Direct bilirubin']],
  ['BNP', ['BNP', 'NT-proBNP']],
]);

/** What it is called in an answer, the words that mean it, and its members. */
const PANELS: readonly [said: string, words: string, members: string][] = [
  [
    'lipids',
    'lipids?(?: panel| profile)?|blood fats',
    'Total cholesterol, LDL cholesterol, HDL cholesterol, Non-HDL cholesterol, Triglycerides',
  ],
  [
    'liver values',
    'liver (?:enzymes?|function(?: tests?)?|values?|tests?|panel|labs?|numbers)|LFTs?',
    'ALT, AST, Alkaline phosphatase, GGT, Total bilirubin, Direct bilirubin, Albumin',
  ],
  [
    'kidney values',
    '(?:kidney|renal) (?:function(?: tests?)?|values?|tests?|panel|labs?|numbers)',
    'Creatinine, eGFR, Urea nitrogen, Potassium, Urine albumin-creatinine ratio',
  ],
  [
    'thyroid values',
    'thyroid (?:function(?: tests?)?|values?|tests?|panel|labs?|levels?|hormones?|numbers)',
    'TSH, Free T4, Free T3',
  ],
  [
    'blood count',
    '(?:complete |full )?blood count|CBC|FBC',
    'Hemoglobin, Hematocrit, White blood cell count, Red blood cell count, Platelet count, Mean corpuscular volume',
  ],
  ['electrolytes', 'electrolytes?', 'Sodium, Potassium, Chloride, Bicarbonate, Calcium, Magnesium, Phosphate'],
  [
    'vital signs',
    'vitals?(?: signs?)?',
    'Systolic blood pressure, Diastolic blood pressure, Heart rate, Respiratory rate, Body temperature, Oxygen saturation',
  ],
  ['iron values', 'iron (?:values?|studies|status|stores?)', 'Serum iron, Ferritin, Hemoglobin'],
];

const MEDICINE = '(?:medications?|medicines?|meds?|pills?|tablets?|drugs?|treatments?)';

/** The same for medicines, by their classes. */
const CLASSES: readonly [said: string, words: string, classes: string][] = [
  [
    'blood thinners',
    'blood thinners?|thins? (?:the |my )?blood|blood[- ]thinning|anti-?coagula(?:nts?|ted|tion)|anti-?platelets?',
    'anticoagulant, antiplatelet, antiplatelet and NSAID',
  ],
  [
    'blood pressure medicines',
    `(?:blood pressure|hypertension|bp|antihypertensive) ${MEDICINE}|antihypertensives?`,
    'ACE inhibitor, angiotensin receptor blocker, angiotensin receptor-neprilysin inhibitor, calcium channel blocker, ' +
      'beta blocker, thiazide diuretic, loop diuretic, aldosterone antagonist, central alpha agonist, vasodilator',
  ],
  [
    'diabetes medicines',
    `(?:diabetes|diabetic|blood sugar|sugar|glucose) ${MEDICINE}`,
    'biguanide, sulfonylurea, thiazolidinedione, DPP-4 inhibitor, SGLT2 inhibitor, GLP-1 receptor agonist, ' +
      'GIP and GLP-1 receptor agonist, insulin',
  ],
  [
    'cholesterol medicines',
    `cholesterol ${MEDICINE}|lipid ${MEDICINE}`,
    'statin, cholesterol absorption inhibitor, fibrate, PCSK9 inhibitor',
  ],
  ['thyroid medicines', `thyroid ${MEDICINE}`, 'thyroid hormone, antithyroid'],
  ['statins', 'statins?', 'statin'],
  ['ACE inhibitors', 'ace[- ]inhibitors?', 'ACE inhibitor'],
  ['beta blockers', 'beta[- ]?blockers?', 'beta blocker'],
  ['diuretics', 'diuretics?|water (?:pills?|tablets?)', 'thiazide diuretic, loop diuretic, aldosterone antagonist'],
  ['anti-inflammatories', 'nsaids?|anti-?inflammator(?:y|ies)', 'NSAID, antiplatelet and NSAID'],
  [
    'painkillers',
    `pain ?killers?|pain ${MEDICINE}|pain relievers?`,
    'NSAID, antiplatelet and NSAID, analgesic, opioid analgesic, opioid partial agonist',
  ],
  ['opioids', 'opioids?|opiates?', 'opioid analgesic, opioid partial agonist'],
  [
    'antibiotics',
    'antibiotics?',
    'penicillin antibiotic, cephalosporin, macrolide antibiotic, tetracycline antibiotic, fluoroquinolone, ' +
      'sulfonamide antibiotic, urinary antibiotic, nitroimidazole antibiotic, lincosamide antibiotic, glycopeptide antibiotic',
  ],
  [
    'antidepressants',
    `anti-?depressants?|depression ${MEDICINE}`,
    'SSRI, SNRI, antidepressant, tricyclic antidepressant',
  ],
  ['sleeping pills', `sleeping ${MEDICINE}|sleep ${MEDICINE}|sleep aids?`, 'hypnotic, sleep aid, benzodiazepine'],
  ['antihistamines', `antihistamines?|allergy ${MEDICINE}`, 'antihistamine'],
  [
    'inhalers',
    `inhalers?|asthma ${MEDICINE}`,
    'short-acting beta agonist, inhaled corticosteroid and beta agonist, leukotriene antagonist',
  ],
  [
    'stomach medicines',
    `(?:stomach|acid|reflux|heartburn) ${MEDICINE}|PPIs?`,
    'proton pump inhibitor, H2 blocker, antacid',
  ],
  ['prostate medicines', `prostate ${MEDICINE}`, 'alpha blocker, 5-alpha reductase inhibitor'],
  ['gout medicines', `gout ${MEDICINE}`, 'xanthine oxidase inhibitor, antigout agent'],
  ['supplements', 'supplements?|vitamins', 'supplement'],
];

export type Group = { said: string; names: readonly string[] };

/** "Which one is for my prostate?", "do I take anything for cholesterol?" */
const PURPOSE = pattern('PURPOSE', 'i');

const panelNamed = finder(PANELS);
const classNamed = finder(CLASSES);

export function relatedTypes(name: string): readonly string[] {
  return RELATED.get(name) ?? [name];
}

export function panelIn(text: string): Group | null {
  const found = panelNamed(text);
  return found ? { said: found[0], names: listOf(found[2]) } : null;
}

/** A kind of medicine, as its members' names. */
export function drugGroupIn(text: string): Group | null {
  const purpose = PURPOSE.exec(text)?.[1];
  const found = classNamed(text) ?? (purpose ? classNamed(`${purpose} medicines`) : undefined);
  return found ? { said: found[0], names: drugsOf(listOf(found[2])) } : null;
}

/** What kinds of entry a body system is looked for in. */
export const SYSTEM_KINDS = [
  'condition',
  'symptom',
  'observation',
  'medication',
  'procedure',
] as const satisfies readonly Kind[];

const namesBySystem = new Map<string, readonly string[]>();

/** Everything the vocabulary counts to a body system; a medicine belongs where its class is used. */
export function namesOfSystem(system: string): readonly string[] {
  let names = namesBySystem.get(system);
  if (!names) {
    const kinds = new Set<string>(SYSTEM_KINDS);
    names = termRows()
      .filter(({ term }) =>
        term.kind === 'drug'
          ? systemsOf(term.name, 'drug').includes(system)
          : term.system === system && kinds.has(term.kind),
      )
      .map(({ term }) => term.name);
    namesBySystem.set(system, names);
  }
  return names;
}

export function testsOfSystem(system: string): string[] {
  return OBSERVATIONS.filter((row) => row.system === system).map(({ name }) => name);
}

function drugsOf(classes: readonly string[]): string[] {
  return drugs()
    .filter(({ drugClass }) => classes.includes(drugClass))
    .map(({ name }) => name);
}

type Named = readonly [said: string, words: string, members: string];

/** The first row whose words stand in a text. Most texts name none, which one look tells. */
function finder(rows: readonly Named[]): (text: string) => Named | undefined {
  const any = named(rows.map(([, words]) => words).join('|'));
  const each = rows.map((row) => ({ row, words: named(row[1]) }));
  return (text) => (any.test(text) ? each.find(({ words }) => words.test(text))?.row : undefined);
}

function named(words: string): RegExp {
  return new RegExp(`\\b(?:${words})\\b`, 'i');
}
