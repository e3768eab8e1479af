/** Medicines and supplements: RxNorm ingredient code, class, and the brands and other names people say. */
import { tableOf } from './table.ts';

export const DRUGS = tableOf(
  ['name', 'rxnorm', 'drugClass', 'aliases'],
  `
# heart and blood pressure
Lisinopril | 29046 | ACE inhibitor | Prinivil, Zestril
Enalapril | 3827 | ACE inhibitor | Vasotec
Ramipril | 35296 | ACE inhibitor | Altace, Tritace
Benazepril | 18867 | ACE inhibitor | Lotensin
Perindopril | 54552 | ACE inhibitor | Coversyl
Losartan | 52175 | angiotensin receptor blocker | Cozaar
Valsartan | 69749 | angiotensin receptor blocker | Diovan
Irbesartan | 83818 | angiotensin receptor blocker | Avapro
Olmesartan | 321064 | angiotensin receptor blocker | Benicar
Candesartan | 214354 | angiotensin receptor blocker | Atacand
Telmisartan | 73494 | angiotensin receptor blocker | Micardis
Sacubitril and valsartan |  | angiotensin receptor-neprilysin inhibitor | Entresto, sacubitril/valsartan
Amlodipine | 17767 | calcium channel blocker | Norvasc
Nifedipine | 7417 | calcium channel blocker | Adalat, Procardia
Diltiazem | 3443 | calcium channel blocker | Cardizem
Verapamil | 11170 | calcium channel blocker | Calan
Metoprolol | 6918 | beta blocker | Lopressor, Toprol, Toprol XL, metoprolol succinate, metoprolol tartrate
Atenolol | 1202 | beta blocker | Tenormin
Bisoprolol | 19484 | beta blocker | Zebeta, Concor
Carvedilol | 20352 | beta blocker | Coreg
Propranolol | 8787 | beta blocker | Inderal
Nebivolol | 31555 | beta blocker | Bystolic
Hydrochlorothiazide | 5487 | thiazide diuretic | HCTZ, Microzide
Chlorthalidone | 2409 | thiazide diuretic | Thalitone
Furosemide | 4603 | loop diuretic | Lasix, frusemide
Torsemide | 38413 | loop diuretic | Demadex
Bumetanide | 1808 | loop diuretic | Bumex
Spironolactone | 9997 | aldosterone antagonist | Aldactone
Clonidine | 2599 | central alpha agonist | Catapres
Hydralazine | 5470 | vasodilator | Apresoline
Doxazosin | 49276 | alpha blocker | Cardura
Nitroglycerin | 4917 | nitrate | Nitrostat, glyceryl trinitrate, =GTN
Isosorbide mononitrate | 28004 | nitrate | Imdur
Digoxin | 3407 | cardiac glycoside | Lanoxin
Amiodarone | 703 | antiarrhythmic | Pacerone, Cordarone
Flecainide | 4441 | antiarrhythmic | Tambocor
Atorvastatin | 83367 | statin | Lipitor
Simvastatin | 36567 | statin | Zocor
Rosuvastatin | 301542 | statin | Crestor
Pravastatin | 42463 | statin | Pravachol
Lovastatin | 6472 | statin | Mevacor
Ezetimibe | 341248 | cholesterol absorption inhibitor | Zetia
Fenofibrate | 8703 | fibrate | Tricor
Evolocumab |  | PCSK9 inhibitor | Repatha
# blood thinners
Warfarin | 11289 | anticoagulant | Coumadin, Jantoven
Apixaban | 1364430 | anticoagulant | Eliquis
Rivaroxaban | 1114195 | anticoagulant | Xarelto
Dabigatran |  | anticoagulant | Pradaxa
Enoxaparin | 67108 | anticoagulant | Lovenox
Heparin | 5224 | anticoagulant |
Clopidogrel | 32968 | antiplatelet | Plavix
Ticagrelor | 1116632 | antiplatelet | Brilinta
Aspirin | 1191 | antiplatelet and NSAID | =ASA, acetylsalicylic acid, baby aspirin, Bayer aspirin, low dose aspirin
# diabetes and weight
Metformin | 6809 | biguanide | Glucophage, Glumetza, metformin ER, metformin XR
Glipizide | 4821 | sulfonylurea | Glucotrol
Glimepiride | 25789 | sulfonylurea | Amaryl
Glyburide | 4815 | sulfonylurea | glibenclamide, Diabeta
Gliclazide | 4816 | sulfonylurea | Diamicron
Pioglitazone | 33738 | thiazolidinedione | Actos
Sitagliptin | 593411 | DPP-4 inhibitor | Januvia
Linagliptin | 1100699 | DPP-4 inhibitor | Tradjenta
Empagliflozin | 1545653 | SGLT2 inhibitor | Jardiance
Dapagliflozin | 1488564 | SGLT2 inhibitor | Farxiga, Forxiga
Canagliflozin | 1373458 | SGLT2 inhibitor | Invokana
Semaglutide | 1991302 | GLP-1 receptor agonist | Ozempic, Wegovy, Rybelsus
Liraglutide | 475968 | GLP-1 receptor agonist | Victoza, Saxenda
Dulaglutide | 1551291 | GLP-1 receptor agonist | Trulicity
Exenatide | 60548 | GLP-1 receptor agonist | Byetta, Bydureon
Tirzepatide | 2601723 | GIP and GLP-1 receptor agonist | Mounjaro, Zepbound
Insulin glargine | 274783 | insulin | Lantus, Basaglar, Toujeo, glargine
Insulin lispro | 86009 | insulin | Humalog, lispro
Insulin aspart | 51428 | insulin | Novolog, Novorapid, aspart
Insulin degludec | 1670007 | insulin | Tresiba
Insulin detemir | 139825 | insulin | Levemir
Insulin | 5856 | insulin | Humulin, Novolin
Phentermine | 8152 | appetite suppressant | Adipex
Orlistat | 37925 | lipase inhibitor | Xenical, Alli
# thyroid and other hormones
Levothyroxine | 10582 | thyroid hormone | Synthroid, Levoxyl, Euthyrox, L-thyroxine, thyroxine
Liothyronine | 10814 | thyroid hormone | Cytomel
Methimazole | 6835 | antithyroid | Tapazole
Carbimazole | 2020 | antithyroid |
Prednisone | 8640 | corticosteroid | Deltasone
Prednisolone | 8638 | corticosteroid | Orapred
Methylprednisolone | 6902 | corticosteroid | Medrol
Dexamethasone | 3264 | corticosteroid | Decadron
Hydrocortisone | 5492 | corticosteroid | Cortef, Cortaid
Estradiol | 4083 | estrogen | Estrace, oestradiol, Vivelle
Progesterone | 8727 | progestogen | Prometrium
Testosterone | 10379 | androgen | Androgel
Medroxyprogesterone | 6691 | progestogen | Depo-Provera, Provera
Levonorgestrel | 6373 | progestogen | Plan B, Mirena
Oral contraceptive |  | hormonal contraceptive | birth control pill, birth control pills, birth control
Finasteride | 25025 | 5-alpha reductase inhibitor | Proscar, Propecia
Dutasteride | 228790 | 5-alpha reductase inhibitor | Avodart
Tamsulosin | 77492 | alpha blocker | Flomax
Sildenafil | 136411 | PDE5 inhibitor | Viagra
Tadalafil | 358263 | PDE5 inhibitor | Cialis
Letrozole | 72965 | aromatase inhibitor | Femara
Anastrozole | 84857 | aromatase inhibitor | Arimidex
Tamoxifen | 10324 | selective estrogen receptor modulator | Nolvadex
Clomiphene | 2596 | ovulation stimulant | Clomid
# pain and inflammation
Acetaminophen | 161 | analgesic | Tylenol, paracetamol, Panadol, =APAP
Ibuprofen | 5640 | NSAID | Advil, Motrin, Nurofen
Naproxen | 7258 | NSAID | Aleve, Naprosyn
Diclofenac | 3355 | NSAID | Voltaren
Meloxicam | 41493 | NSAID | Mobic
Celecoxib | 140587 | NSAID | Celebrex
Indomethacin | 5781 | NSAID | Indocin
Ketorolac | 35827 | NSAID | Toradol
Tramadol | 10689 | opioid analgesic | Ultram
Codeine | 2670 | opioid analgesic |
Hydrocodone | 5489 | opioid analgesic | Vicodin, Norco
Oxycodone | 7804 | opioid analgesic | OxyContin, Percocet, Roxicodone
Morphine | 7052 | opioid analgesic | MS Contin
Fentanyl | 4337 | opioid analgesic | Duragesic
Buprenorphine | 1819 | opioid partial agonist | Suboxone, Subutex
Methadone | 6813 | opioid analgesic |
Naloxone | 7242 | opioid antagonist | Narcan
Naltrexone | 7243 | opioid antagonist | Vivitrol
Gabapentin | 25480 | anticonvulsant | Neurontin
Pregabalin | 187832 | anticonvulsant | Lyrica
Cyclobenzaprine | 21949 | muscle relaxant | Flexeril
Methocarbamol | 6845 | muscle relaxant | Robaxin
Baclofen | 1292 | muscle relaxant | Lioresal
Tizanidine | 57258 | muscle relaxant | Zanaflex
Sumatriptan | 37418 | triptan | Imitrex
Rizatriptan | 88014 | triptan | Maxalt
Colchicine | 2683 | antigout agent | Colcrys
Allopurinol | 519 | xanthine oxidase inhibitor | Zyloprim
Febuxostat | 73689 | xanthine oxidase inhibitor | Uloric
Lidocaine | 6387 | local anesthetic | Xylocaine, lignocaine
# immune system
Methotrexate | 6851 | antirheumatic | Trexall, Rheumatrex
Hydroxychloroquine | 5521 | antirheumatic | Plaquenil
Sulfasalazine | 9524 | antirheumatic | Azulfidine
Leflunomide | 27169 | antirheumatic | Arava
Azathioprine | 1256 | immunosuppressant | Imuran
Mesalamine | 52582 | aminosalicylate | Asacol, Lialda, mesalazine
Adalimumab | 327361 | TNF inhibitor | Humira
Etanercept | 214555 | TNF inhibitor | Enbrel
Infliximab | 191831 | TNF inhibitor | Remicade
Tacrolimus | 42316 | immunosuppressant | Prograf
Cyclosporine | 3008 | immunosuppressant | Neoral, ciclosporin
Mycophenolate | 265323 | immunosuppressant | CellCept
Dupilumab |  | interleukin inhibitor | Dupixent
Epinephrine | 3992 | adrenergic agonist | EpiPen, adrenaline
# mind and nerves
Sertraline | 36437 | SSRI | Zoloft
Fluoxetine | 4493 | SSRI | Prozac
Escitalopram | 321988 | SSRI | Lexapro, Cipralex
Citalopram | 2556 | SSRI | Celexa
Paroxetine | 32937 | SSRI | Paxil
Venlafaxine | 39786 | SNRI | Effexor, Effexor XR
Duloxetine | 72625 | SNRI | Cymbalta
Desvenlafaxine | 734064 | SNRI | Pristiq
Bupropion | 42347 | antidepressant | Wellbutrin, Zyban
Mirtazapine | 15996 | antidepressant | Remeron
Trazodone | 10737 | antidepressant | Desyrel
Amitriptyline | 704 | tricyclic antidepressant | Elavil
Nortriptyline | 7531 | tricyclic antidepressant | Pamelor
Alprazolam | 596 | benzodiazepine | Xanax
Lorazepam | 6470 | benzodiazepine | Ativan
Clonazepam | 2598 | benzodiazepine | Klonopin
Diazepam | 3322 | benzodiazepine | Valium
Buspirone | 1827 | anxiolytic | Buspar
Zolpidem | 39993 | hypnotic | Ambien
Eszopiclone | 461016 | hypnotic | Lunesta
Melatonin | 6711 | sleep aid |
Quetiapine | 51272 | antipsychotic | Seroquel
Olanzapine | 61381 | antipsychotic | Zyprexa
Risperidone | 35636 | antipsychotic | Risperdal
Aripiprazole | 89013 | antipsychotic | Abilify
Lithium | 6448 | mood stabilizer | Lithobid, lithium carbonate
Lamotrigine | 28439 | anticonvulsant | Lamictal
Valproate | 40254 | anticonvulsant | Depakote, valproic acid, divalproex
Levetiracetam | 114477 | anticonvulsant | Keppra
Topiramate | 38404 | anticonvulsant | Topamax
Carbamazepine | 2002 | anticonvulsant | Tegretol
Phenytoin | 8183 | anticonvulsant | Dilantin
Methylphenidate | 6901 | stimulant | Ritalin, Concerta
Amphetamine and dextroamphetamine |  | stimulant | Adderall, Adderall XR
Lisdexamfetamine | 700810 | stimulant | Vyvanse
Atomoxetine | 38400 | ADHD medicine | Strattera
Donepezil | 135447 | cholinesterase inhibitor | Aricept
Memantine | 6719 | NMDA antagonist | Namenda
Carbidopa and levodopa |  | antiparkinson agent | Sinemet, levodopa, carbidopa/levodopa
Ropinirole | 72302 | dopamine agonist | Requip
Propylthiouracil | 8794 | antithyroid | =PTU
# infection
Amoxicillin | 723 | penicillin antibiotic | Amoxil
Amoxicillin and clavulanate |  | penicillin antibiotic | Augmentin, amoxicillin-clavulanate, co-amoxiclav
Penicillin | 70618 | penicillin antibiotic | penicillin V, penicillin G, Pen VK
Ampicillin | 733 | penicillin antibiotic |
Cephalexin | 2231 | cephalosporin | Keflex, cefalexin
Cefuroxime | 2194 | cephalosporin | Ceftin
Ceftriaxone | 2193 | cephalosporin | Rocephin
Azithromycin | 18631 | macrolide antibiotic | Zithromax, Z-Pak, Zpack, z pack
Clarithromycin | 21212 | macrolide antibiotic | Biaxin
Erythromycin | 4053 | macrolide antibiotic |
Doxycycline | 3640 | tetracycline antibiotic | Vibramycin
Minocycline | 6980 | tetracycline antibiotic | Minocin
Ciprofloxacin | 2551 | fluoroquinolone | Cipro
Levofloxacin | 82122 | fluoroquinolone | Levaquin
Sulfamethoxazole and trimethoprim |  | sulfonamide antibiotic | Bactrim, Septra, co-trimoxazole, TMP-SMX
Nitrofurantoin | 7454 | urinary antibiotic | Macrobid
Metronidazole | 6922 | nitroimidazole antibiotic | Flagyl
Clindamycin | 2582 | lincosamide antibiotic | Cleocin
Vancomycin | 11124 | glycopeptide antibiotic | Vancocin
Acyclovir | 281 | antiviral | Zovirax, aciclovir
Valacyclovir | 73645 | antiviral | Valtrex, valaciclovir
Oseltamivir | 260101 | antiviral | Tamiflu
Nirmatrelvir and ritonavir |  | antiviral | Paxlovid
Fluconazole | 4450 | antifungal | Diflucan
Clotrimazole | 2623 | antifungal | Lotrimin, Canesten
Terbinafine | 37801 | antifungal | Lamisil
Ivermectin | 6069 | antiparasitic | Stromectol
# lungs and allergy
Albuterol | 435 | short-acting beta agonist | Ventolin, ProAir, Proventil, salbutamol, rescue inhaler
Fluticasone | 41126 | corticosteroid | Flonase, Flovent
Fluticasone and salmeterol |  | inhaled corticosteroid and beta agonist | Advair
Budesonide | 19831 | corticosteroid | Pulmicort
Budesonide and formoterol |  | inhaled corticosteroid and beta agonist | Symbicort
Tiotropium | 69120 | anticholinergic | Spiriva
Montelukast | 88249 | leukotriene antagonist | Singulair
Cetirizine | 20610 | antihistamine | Zyrtec
Loratadine | 28889 | antihistamine | Claritin
Fexofenadine | 87636 | antihistamine | Allegra
Diphenhydramine | 3498 | antihistamine | Benadryl
Hydroxyzine | 5553 | antihistamine | Vistaril, Atarax
Pseudoephedrine | 8896 | decongestant | Sudafed
Guaifenesin | 5032 | expectorant | Mucinex
Dextromethorphan | 3289 | cough suppressant | Robitussin
# stomach and bowel
Omeprazole | 7646 | proton pump inhibitor | Prilosec
Pantoprazole | 40790 | proton pump inhibitor | Protonix
Esomeprazole | 283742 | proton pump inhibitor | Nexium
Lansoprazole | 17128 | proton pump inhibitor | Prevacid
Famotidine | 4278 | H2 blocker | Pepcid
Ranitidine | 9143 | H2 blocker | Zantac
Calcium carbonate | 1897 | antacid | Tums
Ondansetron | 26225 | antiemetic | Zofran
Metoclopramide | 6915 | antiemetic | Reglan
Promethazine | 8745 | antihistamine | Phenergan
Loperamide | 6468 | antidiarrheal | Imodium
Bismuth subsalicylate | 19478 | antidiarrheal | Pepto-Bismol, Pepto
Polyethylene glycol |  | laxative | Miralax
Senna |  | laxative | Senokot
Docusate | 82003 | stool softener | Colace
# bladder, bone, other
Oxybutynin | 32675 | anticholinergic | Ditropan
Mirabegron | 1300786 | beta-3 agonist | Myrbetriq
Alendronate | 46041 | bisphosphonate | Fosamax, alendronic acid
Denosumab | 993449 | bone resorption inhibitor | Prolia
Raloxifene | 72143 | selective estrogen receptor modulator | Evista
Latanoprost | 43611 | prostaglandin analogue | Xalatan
Timolol | 10600 | beta blocker | Timoptic
Isotretinoin | 6064 | retinoid | Accutane
Tretinoin | 10753 | retinoid | Retin-A
Varenicline | 591622 | smoking cessation aid | Chantix
Nicotine replacement |  | smoking cessation aid | nicotine patch, nicotine gum
# supplements
Vitamin D | 11253 | supplement | cholecalciferol, vitamin D3, vit D, D3
Vitamin B12 | 11248 | supplement | cyanocobalamin, vit B12, B12 shots
Vitamin C | 1151 | supplement | ascorbic acid, vit C
Folic acid | 4511 | supplement | folate, vitamin B9
Iron | 90176 | supplement | ferrous sulfate, ferrous sulphate, iron supplement, iron pills, iron tablets
Calcium | 1895 | supplement | calcium supplement
Magnesium | 6574 | supplement | magnesium supplement, magnesium glycinate, magnesium citrate
Potassium chloride | 8591 | supplement | potassium supplement, Klor-Con
Zinc | 11416 | supplement | zinc supplement
Fish oil |  | supplement | omega 3, omega-3 fatty acids
Multivitamin |  | supplement | multivitamins, prenatal vitamin
Probiotic |  | supplement | probiotics
Turmeric |  | supplement | curcumin
Biotin | 1588 | supplement |
Creatine | 2907 | supplement |
Ashwagandha |  | supplement |
St. John's wort |  | supplement | St Johns wort, hypericum
`,
);
