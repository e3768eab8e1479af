/**
 * The words by which triage knows health talk from other talk, beside the clinical vocabulary. Kept as plain lists so that
 * a clinician can read and mend them. A word ending in `*` stands for everything that begins with it.
 *
 * STRONG words are health talk by themselves. WEAK words are health talk in company ("my knee hurts") and nothing alone
 * ("heart of the city"). OTHER words speak of something else, and count against.
 */

export const STRONG_WORDS = `
  postpartum postnatal antenatal prenatal perinatal malformation* deformit* hoarding flashback* dexterity pityrias* vesicle* hsv bv meds rx otic tear-duct bifido* lactobac* fatty-acid* omega-3 jet-lag munchausen* tourniquet*
  staph* streptoc* klebsiella pseudomon* acinetob* coccidi* candida* gram-negative gram-positive c-diff endometr* fibroid* myocard* pericard* endocard* mitral aortic aorta atrial ventric* septal biliary bile duoden* jejun* ileum ileostomy
  pelvic pelvis lumbar thorac* cranial spleen* splen* thymus ocular cochlea* vestibular tympan* olfact* mucosa* epitheli* squamous lipid* metaboli* ketone* ketoacid* nephro* nephri* glomerul* ureter* urethr* cystic pyelo*
  dysp* dysu* dyst* dysm* eosinophil* basophil* monocyt* immun* antigen* serolog* swab* palliat* hospice* caregiver* ambulance* paramedic* icu intubat* ventilator* cpap wheelchair* hearing-aid* stitches suture* lactat* sickle-cell stem-cell*
  mallet-finger trigger-finger foot-drop drop-foot bow-legs bowed-legs flat-feet flat-foot flat-head knock-knees childhood-illness* numb unwell treatable
  splint* bandage* gauze crutch* lozenge* gargl* saline neti-pot nebuli* thermometer* inhaler* expectorant* decongest* electrolyte* warm-compress cold-compress hot-compress over-the-counter
  macular stretch-mark* pressure-sore* bedsore* slipped-disc frozen-shoulder pink-eye birth-control compulsive obsessive coloboma monkeypox mpox contracture
  gender-identity speech-impair* stutter* stammer* mrsa hypotherm* hemato* haemato* hyperacusis aphasia* phaeochrom* pheochrom* achalasia* nodule* infestation* bed-sore* suppositor* lichen-planus
  antihypert* learning-disabilit* discolor* discolour* ingrown labia* spermia sids cot-death norovirus rotavirus hantavirus adenovirus sepsis septic gangrene croup colic thrush threadworm* hookworm* roundworm* polyp* keloid* vitiligo chilblain*
  narcolep* hallucinat* delusion* psychotic mania manic paranoi* erythema* pemphig* impetigo rosacea sty stye bunion* shin-splint* callus corns varicose
  myopi* astigmat* squint* strabismus floaters migraine pylori salmonella listeria ecoli e-coli giardia ibs ibd uti utis tmj tmd gerd pcos pms copd afib
  chf dvt als cerebell* spina bifida cleft-lip cleft-palate clubfoot cradle-cap diaper-rash nappy breech ectopic epidural cesarean caesarean c-section iud
  bedwet* incontinen* gynecomastia varicocele hydrocele phimosis scrotum nostril* vulva foreskin etiolog* patholog* histolog* sputum saliva* gland glands goiter goitre adrenal pituitar*
  erythrocyt* platelet* neutrophil* leukocyt* sedimentation esr crp tsh psa inr egfr alt ast bun albumin bilirubin lipase amylase uric troponin
  zoster varicella pertussis whooping diphtheria meningo* encephal* myel* mening* bleeding-gums tonsils adenoid* laryn* pharyn* trachea* esophag* oesophag*
  intermittent-fasting keto fasting over-the-counter antiviral* antifungal* antacid diuretic* beta-blocker* benzo* stimulant* sedat* anesthe* anaesthe*
  night-terror* sleepwalk* lockjaw hypoglyc* hyperglyc* hypothyr* hyperthyr* mouth-ulcer* canker runny-nose stuffy-nose sore-throat
  passed-out pass-out black-out blackout* dyslex* dyspraxia tourette* asperger* down-syndrome gender-dysphoria self-harm gut-health mental-health
  symptom* diagnos* prognos* disease* illness* sickness syndrome* disorder* infect* contagious medication* medicine medicines medicinal medical*
  prescri* dosage* overdos* antibiotic* vaccin* immuni* surgery surgeries surgeon* surgical hospital* clinic clinics clinical*
  nurse nurses physician* dentist* dental pharmac* patient patients cancer* tumor* tumour* carcino* leuk* lymph* metasta* chemo* malignan*
  diabet* prediabet* insulin* glucose hba1c a1c cholesterol ldl hdl triglycerid* hemoglobin haemoglobin creatinin* ferritin thyroid* hormon*
  testosterone estrogen oestrogen cortisol electrolyte* potassium hypertens* hypotens* cardiac cardio* coronary arter* vascular
  arrhythm* palpitation* angina aneurysm* stroke strokes clot clots thrombo* embol* anemi* anaemi* heartburn heartbeat* asthma* inhaler*
  bronch* pneumo* copd cough* sneez* wheez* phlegm mucus sinus* congestion flu influenza covid* coronavirus fever* febrile chills nausea nauseous
  nauseat* vomit* diarrh* constipat* bowel* stool stools poop* pooing faec* fece* hemorrhoid* haemorrhoid* colonoscop* colon rectal rectum anal
  gastri* gastro-* gastroe* gastrointest* intestin* abdom* stomach* belly-pain bloat* indigest* reflux ulcer* gallbladder gallstone* liver hepat* cirrho* jaundice pancrea*
  kidney* renal dialysis urin* bladder pee peeing prostat* testic* penis penile vagin* vulv* cervic* cervix uterus uterine ovar* ovulat* menstrua*
  menopaus* pregnan* miscarr* abortion* contracept* fertil* infertil* sperm semen erectile erection* libido std stds sti stis hiv aids
  herpes chlamydia gonorrh* syphilis hpv pap mammogra* breastfeed* newborn* toddler* pediatric* paediatric* fetal fetus foetus autis* adhd dementia
  alzheimer* parkinson* epilep* seizure* convuls* migrain* headache* dizz* vertigo lightheaded* faint* concuss* neuro* nerve nerves numbness
  tingling paralys* palsy tremors spasm* cramp cramps cramping insomnia apnea apnoea snor* depress* anxi* bipolar schizo* psych* suicid*
  panic ptsd ocd addict* alcoholi* withdrawal-symptom* detox rehab* therap* arthrit* osteo* rheumat* gout fractur* sprain* tendon* tendin* ligament*
  cartilage joint-pain joints muscle* muscular spine spinal sciatica scoliosis hernia* herniat* back-pain sore soreness aching ache aches pain pains
  painful painkiller* hurt hurts hurting swollen swelling swell inflam* edema oedema bruis* bleed* blood bloody rash rashes itch* hives eczema psoria*
  acne pimple* wart warts blister* dermat* mole moles skin-tag* melanoma sunburn* frostbite lesion* cyst cysts abscess* pus wound* scab* scar scars
  cellulitis fung* ringworm scabies lice tick-bite* allerg* anaphyla* epipen* antihistamin* allergen* intoleran* celiac coeliac gluten
  vitamin* supplement* probiotic* protein calorie* bmi obes* overweight underweight anorex* bulimi* malnutrition dehydrat* hydrat* sodium carbs
  aspirin ibuprofen tylenol advil acetaminophen paracetamol metformin statin* opioid* morphine steroid* prednison* antidepress* ssri ssris viagra
  laxative* antacid* ointment* vaping nicotine smoking smoker* cannabis marijuana hangover side-effect* adverse x-ray xray mri ct-scan ultrasound
  biops* biomarker* ekg ecg eeg transplant* transfus* catheter* stent* pacemaker* prosthe* amput* implant* congenital genetic* hereditary inherited chromosom*
  mutation* gene genes chronic acute benign bacteri* viral virolog* parasit* tapeworm* pinworm* malaria tubercul* tb measles mumps rubella chickenpox
  shingles tetanus rabies polio ebola cholera typhoid dengue zika lyme mono mononucleosis strep tonsil* throat earache earwax tinnitus
  deaf* hearing-loss vision eyesight blurr* blindness cataract* glaucoma conjunctiv* pinkeye eyelid* cornea* retina* retinal nosebleed*
  gum-disease toothache* cavity cavities gingiv* tonsil* lupus sclero* fibros* fibrom* sarcoid* hemophil* haemophil* dystroph* ataxia* neuropath*
  cerebral cranio* hydroceph* deficien* dysplasia aplasia hypoplasia atrophy agenesis stenosis amyloid* porphyri* trisomy antibod* autoimmun*
  toxic* poison* venom* bitten sting stung needle needles syringe* first-aid cpr resuscitat* defibrill* unconscious choking suffocat* hyperventil* breathless* oxygen spo2
  pulse systolic diastolic bpm mmhg mg/dl mmol/l mcg milligram* tablet tablets capsule* pill pills otc placebo immunosuppress*
  orthoped* urolog* oncolog* cardiolog* gynecolog* gynaecolog* ophthalm* radiolog* podiatr* chiroprac* acupunct* physio* midwife* obstetric*
  tummy jabs heimlich snot poo pooed pooing squits lurgy sniffles gp bloods ivf mmr hrt pmt tampon* condom* prolapse* piles stoma chafing fatalit* lft lfts dnr vo2 e-cig* vape vapes
  health-check checkup check-up bloodwork blood-work lab-result* lab-test* test-result* blood-test* blood-pressure heart-rate resting-heart body-fat`;

export const WEAK_WORDS = `
  compress discomfort soothe* soothing ice-pack heating-pad sling brace humidifier refill* rinse contagi* contageous
  withdrawal joint belly tremor worm worms oral pupil choke phantom numbing topical nasal stone stones immobil* untreated irregular image behavior behaviour reproductive problem problems impairment* impaired eruption
  health healthy wellness wellbeing unhealthy doctor doctors dr doc sick ill unwell disabled disability
  head face eye eyes ear ears nose mouth lip lips tooth teeth tongue gum gums jaw chin neck shoulder* arm arms elbow* wrist* hand hands
  finger* thumb* nail nails chest breast* rib ribs lung lungs heart back waist hip hips groin butt buttock* leg legs thigh* knee knees calf shin shins ankle*
  foot feet heel heels toe toes toenail* skin hair scalp bone bones body brain bodies vein veins tissue cell cells organ organs navel armpit*
  sleep sleeping asleep tired tiredness fatigue* exhaust* weak weakness stress* mood worry worried nervous memory breath breathe breathing
  eat eating appetite overeat* diet diets nutrition* nutrient* food foods fiber fibre fruit vegetables fat weight sweat* thirst* hungry swallow* chew* digest* burp* gas fart* flatulen* hiccup* drool*
  age aging puberty baby babies infant* child children kid mother pregnancy birth born womb period periods sex sexual* puberty nipple* discharge
  cold colds virus viruses germ germs bug bite bites bitten cut cuts burn burns burning lump lumps bump bumps spot spots red redness yellow pale dry itchy
  stiff* tight tightness tender* pressure temperature height exercise* workout* yoga walk walking steps jogging stretching posture
  treat treats treated treating treatment* cure cures cured curable remedy remedies relief relieve heal heals healing recover* prevent* cause causes caused
  serious dangerous harmful fatal deadly die dying death survive* survival life-expectancy safe harm risk risks severe mild complication* outlook cope
  dose doses doctor's drug drugs shot shots injection* jab cream drops spray syrup lotion antibody screening test tests tested testing scan scans
  lab labs result results levels level normal abnormal iron calcium magnesium zinc salt sugar caffeine coffee alcohol drinking
  smoke drunk inhale* fall fell injur* broken break strain strained twisted limp bald balding gray grey wrinkle* wax dandruff
  bug pus lung tumor operation operated recovery appointment visit specialist condition conditions disorder virus attack attacks shock trauma
  fluid drain plasma serum tan taste smell voice hoarse dream dreams nightmare* restless twitch* shaking shaky shiver* flush* hot clammy
  old-age elderly pacifier diaper* formula latch wean* teething fluoride floss braces dentures contact-lens* glasses asymptomatic masturbat* urge
  loo wee weeing pinky poorly boobs smear sugars ward a&e labour coil patch tick ticks specs filling drip dressing carer isolate quarantine catching booster collagen mindfulness contraction* fags kissing urgent interaction* recover*`;

export const OTHER_WORDS = `
  bacon ham cheese
  grocery groceries dog dogs puppy cat cats kitten pet pets horse bear earthquake richter statement pending hostel meal makeup
  computer* laptop* software hardware java javascript python code coding program programming heap compil* server servers database* website* web app apps
  browser internet wifi router printer keyboard iphone android smartphone tablet-computer phone phones cellphone battery charger download* password* login email emails inbox
  stock stocks market markets shares invest* portfolio economy economic inflation bank banks banking card cards visa mastercard credit debit atm pin loan loans mortgage
  payment* pay paid paycheck salary bill bills tax taxes account accounts balance transfer* refund* fee fees currency exchange dollar* euro euros pounds cash money price prices
  buy purchase shopping amazon walmart order delivery insurance payday 401k
  song songs music playlist album albums band concert guitar piano movie movies film films cinema tv television show-times theater theatre actor actress celebrity
  novel novels author saga trailer soundtrack chapter essay poem rating stars painting paintings artist museum exhibition
  restaurant* reservation* table recipe recipes bake baking cuisine takeout pizza menu skillet
  weather forecast rain rainy snow snowy sunny cloudy storm* chilly humid wind windy flight flights airport airline* hotel hotels luggage passport travel vacation trip
  car cars truck tire tires engine mileage gasoline oil-change traffic uber taxi bus train trains directions highway parking
  alarm alarms timer reminder remind calendar meeting meetings schedule event events
  city cities country countries capital president presidents king queen war wars army election* vote government politic* democra* republic* mayor senator congress
  football soccer basketball baseball nfl nba mlb league team teams coach player players championship olympics super-bowl tournament video-game* game games chess
  translate spanish french german italian japanese joke jokes riddle trivia planet planets galaxy moon universe
  light lights lamp thermostat vacuum speaker volume socket plug microwave laundry garden* lawn plant plants
  tone language religion religious god bible jesus homework geometry algebra roll dice die-roll coin headphone* playoffs actor's sided married
  school college university degree jobs career business company corporate marketing sales hr boss coworker battery-health die-hard wedding gift gifts
  brake brakes radiator clutch tyre tyres motorbike diesel petrol boiler kettle gutter shed wallpaper butcher striker goalkeeper squad quarterback lineup
  hamster* ferret* parrot* goldfish budgie* vet vets pdf spreadsheet* folder* meme* tweet* ads wallet savings lottery casino bitcoin crypto landlord* tenant* lawyer*
  council minister strava garmin fitbit membership cv invoice* netflix lyrics chords xbox playstation minecraft docker kubernetes git linux excel chrome modem bluetooth
  whatsapp postgres alexa siri crossword rhyme rhymes gearbox windscreen stain stains shirt
  grammar synonym* quiz poker zodiac horoscope*`;

/** Word endings that only medicine uses; the few everyday words with the same ending are taken out by name. */
export const MEDICAL_ENDING =
  /(?:itis|osis|oses|emia|aemia|uria|algia|plegia|penia|opathy|opathies|ectomy|otomy|ostomy|plasty|oscopy|ography|pathic|blastoma|sarcoma|carcinoma|adenoma|myoma|lipoma|glioma|dystrophy|trophic|sclerosis|rrhea|rrhoea|phobia|megaly|lysis|cele|spermia|cytoma|acusis|phasia|cillin|statin|pril|sartan|olol|azole|mycin|cycline|floxacin|prazole|tidine|setron|umab|ximab|zumab|tinib|ciclib|navir|tegravir|clovir|gliptin|gliflozin|glutide|azepam|azolam|oxetine|traline|triptan|caine|dronate|phylline|xaban|parin|barbital|codone|profen|zosin|dipine|thiazide|semide|formin|glitazone|tropin|vastatin|ylline|amide|azine|idone|apine|zepine|racetam|gabalin)$/;
export const NOT_MEDICAL = new Set(
  `analysis metamorphosis osmosis photosynthesis symbiosis hypnosis academia bohemia photography geography biography
   bibliography cartography choreography demography discography filmography calligraphy typography pornography topography
   oceanography autobiography lithography stenography videography april xenophobia homophobia dichotomy magazine electrolysis
   catalysis hydrolysis apotheosis spectroscopy microscopy telepathic`.split(/\s+/),
);
