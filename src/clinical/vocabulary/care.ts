/** The world of care around the patient: what people are allergic to, what was done to them, who does it, and where. */
import { tableOf } from './table.ts';

export const ALLERGENS = tableOf(
  ['name', 'aliases'],
  `
Peanut | peanuts, groundnut
Tree nuts | tree nut, nuts, almonds, walnuts, cashews, pecans, hazelnuts, pistachios
Milk | dairy, cow's milk, lactose, milk protein
Egg | eggs, egg white
Wheat |
Gluten |
Soy | soya, soybeans
Fish |
Shellfish | shrimp, prawns, crab, lobster, crustaceans
Sesame | sesame seeds
Strawberry | strawberries
Kiwi | kiwi fruit
Mango |
Banana |
Pollen | tree pollen, grass pollen, birch pollen
Ragweed |
Grass |
Dust mites | dust, dust mite, house dust
Mold | mould
Cat dander | cats, cat, cat hair
Dog dander | dogs, dog, dog hair
Animal dander | pet dander, pets
Bee venom | bee stings, bee sting, bees, wasp stings, wasps
Latex | rubber latex
Nickel |
Adhesive | adhesive tape, bandage adhesive
Iodinated contrast | contrast dye, iodine, iodine contrast, contrast medium, =CT dye
Sulfa drugs | sulfa, sulpha, sulfonamides, sulfa antibiotics
Cephalosporins | cephalosporin
NSAIDs | NSAID, anti-inflammatories
Statins | statin
Opioids | opioid, opiates
Fragrance | perfume
`,
);

export const PROCEDURES = tableOf(
  ['name', 'system', 'aliases'],
  `
Appendectomy | gastrointestinal | appendix removed, appendicectomy, appendix surgery, appendix out, removed my appendix, took out my appendix
Cholecystectomy | hepatic | gallbladder removed, gallbladder surgery, gall bladder removed, gallbladder removal, gallbladder out, removed my gallbladder, took out my gallbladder
Tonsillectomy | ent | tonsils removed, tonsils out, tonsil surgery, removed my tonsils
Hysterectomy | reproductive | uterus removed, womb removed
Mastectomy | reproductive | double mastectomy
Lumpectomy | reproductive |
Cesarean section | reproductive | C-section, caesarean, cesarean, c section
Vasectomy | reproductive |
Tubal ligation | reproductive | tubes tied
Hip replacement | musculoskeletal | total hip replacement, hip replaced
Knee replacement | musculoskeletal | total knee replacement, knee replaced
Knee surgery | musculoskeletal | ACL surgery, ACL reconstruction, knee arthroscopy, meniscus surgery, arthroscopic knee surgery
Back surgery | musculoskeletal | spinal fusion, discectomy, laminectomy, spine surgery
Shoulder surgery | musculoskeletal | rotator cuff surgery, rotator cuff repair
Hernia repair | gastrointestinal | hernia surgery, hernia operation
Heart bypass surgery | cardiovascular | bypass surgery, coronary artery bypass, =CABG, open heart surgery, triple bypass, quadruple bypass
Coronary stent | cardiovascular | stent placement, stent, stents, angioplasty, heart stent
Heart valve replacement | cardiovascular | valve replacement, valve surgery
Pacemaker implantation | cardiovascular | pacemaker, pacemaker implant
Cardiac catheterization | cardiovascular | heart cath, coronary angiogram, angiogram
Cardiac ablation | cardiovascular | catheter ablation
Cataract surgery | ocular | cataract operation, cataract removal
LASIK | ocular | laser eye surgery
Thyroidectomy | endocrine | thyroid removed, thyroid surgery
Gastric bypass | gastrointestinal | bariatric surgery, gastric sleeve, weight loss surgery, sleeve gastrectomy
Kidney transplant | renal | renal transplant
Liver transplant | hepatic |
Dialysis | renal | hemodialysis, peritoneal dialysis
Chemotherapy | immune | chemo
Radiation therapy | immune | radiotherapy, radiation treatment
Physical therapy | musculoskeletal | physiotherapy, physical rehab
Blood transfusion | hematological | transfusion
Biopsy | general | skin biopsy, breast biopsy, liver biopsy, needle biopsy
Colonoscopy | gastrointestinal |
Endoscopy | gastrointestinal | upper endoscopy, gastroscopy, =EGD
MRI | general | MRI scan, magnetic resonance imaging, brain MRI, knee MRI
CT scan | general | CAT scan, =CT, computed tomography, chest CT
X-ray | general | xray, x rays, chest x-ray
Ultrasound | general | sonogram, ultrasound scan, abdominal ultrasound
Echocardiogram | cardiovascular | heart ultrasound, cardiac echo
Electrocardiogram | cardiovascular | =ECG, =EKG, EKG, ECG
Stress test | cardiovascular | treadmill test, exercise stress test
Mammogram | reproductive | mammography
Pap smear | reproductive | pap test, cervical smear, smear test
Bone density scan | musculoskeletal | DEXA scan, DXA scan, =DEXA
PET scan | general | =PET
EEG | neurological | electroencephalogram
Spirometry | respiratory | lung function test, pulmonary function test
Sleep study | respiratory | polysomnography
Allergy test | immune | skin prick test, allergy testing
Root canal | oral | root canal treatment
Tooth extraction | oral | tooth pulled, wisdom teeth removed, wisdom teeth out, wisdom tooth removal, tooth removed
Flu vaccine | immune | flu shot, influenza vaccine, flu jab
COVID-19 vaccine | immune | covid vaccine, covid shot, covid booster, covid jab
Tetanus vaccine | immune | tetanus shot, =Tdap, tetanus booster
Shingles vaccine | immune | shingles shot, Shingrix
Pneumonia vaccine | immune | pneumonia shot, pneumococcal vaccine
Cortisone injection | musculoskeletal | cortisone shot, steroid injection, steroid shot
Surgery | general | operation
`,
);

export const SPECIALTIES = tableOf(
  ['name', 'system', 'aliases'],
  `
Cardiology | cardiovascular | cardiologist, heart doctor, heart specialist
Pulmonology | respiratory | pulmonologist, lung doctor, lung specialist, respirologist
Hepatology | hepatic | hepatologist, liver specialist, liver doctor
Nephrology | renal | nephrologist, kidney doctor, kidney specialist
Urology | renal | urologist
Neurology | neurological | neurologist
Neurosurgery | neurological | neurosurgeon, brain surgeon
Gastroenterology | gastrointestinal | gastroenterologist, GI doctor, =GI specialist, gastro doctor
Endocrinology | endocrine | endocrinologist, diabetes doctor, thyroid doctor, diabetologist
Orthopedics | musculoskeletal | orthopedist, orthopedic surgeon, orthopaedic surgeon, orthopedic doctor, orthopaedics
Rheumatology | musculoskeletal | rheumatologist
Physiotherapy | musculoskeletal | physical therapist, physiotherapist, physio
Chiropractic | musculoskeletal | chiropractor
Podiatry | musculoskeletal | podiatrist, foot doctor
Dermatology | dermatological | dermatologist, skin doctor
Hematology | hematological | hematologist, haematologist
Oncology | immune | oncologist, cancer doctor
Allergy and immunology | immune | allergist, immunologist
Infectious diseases | immune | infectious disease doctor, infectious disease specialist
Gynecology | reproductive | gynecologist, gynaecologist, =OB/GYN, OBGYN, obstetrician, midwife
Psychiatry | mental | psychiatrist
Psychology | mental | psychologist, therapist, counselor, counsellor
Ophthalmology | ocular | ophthalmologist, eye doctor
Optometry | ocular | optometrist, optician
Otolaryngology | ent | ENT doctor, =ENT, otolaryngologist, ear nose and throat doctor
Dentistry | oral | dentist, orthodontist, dental hygienist
Family medicine | general | family doctor, family physician, =GP, =PCP, general practitioner, primary care doctor, primary care physician, primary care provider
Internal medicine | general | internist
Pediatrics | general | pediatrician, paediatrician
General surgery | general | surgeon
Emergency medicine | general | ER doctor, emergency doctor
Radiology | general | radiologist
Nursing | general | nurse practitioner, nurse
Pharmacy | general | pharmacist
Nutrition | general | dietitian, dietician, nutritionist
`,
);

export const ORGANIZATION_WORDS = tableOf(
  ['name', 'aliases'],
  `
Mayo Clinic |
Cleveland Clinic |
Johns Hopkins Hospital | Johns Hopkins
Kaiser Permanente | =Kaiser
Massachusetts General Hospital | Mass General
Mount Sinai Hospital | Mount Sinai, Mt Sinai
Quest Diagnostics | =Quest
LabCorp | Lab Corp
CVS Pharmacy | =CVS
Walgreens |
`,
);
