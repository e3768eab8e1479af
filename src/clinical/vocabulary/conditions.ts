/** Conditions that people name in conversation: ICD-10-CM code, body system, lay names and abbreviations. */
import { tableOf } from './table.ts';

export const CONDITIONS = tableOf(
  ['name', 'icd10', 'system', 'aliases'],
  `
# heart and vessels
Hypertension | I10 | cardiovascular | high blood pressure, =HTN, essential hypertension, elevated blood pressure
Hypotension | I95.9 | cardiovascular | low blood pressure
Coronary artery disease | I25.10 | cardiovascular | =CAD, coronary heart disease, ischemic heart disease, heart disease, =CHD, =IHD
Heart attack | I21.9 | cardiovascular | myocardial infarction, acute myocardial infarction, =MI, =STEMI, =NSTEMI
Heart failure | I50.9 | cardiovascular | congestive heart failure, =CHF, cardiac failure, weak heart
Atrial fibrillation | I48.91 | cardiovascular | afib, a fib, =AF, irregular heart rhythm
Arrhythmia | I49.9 | cardiovascular | cardiac arrhythmia, heart arrhythmia, heart rhythm disorder
Angina | I20.9 | cardiovascular | angina pectoris, stable angina, unstable angina
Deep vein thrombosis | I82.40 | cardiovascular | =DVT, blood clot in my leg, blood clot in the leg
Pulmonary embolism | I26.99 | cardiovascular | =PE, blood clot in my lung, blood clot in the lung, lung clot
Varicose veins | I83.90 | cardiovascular |
Peripheral artery disease | I73.9 | cardiovascular | peripheral arterial disease, peripheral vascular disease, =PAD, =PVD
Aortic aneurysm | I71.9 | cardiovascular | abdominal aortic aneurysm, =AAA
Aortic stenosis | I35.0 | cardiovascular | aortic valve stenosis
Mitral valve prolapse | I34.1 | cardiovascular | =MVP
Cardiomyopathy | I42.9 | cardiovascular |
Heart murmur | R01.1 | cardiovascular | cardiac murmur
Pericarditis | I30.9 | cardiovascular |
High cholesterol | E78.00 | cardiovascular | hypercholesterolemia, hyperlipidemia, hyperlipidaemia, dyslipidemia, elevated cholesterol, =HLD
Stroke | I63.9 | neurological | cerebrovascular accident, =CVA, ischemic stroke, brain attack
Transient ischemic attack | G45.9 | neurological | =TIA, mini stroke, ministroke
# lungs and airways
Asthma | J45.909 | respiratory | bronchial asthma
COPD | J44.9 | respiratory | chronic obstructive pulmonary disease, chronic obstructive lung disease
Emphysema | J43.9 | respiratory |
Chronic bronchitis | J42 | respiratory |
Bronchitis | J40 | respiratory | acute bronchitis, chest cold
Pneumonia | J18.9 | respiratory | lung infection, walking pneumonia
Common cold | J00 | respiratory | a cold, head cold, bad cold, upper respiratory infection, upper respiratory tract infection, =URI, =URTI
Influenza | J11.1 | respiratory | flu, the flu
COVID-19 | U07.1 | respiratory | covid, coronavirus infection, covid infection
Long COVID | U09.9 | respiratory | post covid condition, post covid syndrome
Tuberculosis | A15.9 | respiratory | =TB
Sleep apnea | G47.30 | respiratory | sleep apnoea, obstructive sleep apnea, =OSA
Pulmonary fibrosis | J84.10 | respiratory | lung fibrosis, =IPF
Pulmonary hypertension | I27.20 | respiratory |
Cystic fibrosis | E84.9 | respiratory |
Croup | J05.0 | respiratory |
# ear, nose, throat
Sinusitis | J32.9 | ent | sinus infection, chronic sinusitis
Allergic rhinitis | J30.9 | ent | hay fever, hayfever, seasonal allergies, seasonal allergy
Strep throat | J02.0 | ent | streptococcal pharyngitis
Tonsillitis | J03.90 | ent |
Laryngitis | J04.0 | ent |
Ear infection | H66.90 | ent | otitis media, middle ear infection
Hearing loss | H91.90 | ent | deafness, hard of hearing
Meniere's disease | H81.09 | ent | menieres
Vertigo | R42 | ent | benign positional vertigo, =BPPV
# hormones and metabolism
Type 2 diabetes | E11.9 | endocrine | type 2 diabetes mellitus, type II diabetes, type two diabetes, =T2DM, =T2D, adult onset diabetes, type 2 diabetic
Type 1 diabetes | E10.9 | endocrine | type 1 diabetes mellitus, type I diabetes, type one diabetes, =T1DM, =T1D, juvenile diabetes, type 1 diabetic
Diabetes | E11.9 | endocrine | diabetes mellitus, diabetic, sugar diabetes, =DM
Prediabetes | R73.03 | endocrine | pre diabetes, borderline diabetes, prediabetic, pre diabetic, impaired glucose tolerance
Gestational diabetes | O24.419 | endocrine | pregnancy diabetes
Insulin resistance | E88.819 | endocrine |
Hypothyroidism | E03.9 | endocrine | underactive thyroid, under active thyroid, low thyroid
Hyperthyroidism | E05.90 | endocrine | overactive thyroid, over active thyroid
Hashimoto's thyroiditis | E06.3 | endocrine | hashimotos, hashimoto disease, hashimoto thyroiditis
Graves' disease | E05.00 | endocrine | graves disease
Goiter | E04.9 | endocrine | goitre
Thyroid nodule | E04.1 | endocrine |
Cushing's syndrome | E24.9 | endocrine | cushings, cushing disease
Addison's disease | E27.1 | endocrine | addisons, adrenal insufficiency
Obesity | E66.9 | endocrine | obese
Metabolic syndrome | E88.810 | endocrine |
Vitamin D deficiency | E55.9 | endocrine | low vitamin d
Vitamin B12 deficiency | E53.8 | hematological | low b12, b12 deficiency
Polycystic ovary syndrome | E28.2 | reproductive | =PCOS, polycystic ovarian syndrome, polycystic ovaries
Hemochromatosis | E83.119 | hematological | iron overload
# stomach, bowel, liver
Gastroesophageal reflux disease | K21.9 | gastrointestinal | =GERD, =GORD, acid reflux, reflux disease, acid reflux disease
Gastritis | K29.70 | gastrointestinal | stomach inflammation
Stomach ulcer | K25.9 | gastrointestinal | gastric ulcer, peptic ulcer, peptic ulcer disease, duodenal ulcer
Gastroenteritis | K52.9 | gastrointestinal | stomach flu, stomach bug, tummy bug, norovirus
Food poisoning | A05.9 | gastrointestinal |
Irritable bowel syndrome | K58.9 | gastrointestinal | =IBS, irritable bowel
Crohn's disease | K50.90 | gastrointestinal | crohns, crohn
Ulcerative colitis | K51.90 | gastrointestinal | =UC
Inflammatory bowel disease |  | gastrointestinal | =IBD
Celiac disease | K90.0 | gastrointestinal | coeliac disease, celiac, coeliac, gluten enteropathy
Lactose intolerance | E73.9 | gastrointestinal | lactose intolerant
Diverticulitis | K57.92 | gastrointestinal | diverticular disease, diverticulosis
Appendicitis | K37 | gastrointestinal |
Hemorrhoids | K64.9 | gastrointestinal | haemorrhoids, piles
Hiatal hernia | K44.9 | gastrointestinal | hiatus hernia
Hernia | K46.9 | gastrointestinal | inguinal hernia, umbilical hernia
Pancreatitis | K85.90 | gastrointestinal |
Gallstones | K80.20 | hepatic | gall stones, gallbladder stones, cholelithiasis
Fatty liver disease | K76.0 | hepatic | fatty liver, =NAFLD, =MASLD, non alcoholic fatty liver disease, nonalcoholic fatty liver disease
Cirrhosis | K74.60 | hepatic | liver cirrhosis, cirrhosis of the liver
Hepatitis B | B19.10 | hepatic | hep b
Hepatitis C | B19.20 | hepatic | hep c
Hepatitis | K75.9 | hepatic | liver inflammation
# kidneys and urinary tract
Chronic kidney disease | N18.9 | renal | =CKD, kidney disease, chronic renal disease
Kidney failure | N19 | renal | renal failure, =ESRD
Kidney stones | N20.0 | renal | kidney stone, renal stones, nephrolithiasis
Urinary tract infection | N39.0 | renal | =UTI, UTI, bladder infection, urine infection, water infection, cystitis
Kidney infection | N12 | renal | pyelonephritis
Urinary incontinence | R32 | renal | incontinence, bladder leakage
Overactive bladder | N32.81 | renal | =OAB
Interstitial cystitis | N30.10 | renal | painful bladder syndrome
# nerves and brain
Migraine | G43.909 | neurological | migraine headache, migraine with aura
Epilepsy | G40.909 | neurological | seizure disorder, epileptic
Multiple sclerosis | G35 | neurological | =MS
Parkinson's disease | G20.A1 | neurological | parkinsons, parkinson
Alzheimer's disease | G30.9 | neurological | alzheimers, alzheimer
Dementia | F03.90 | neurological | vascular dementia
Peripheral neuropathy | G62.9 | neurological | neuropathy, nerve damage, diabetic neuropathy, polyneuropathy
Carpal tunnel syndrome | G56.00 | neurological | carpal tunnel
Restless legs syndrome | G25.81 | neurological | restless leg syndrome, =RLS
Concussion | S06.0X0A | neurological | mild traumatic brain injury
Meningitis | G03.9 | neurological |
Bell's palsy | G51.0 | neurological |
Trigeminal neuralgia | G50.0 | neurological |
Amyotrophic lateral sclerosis | G12.21 | neurological | =ALS, motor neurone disease, motor neuron disease
# mind
Depression | F32.A | mental | major depression, major depressive disorder, clinical depression, =MDD, depressive disorder
Postpartum depression | F53.0 | mental | postnatal depression
Anxiety disorder | F41.9 | mental | generalized anxiety disorder, generalised anxiety disorder, =GAD
Panic disorder | F41.0 | mental |
Bipolar disorder | F31.9 | mental | bipolar, manic depression
Schizophrenia | F20.9 | mental |
ADHD | F90.9 | mental | =ADD, attention deficit hyperactivity disorder, attention deficit disorder
Autism | F84.0 | mental | autism spectrum disorder, =ASD, autistic
PTSD | F43.10 | mental | post traumatic stress disorder, posttraumatic stress disorder
Obsessive-compulsive disorder | F42.9 | mental | =OCD, OCD
Anorexia nervosa | F50.00 | mental | anorexia, anorexic
Bulimia | F50.20 | mental | bulimia nervosa
Alcohol use disorder | F10.20 | mental | alcoholism, alcohol addiction, alcohol dependence
Insomnia | G47.00 | mental |
# bones, joints, muscles
Osteoarthritis | M19.90 | musculoskeletal | degenerative joint disease, knee osteoarthritis, =OA
Rheumatoid arthritis | M06.9 | musculoskeletal | =RA
Arthritis | M19.90 | musculoskeletal | arthritic
Psoriatic arthritis | L40.50 | musculoskeletal | =PsA
Gout | M10.9 | musculoskeletal | gouty arthritis
Osteoporosis | M81.0 | musculoskeletal | brittle bones
Osteopenia | M85.80 | musculoskeletal |
Fibromyalgia | M79.7 | musculoskeletal | fibro
Lupus | M32.9 | immune | systemic lupus erythematosus, =SLE
Ankylosing spondylitis | M45.9 | musculoskeletal |
Scoliosis | M41.9 | musculoskeletal |
Herniated disc | M51.26 | musculoskeletal | slipped disc, herniated disk, slipped disk, bulging disc
Sciatica | M54.30 | musculoskeletal | sciatic nerve pain
Spinal stenosis | M48.00 | musculoskeletal |
Tendinitis | M77.9 | musculoskeletal | tendonitis
Bursitis | M71.9 | musculoskeletal |
Plantar fasciitis | M72.2 | musculoskeletal |
Frozen shoulder | M75.00 | musculoskeletal | adhesive capsulitis
Fracture |  | musculoskeletal | broken bone, broken arm, broken leg, broken wrist, broken ankle, broken rib, fractured bone
Sprained ankle | S93.409A | musculoskeletal | ankle sprain, twisted ankle
# skin
Eczema | L30.9 | dermatological | atopic dermatitis, dermatitis
Psoriasis | L40.9 | dermatological |
Acne | L70.9 | dermatological | acne vulgaris
Rosacea | L71.9 | dermatological |
Shingles | B02.9 | dermatological | herpes zoster
Cellulitis | L03.90 | dermatological | skin infection
Cold sore | B00.1 | dermatological | cold sores, fever blister, oral herpes
Vitiligo | L80 | dermatological |
Alopecia | L65.9 | dermatological | alopecia areata
Athlete's foot | B35.3 | dermatological | tinea pedis
Ringworm | B35.9 | dermatological |
Scabies | B86 | dermatological |
# blood and immune system
Anemia | D64.9 | hematological | anaemia, anemic, anaemic, low blood count
Iron deficiency anemia | D50.9 | hematological | iron deficiency, low iron
Sickle cell disease | D57.1 | hematological | sickle cell anemia, sickle cell
Hemophilia | D66 | hematological |
Leukemia | C95.90 | hematological | leukaemia
Lymphoma | C85.90 | hematological | hodgkin lymphoma, non hodgkin lymphoma
HIV infection | B20 | immune | HIV, HIV positive, =AIDS
Mononucleosis | B27.90 | immune | mono, glandular fever, infectious mononucleosis
Lyme disease | A69.20 | immune | lyme
Sepsis | A41.9 | immune | blood poisoning
Chickenpox | B01.9 | immune | varicella, chicken pox
Measles | B05.9 | immune |
Malaria | B54 | immune |
Sjogren's syndrome | M35.00 | immune | sjögren's syndrome, sjogrens
Sarcoidosis | D86.9 | immune |
Chronic fatigue syndrome | G93.32 | immune | =ME/CFS, =CFS, myalgic encephalomyelitis
# cancers
Breast cancer | C50.919 | reproductive |
Prostate cancer | C61 | reproductive |
Lung cancer | C34.90 | respiratory |
Colorectal cancer | C18.9 | gastrointestinal | colon cancer, bowel cancer, rectal cancer
Skin cancer | C44.90 | dermatological | basal cell carcinoma
Melanoma | C43.9 | dermatological | malignant melanoma
Pancreatic cancer | C25.9 | gastrointestinal |
Liver cancer | C22.9 | hepatic | hepatocellular carcinoma
Kidney cancer | C64.9 | renal | renal cell carcinoma
Bladder cancer | C67.9 | renal |
Ovarian cancer | C56.9 | reproductive |
Cervical cancer | C53.9 | reproductive |
Uterine cancer | C55 | reproductive | endometrial cancer, womb cancer
Thyroid cancer | C73 | endocrine |
Stomach cancer | C16.9 | gastrointestinal | gastric cancer
Brain tumor | D49.6 | neurological | brain tumour, brain cancer, glioblastoma
Cancer | C80.1 | immune | malignancy
# reproduction and pregnancy
Endometriosis | N80.9 | reproductive |
Uterine fibroids | D25.9 | reproductive | fibroids
Ovarian cyst | N83.20 | reproductive |
Menopause | N95.1 | reproductive | perimenopause, menopausal
Infertility | N97.9 | reproductive | infertile
Pregnancy | Z33.1 | reproductive | pregnant
Preeclampsia | O14.90 | reproductive | pre eclampsia
Miscarriage | O03.9 | reproductive |
Benign prostatic hyperplasia | N40.0 | reproductive | =BPH, enlarged prostate, prostate enlargement
Erectile dysfunction | N52.9 | reproductive | =ED, impotence
Yeast infection | B37.31 | reproductive | thrush, vaginal candidiasis, candida infection
Bacterial vaginosis | N76.0 | reproductive | =BV
Chlamydia | A74.9 | reproductive |
Gonorrhea | A54.9 | reproductive | gonorrhoea
Genital herpes | A60.00 | reproductive | herpes
HPV infection | B97.7 | reproductive | HPV, human papillomavirus
# eyes and mouth
Glaucoma | H40.9 | ocular |
Cataract | H26.9 | ocular |
Macular degeneration | H35.30 | ocular | =AMD
Conjunctivitis | H10.9 | ocular | pink eye, pinkeye
Dry eye syndrome | H04.129 | ocular | dry eye disease
Diabetic retinopathy | E11.319 | ocular | retinopathy
Nearsightedness | H52.10 | ocular | myopia, short sighted, nearsighted
Tooth decay | K02.9 | oral | cavity, dental caries, tooth cavity
Gum disease | K05.6 | oral | gingivitis, periodontitis
`,
);
