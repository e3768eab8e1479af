/** Which body systems a class of medicine acts on, so that "how is my heart?" also finds what is taken for it. */
import { tableOf } from './table.ts';

export const DRUG_SYSTEMS = tableOf(
  ['system', 'classes'],
  `
cardiovascular | ACE inhibitor, angiotensin receptor blocker, angiotensin receptor-neprilysin inhibitor, calcium channel blocker, beta blocker, thiazide diuretic, loop diuretic, aldosterone antagonist, central alpha agonist, vasodilator, alpha blocker, nitrate, cardiac glycoside, antiarrhythmic, statin, cholesterol absorption inhibitor, fibrate, PCSK9 inhibitor, anticoagulant, antiplatelet, antiplatelet and NSAID, SGLT2 inhibitor
hematological | anticoagulant, antiplatelet, antiplatelet and NSAID
endocrine | biguanide, sulfonylurea, DPP-4 inhibitor, SGLT2 inhibitor, GLP-1 receptor agonist, GIP and GLP-1 receptor agonist, insulin, thiazolidinedione, thyroid hormone, antithyroid, corticosteroid, lipase inhibitor, appetite suppressant, bisphosphonate, bone resorption inhibitor, estrogen, androgen
renal | SGLT2 inhibitor, loop diuretic, thiazide diuretic, alpha blocker, beta-3 agonist, urinary antibiotic, 5-alpha reductase inhibitor
respiratory | short-acting beta agonist, inhaled corticosteroid and beta agonist, leukotriene antagonist, cough suppressant, expectorant, smoking cessation aid
ent | antihistamine, decongestant
gastrointestinal | proton pump inhibitor, H2 blocker, antacid, laxative, stool softener, antidiarrheal, antiemetic, aminosalicylate, lipase inhibitor
neurological | anticonvulsant, triptan, antiparkinson agent, dopamine agonist, cholinesterase inhibitor, NMDA antagonist, stimulant, ADHD medicine, opioid analgesic
mental | SSRI, SNRI, tricyclic antidepressant, antidepressant, antipsychotic, anxiolytic, benzodiazepine, hypnotic, mood stabilizer, sleep aid
musculoskeletal | NSAID, muscle relaxant, bisphosphonate, bone resorption inhibitor, antigout agent, xanthine oxidase inhibitor, antirheumatic
immune | immunosuppressant, TNF inhibitor, interleukin inhibitor, corticosteroid, antirheumatic, antihistamine
reproductive | estrogen, progestogen, hormonal contraceptive, ovulation stimulant, androgen, aromatase inhibitor, selective estrogen receptor modulator, PDE5 inhibitor, 5-alpha reductase inhibitor
dermatological | retinoid
ocular | prostaglandin analogue
`,
);
