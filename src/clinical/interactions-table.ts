/**
 * Pairs of substances that are known not to go well together, and allergies that reach further than the one drug they were
 * noticed with. A side is a drug, a class of the drug table or one of the groups below. Curated by hand from product labels and
 * guidelines, and far from complete: silence means "not in this table", never "safe". `severity` is contraindicated (not
 * together), serious (only if a doctor has decided so) or caution (possible, with care).
 */
import { tableOf } from './vocabulary/table.ts';

/** Substances that people ask about and that are no entry of the drug table. */
export const MORE_SUBSTANCES = tableOf(
  ['name', 'drugClass', 'aliases'],
  `
Phenelzine | MAO inhibitor | Nardil
Tranylcypromine | MAO inhibitor | Parnate
Isocarboxazid | MAO inhibitor | Marplan
Selegiline | MAO inhibitor | Emsam, Eldepryl
Rasagiline | MAO inhibitor | Azilect
Linezolid | MAO inhibitor | Zyvox
MAO inhibitor | MAO inhibitor | MAOI, MAOIs, MAO inhibitors, monoamine oxidase inhibitor
Potassium | potassium source | potassium tablets, potassium pills, salt substitute, salt substitutes
Alcohol | alcohol | beer, wine, liquor, vodka, whiskey, whisky
Grapefruit | grapefruit | grapefruit juice
Iodinated contrast | contrast medium | contrast dye, contrast medium, CT contrast, iodine contrast
`,
);

export const GROUPS = tableOf(
  ['name', 'members'],
  `
anti-inflammatories | NSAID, antiplatelet and NSAID
platelet inhibitors | antiplatelet, antiplatelet and NSAID
newer anticoagulants | Apixaban, Rivaroxaban, Dabigatran
ACE inhibitors and sartans | ACE inhibitor, angiotensin receptor blocker, angiotensin receptor-neprilysin inhibitor
potassium | Potassium chloride, Potassium
diuretics | thiazide diuretic, loop diuretic
serotonin antidepressants | SSRI, SNRI
opioids | opioid analgesic, opioid partial agonist
calming medicines | hypnotic, muscle relaxant, Gabapentin, Pregabalin
strong 3A4 inhibitors | Clarithromycin, Erythromycin, Nirmatrelvir and ritonavir
enzyme inducers | Carbamazepine, Phenytoin, St. John's wort
QT-prolonging antibiotics | macrolide antibiotic, fluoroquinolone
minerals | Calcium, Calcium carbonate, Iron, Magnesium, Zinc, Multivitamin
heart-slowing calcium blockers | Verapamil, Diltiazem
transplant medicines | Tacrolimus, Cyclosporine
sugar-lowering medicines | insulin, sulfonylurea
`,
);

export const PAIRS = tableOf(
  ['one', 'other', 'severity', 'why', 'source'],
  `
# bleeding and clotting
Warfarin | anti-inflammatories | serious | both raise the risk of bleeding, above all from the stomach | US label of warfarin
Warfarin | platelet inhibitors | serious | both raise the risk of bleeding | US label of warfarin
Warfarin | Sulfamethoxazole and trimethoprim, Metronidazole, Fluconazole | serious | the INR can rise within days, with bleeding | US label of warfarin
Warfarin | QT-prolonging antibiotics | serious | the INR can rise, so it is checked more often | US label of warfarin
Warfarin | Amiodarone | serious | warfarin works much more strongly, and its dose has to come down | US label of amiodarone
Warfarin | enzyme inducers | serious | warfarin is broken down faster and may stop protecting | US label of warfarin
Warfarin | serotonin antidepressants | caution | the antidepressant adds to the risk of bleeding | US labels of SSRIs and SNRIs
Warfarin | Acetaminophen | caution | taken regularly it can raise the INR | US label of acetaminophen
newer anticoagulants | anti-inflammatories | serious | both raise the risk of bleeding | US labels of apixaban, rivaroxaban and dabigatran
newer anticoagulants | platelet inhibitors | serious | both raise the risk of bleeding | US labels of apixaban, rivaroxaban and dabigatran
newer anticoagulants | enzyme inducers | serious | the anticoagulant is broken down faster and may stop protecting | US labels of apixaban, rivaroxaban and dabigatran
newer anticoagulants | Nirmatrelvir and ritonavir | serious | the anticoagulant builds up, with bleeding | US label of Paxlovid
Enoxaparin, Heparin | anti-inflammatories | serious | both raise the risk of bleeding | US label of enoxaparin
anticoagulant | anticoagulant | serious | two anticoagulants together add up to a high risk of bleeding | US labels of anticoagulants
Aspirin | Ibuprofen, Naproxen | serious | it can block what low-dose aspirin does for the heart, and adds to stomach bleeding | FDA drug safety information
Clopidogrel, Ticagrelor | NSAID | serious | both raise the risk of bleeding | US label of clopidogrel
Clopidogrel | Omeprazole, Esomeprazole | serious | clopidogrel is activated less and may protect less | US label of clopidogrel
serotonin antidepressants | anti-inflammatories | caution | together they make stomach bleeding more likely | US labels of SSRIs and SNRIs
corticosteroid | anti-inflammatories | caution | together they make stomach ulcers more likely | US labels of NSAIDs
# blood pressure, kidneys, potassium
ACE inhibitors and sartans | potassium | serious | potassium can rise to dangerous levels | US labels of ACE inhibitors and sartans
ACE inhibitors and sartans | Spironolactone | serious | potassium can rise to dangerous levels, so it is checked | US label of spironolactone
ACE inhibitors and sartans | Sulfamethoxazole and trimethoprim | serious | potassium can rise to dangerous levels | US label of sulfamethoxazole and trimethoprim
ACE inhibitors and sartans | anti-inflammatories | serious | it weakens the blood pressure medicine and can harm the kidneys | US labels of ACE inhibitors and sartans
ACE inhibitor | Sacubitril and valsartan | contraindicated | together they can make the face and throat swell; 36 hours must lie between them | US label of sacubitril and valsartan
ACE inhibitor | angiotensin receptor blocker | serious | both at once harm kidneys and raise potassium, with no added benefit | US labels of ACE inhibitors and sartans
Spironolactone | potassium | serious | potassium can rise to dangerous levels | US label of spironolactone
Spironolactone | Sulfamethoxazole and trimethoprim | serious | potassium can rise to dangerous levels | US label of sulfamethoxazole and trimethoprim
diuretics | anti-inflammatories | caution | it weakens the diuretic and can strain the kidneys | US labels of NSAIDs
Metformin | Iodinated contrast | serious | with weak kidneys it can lead to lactic acidosis; metformin may have to be paused | US label of metformin
Metformin | Alcohol | caution | much alcohol makes lactic acidosis more likely | US label of metformin
# lithium, serotonin, sedation
Lithium | anti-inflammatories | serious | the kidneys keep lithium back, and it can reach toxic levels | US label of lithium
Lithium | ACE inhibitors and sartans | serious | the kidneys keep lithium back, and it can reach toxic levels | US label of lithium
Lithium | diuretics | serious | the kidneys keep lithium back, and it can reach toxic levels | US label of lithium
Lithium | serotonin antidepressants | caution | together they can cause serotonin syndrome | US label of lithium
serotonin antidepressants | MAO inhibitor | contraindicated | together they can cause a life-threatening serotonin syndrome | US labels of SSRIs and SNRIs
tricyclic antidepressant | MAO inhibitor | contraindicated | together they can cause a life-threatening serotonin syndrome | US labels of tricyclic antidepressants
triptan | MAO inhibitor | contraindicated | the triptan builds up, with a risk of serotonin syndrome | US labels of triptans
Tramadol, Dextromethorphan, Bupropion, Methadone | MAO inhibitor | contraindicated | together they can cause a life-threatening reaction | US labels of these medicines
Pseudoephedrine | MAO inhibitor | contraindicated | blood pressure can rise dangerously | US label of pseudoephedrine
stimulant | MAO inhibitor | contraindicated | blood pressure can rise dangerously | US labels of stimulants
serotonin antidepressants | triptan | caution | serotonin syndrome is rare but possible: agitation, sweating, a racing heart | FDA alert on triptans with SSRIs or SNRIs
serotonin antidepressants | Tramadol | serious | together they can cause serotonin syndrome and seizures | US label of tramadol
serotonin antidepressants | St. John's wort | serious | together they can cause serotonin syndrome | US labels of SSRIs and SNRIs
serotonin antidepressants | Dextromethorphan | caution | high doses together can cause serotonin syndrome | US labels of SSRIs and SNRIs
Bupropion | Tramadol | serious | together they make seizures more likely | US label of bupropion
opioids | benzodiazepine | serious | together they can stop the breathing | FDA boxed warning, opioids with benzodiazepines
opioids | calming medicines | serious | together they can make very drowsy and slow the breathing | FDA warnings on opioids
opioids | Alcohol | serious | together they can stop the breathing | US labels of opioids
benzodiazepine | Alcohol | serious | together they can make unconscious and slow the breathing | US labels of benzodiazepines
Zolpidem, Eszopiclone | Alcohol | serious | together they can make unconscious | US label of zolpidem
Codeine | Paroxetine, Fluoxetine, Bupropion | caution | codeine is turned into its active form less and may not help | US label of codeine
Carbidopa and levodopa | Metoclopramide | serious | they work against each other | US label of metoclopramide
# heart
nitrate | PDE5 inhibitor | contraindicated | blood pressure can fall so far that it is life-threatening | US labels of sildenafil and tadalafil
alpha blocker | PDE5 inhibitor | caution | blood pressure can fall, with dizziness and fainting | US labels of sildenafil and tadalafil
PDE5 inhibitor | Nirmatrelvir and ritonavir | serious | the PDE5 inhibitor builds up, and blood pressure can fall | US label of Paxlovid
beta blocker | heart-slowing calcium blockers | serious | the heart can become too slow or stop conducting | US labels of verapamil and diltiazem
beta blocker | Clonidine | caution | stopping clonidine suddenly can make blood pressure shoot up | US label of clonidine
beta blocker | sugar-lowering medicines | caution | the warning signs of low blood sugar can be hidden | US labels of beta blockers
Digoxin | Amiodarone, Verapamil, Clarithromycin | serious | digoxin can build up to toxic levels | US label of digoxin
Digoxin | diuretics | caution | low potassium makes digoxin more toxic | US label of digoxin
Amiodarone | QT-prolonging antibiotics | serious | together they can cause a dangerous heart rhythm | US label of amiodarone
Amiodarone, Flecainide, Methadone | Citalopram, Escitalopram, Ondansetron | serious | together they can cause a dangerous heart rhythm | US labels of citalopram and ondansetron
Citalopram, Escitalopram | QT-prolonging antibiotics, Ondansetron | caution | together they can disturb the heart rhythm | US label of citalopram
Citalopram | Omeprazole, Esomeprazole | caution | citalopram builds up; 20 mg a day is then the most | US label of citalopram
# statins and gout
Simvastatin, Lovastatin | strong 3A4 inhibitors | contraindicated | the statin builds up and can destroy muscle | US labels of simvastatin and lovastatin
Atorvastatin | strong 3A4 inhibitors | serious | the statin builds up and can harm muscle; it is often paused | US label of atorvastatin
Simvastatin | Amlodipine, Diltiazem, Verapamil, Amiodarone | caution | the statin builds up, so its dose is limited | US label of simvastatin
statin | Cyclosporine | serious | the statin builds up and can destroy muscle | US labels of statins
statin | fibrate, Colchicine | caution | together they make muscle damage more likely | US labels of statins
Simvastatin, Lovastatin, Atorvastatin | Grapefruit | caution | much grapefruit makes the statin build up | US labels of statins
Colchicine | strong 3A4 inhibitors, heart-slowing calcium blockers, Cyclosporine | serious | colchicine can build up to toxic levels | US label of colchicine
Azathioprine | xanthine oxidase inhibitor | serious | azathioprine builds up and can stop the bone marrow | US labels of azathioprine and febuxostat
# immune system, infection, hormones
Methotrexate | anti-inflammatories | serious | methotrexate can build up, with harm to blood and stomach | US label of methotrexate
Methotrexate | Sulfamethoxazole and trimethoprim | serious | together they can stop the bone marrow | US label of methotrexate
Methotrexate | proton pump inhibitor, penicillin antibiotic | caution | methotrexate is cleared more slowly, above all at high doses | US label of methotrexate
transplant medicines | strong 3A4 inhibitors, Fluconazole, heart-slowing calcium blockers | serious | levels rise and can harm the kidneys | US labels of tacrolimus and cyclosporine
transplant medicines | enzyme inducers | serious | levels fall, and the transplant may be rejected | US labels of tacrolimus and cyclosporine
transplant medicines | Grapefruit | serious | levels rise and can harm the kidneys | US labels of tacrolimus and cyclosporine
Tizanidine | Ciprofloxacin | contraindicated | tizanidine builds up: very low blood pressure, very drowsy | US label of tizanidine
fluoroquinolone, tetracycline antibiotic | minerals | caution | the antibiotic is bound in the gut; hours must lie between them | US labels of these antibiotics
sulfonylurea | fluoroquinolone, Sulfamethoxazole and trimethoprim, Fluconazole | caution | blood sugar can fall too low | US labels of sulfonylureas
sulfonylurea | insulin | caution | together they can make blood sugar fall too low | US labels of insulins
Metronidazole | Alcohol | caution | together they can cause flushing, vomiting and cramps | US label of metronidazole
Levothyroxine | Calcium, Calcium carbonate, Iron | caution | it is taken up less; four hours should lie between them | US label of levothyroxine
Alendronate | minerals | caution | it is not taken up; at least half an hour should lie between them | US label of alendronate
hormonal contraceptive | enzyme inducers, Topiramate | serious | the pill may fail to protect | US labels of these medicines
hormonal contraceptive | Lamotrigine | caution | lamotrigine levels fall, and seizures or mood may return | US label of lamotrigine
Lamotrigine | Valproate | serious | lamotrigine builds up, with a risk of a dangerous rash | US label of lamotrigine, boxed warning
Tamoxifen | Paroxetine, Fluoxetine, Bupropion | serious | tamoxifen is activated less and may protect less | guidance on CYP2D6 inhibitors with tamoxifen
Isotretinoin | tetracycline antibiotic | serious | together they can raise the pressure inside the skull | US label of isotretinoin
Acetaminophen | Alcohol | caution | much alcohol makes liver damage more likely | US label of acetaminophen
`,
);

/** An allergy to something on the left also concerns what is on the right. */
export const ALLERGY_REACH = tableOf(
  ['allergen', 'concerns', 'severity', 'why', 'source'],
  `
penicillin antibiotic | penicillin antibiotic | contraindicated | it belongs to the penicillins | US labels of penicillins
penicillin antibiotic | cephalosporin | caution | a few people with a penicillin allergy also react to it, above all after anaphylaxis | US labels of cephalosporins
cephalosporin, Cephalosporins | cephalosporin | contraindicated | it belongs to the cephalosporins | US labels of cephalosporins
cephalosporin, Cephalosporins | penicillin antibiotic | caution | a few people react to both | US labels of penicillins
sulfonamide antibiotic, Sulfa drugs | sulfonamide antibiotic, Sulfasalazine | contraindicated | it is a sulfonamide | US labels of sulfonamides
sulfonamide antibiotic, Sulfa drugs | Celecoxib | contraindicated | its label excludes people with a sulfonamide allergy | US label of celecoxib
NSAID, antiplatelet and NSAID, NSAIDs | NSAID, antiplatelet and NSAID | contraindicated | people who react to one anti-inflammatory often react to the others | US labels of NSAIDs
macrolide antibiotic | macrolide antibiotic | contraindicated | it belongs to the same antibiotics | US labels of macrolides
fluoroquinolone | fluoroquinolone | contraindicated | it belongs to the same antibiotics | US labels of fluoroquinolones
tetracycline antibiotic | tetracycline antibiotic | contraindicated | it belongs to the same antibiotics | US labels of tetracyclines
ACE inhibitor | ACE inhibitor, Sacubitril and valsartan | contraindicated | a swollen face or throat under one ACE inhibitor can come back under all of them | US labels of ACE inhibitors
statin, Statins | statin | caution | it belongs to the statins | US labels of statins
opioid analgesic, Opioids | opioid analgesic, opioid partial agonist | caution | people who react to one opioid may react to others | US labels of opioids
`,
);
