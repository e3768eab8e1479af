/** Symptoms in the words people use for them, with the body system each one points to first. */
import { tableOf } from './table.ts';

export const SYMPTOMS = tableOf(
  ['name', 'icd10', 'system', 'aliases'],
  `
# general
Fever | R50.9 | general | high temperature, febrile, pyrexia, running a temperature, have a temperature, feverish
Chills | R68.83 | general | the shivers, shivering, shaking chills, rigors
Fatigue | R53.83 | general | tiredness, tired, exhaustion, exhausted, no energy, lack of energy, low energy, fatigued, lethargy, lethargic, run down
Weakness | R53.1 | general | weak, feeling weak, general weakness
Malaise | R53.81 | general | feeling unwell, generally unwell
Night sweats | R61 | general | sweating at night, wake up sweating
Sweating | R61 | general | excessive sweating, sweaty, cold sweats, cold sweat, sweats
Weight loss | R63.4 | general | losing weight, lost weight, unexplained weight loss
Weight gain | R63.5 | general | gaining weight, gained weight, putting on weight
Loss of appetite | R63.0 | gastrointestinal | no appetite, poor appetite, not hungry, lost my appetite, lack of appetite
Increased thirst | R63.1 | endocrine | excessive thirst, very thirsty, always thirsty, thirsty, thirst
Dehydration | E86.0 | general | dehydrated
Swollen lymph nodes | R59.9 | immune | swollen glands, enlarged lymph nodes, swollen lymph node
Body aches | R52 | general | aches all over, achy, body ache, aching all over, flu like symptoms
Pain | R52 | general | painful
Swelling | R60.9 | general | edema, oedema, swollen, fluid retention, water retention
Bleeding | R58 | hematological | hemorrhage
Easy bruising | R23.3 | hematological | bruise easily, bruising easily, bruises easily, bruising
Hot flashes | N95.1 | reproductive | hot flushes, hot flash, hot flush
# heart and chest
Chest pain | R07.9 | cardiovascular | pain in my chest, pain in the chest, chest hurts, pains in my chest, chest ache
Chest tightness | R07.89 | cardiovascular | tight chest, chest pressure, pressure in my chest, tightness in my chest, chest discomfort, pressure on my chest
Palpitations | R00.2 | cardiovascular | heart palpitations, racing heart, heart racing, heart is racing, fluttering heart, heart flutters, pounding heart, heart pounding, skipped beats, skipping beats, irregular heartbeat
Fainting | R55 | cardiovascular | fainted, syncope, passed out, passing out, blacked out, faint
Leg swelling | R60.0 | cardiovascular | swollen legs, swelling in my legs, legs are swollen, leg edema
Ankle swelling | R60.0 | cardiovascular | swollen ankles, swelling in my ankles, ankles are swollen, swollen feet, foot swelling
# breathing
Shortness of breath | R06.02 | respiratory | short of breath, breathless, breathlessness, out of breath, dyspnea, dyspnoea, trouble breathing, difficulty breathing, hard to breathe, can't breathe, cannot breathe, sob on exertion
Cough | R05.9 | respiratory | coughing, dry cough, productive cough, chesty cough, persistent cough, hacking cough
Coughing up blood | R04.2 | respiratory | hemoptysis, blood when I cough
Wheezing | R06.2 | respiratory | wheeze, wheezy
Phlegm | R09.3 | respiratory | mucus, sputum, coughing up phlegm
Snoring | R06.83 | respiratory | snore
Hiccups | R06.6 | respiratory | hiccoughs
# ear, nose, throat
Sore throat | R07.0 | ent | throat pain, throat hurts, scratchy throat, painful throat
Runny nose | R09.89 | ent | nose is running, rhinorrhea, runny nostrils
Nasal congestion | R09.81 | ent | stuffy nose, blocked nose, congested, congestion, stuffed up, sinus pressure
Sneezing | R06.7 | ent | sneeze
Nosebleed | R04.0 | ent | nose bleed, nose bleeds, bloody nose, epistaxis
Hoarseness | R49.0 | ent | hoarse voice, hoarse, lost my voice, raspy voice
Difficulty swallowing | R13.10 | ent | trouble swallowing, dysphagia, hard to swallow, can't swallow
Ear pain | H92.09 | ent | earache, ear ache, ear hurts
Ringing in the ears | H93.19 | ent | tinnitus, ringing in my ears, ears are ringing, ears ringing
Loss of smell | R43.0 | ent | can't smell, lost my sense of smell, anosmia, no sense of smell
Loss of taste | R43.2 | ent | can't taste, lost my sense of taste, no sense of taste
Bad breath | R19.6 | oral | halitosis
# stomach and bowel
Nausea | R11.0 | gastrointestinal | nauseous, nauseated, feel sick to my stomach, queasy, sick to my stomach, upset stomach
Vomiting | R11.10 | gastrointestinal | throwing up, threw up, throw up, vomit, vomited, puking, being sick
Vomiting blood | K92.0 | gastrointestinal | throwing up blood, blood in my vomit, hematemesis
Abdominal pain | R10.9 | gastrointestinal | stomach pain, stomach ache, stomachache, belly pain, bellyache, tummy ache, tummy pain, stomach hurts, belly hurts, tummy hurts, abdominal ache, gut pain
Abdominal cramps | R10.9 | gastrointestinal | stomach cramps, stomach cramp, cramps, cramping, belly cramps
Diarrhea | R19.7 | gastrointestinal | diarrhoea, loose stools, loose stool, watery stools, the runs, loose motions
Constipation | K59.00 | gastrointestinal | constipated, can't poop, hard stools
Bloating | R14.0 | gastrointestinal | bloated, distended belly
Excess gas | R14.3 | gastrointestinal | flatulence, gassy, passing gas, gas pains, trapped gas, gas and bloating
Heartburn | R12 | gastrointestinal | indigestion, burning in my chest after eating, dyspepsia
Blood in stool | K92.1 | gastrointestinal | bloody stool, blood in my stool, blood in the stool, bloody stools, blood in my poop, rectal bleeding, black stools, tarry stools
Jaundice | R17 | hepatic | yellow skin, yellow eyes, skin is yellow, eyes are yellow, yellowing of the skin
# kidneys and urinary tract
Painful urination | R30.0 | renal | burning when I pee, burning when peeing, pain when peeing, hurts to pee, burning urination, pain when urinating, dysuria, burns when I pee, burning when I urinate
Frequent urination | R35.0 | renal | peeing a lot, urinating often, urinating frequently, pee a lot, having to pee often, polyuria
Blood in urine | R31.9 | renal | blood in my urine, bloody urine, blood in the urine, blood in my pee, hematuria
Urinary urgency | R39.15 | renal | urgent need to pee
Night-time urination | R35.1 | renal | nocturia, getting up at night to pee
Dark urine | R82.998 | renal | dark pee, brown urine
Flank pain | R10.9 | renal | kidney pain, side pain, pain in my side
# head and nerves
Headache | R51.9 | neurological | head ache, head hurts, head pain, pounding head, my head is pounding, splitting head, tension headache
Dizziness | R42 | neurological | dizzy, lightheaded, light headed, lightheadedness, light headedness, woozy, room is spinning
Numbness | R20.0 | neurological | numb, loss of feeling
Tingling | R20.2 | neurological | pins and needles, tingly, prickling, paresthesia
Tremor | R25.1 | neurological | tremors, shaky hands, hands shake, shaking hands, shakiness
Seizure | R56.9 | neurological | convulsion, convulsions, had a fit
Confusion | R41.0 | neurological | confused, disoriented
Memory loss | R41.3 | neurological | forgetful, forgetfulness, memory problems, losing my memory
Brain fog | R41.89 | neurological | foggy head, mental fog, can't think straight
Difficulty concentrating | R41.840 | neurological | trouble concentrating, can't concentrate, can't focus, poor concentration, trouble focusing
Slurred speech | R47.81 | neurological | slurring my words, slurring words
Facial droop | R29.810 | neurological | face drooping, drooping face, face is drooping
Balance problems | R26.89 | neurological | loss of balance, unsteady, off balance, poor balance
Burning feet | R20.8 | neurological | burning sensation in my feet, feet burn
# eyes
Blurred vision | H53.8 | ocular | blurry vision, blurry eyesight, vision is blurry, blurry
Double vision | H53.2 | ocular | seeing double, diplopia
Vision loss | H54.7 | ocular | loss of vision, can't see, losing my sight, lost vision
Eye pain | H57.10 | ocular | eye hurts, sore eye, sore eyes, eyes hurt
Red eyes | H57.89 | ocular | red eye, bloodshot eyes
Itchy eyes | H57.89 | ocular | itching eyes
Watery eyes | H04.209 | ocular | teary eyes
Dry eyes | H04.129 | ocular | dry eye
Eye floaters | H43.399 | ocular | floaters
Light sensitivity | H53.149 | ocular | sensitive to light, photophobia, sensitivity to light
# bones, joints, muscles
Back pain | M54.9 | musculoskeletal | backache, back ache, back hurts, sore back, bad back, pain in my back
Lower back pain | M54.50 | musculoskeletal | low back pain, lower back hurts, pain in my lower back
Neck pain | M54.2 | musculoskeletal | neck hurts, sore neck
Stiff neck | M43.6 | musculoskeletal | neck stiffness
Joint pain | M25.50 | musculoskeletal | joints hurt, achy joints, aching joints, sore joints, painful joints, arthralgia
Joint stiffness | M25.60 | musculoskeletal | stiff joints, morning stiffness
Joint swelling | M25.40 | musculoskeletal | swollen joints, swollen joint
Muscle pain | M79.10 | musculoskeletal | muscle ache, muscle aches, sore muscles, myalgia, aching muscles, muscle soreness
Muscle cramps | R25.2 | musculoskeletal | leg cramps, leg cramp, charley horse, muscle spasms, muscle spasm, cramp in my leg
Muscle weakness | M62.81 | musculoskeletal | weak muscles
Shoulder pain | M25.519 | musculoskeletal | shoulder hurts, sore shoulder
Knee pain | M25.569 | musculoskeletal | knee hurts, sore knee, bad knee, knees hurt
Hip pain | M25.559 | musculoskeletal | hip hurts, sore hip
Leg pain | M79.606 | musculoskeletal | leg hurts, legs hurt, sore leg
Arm pain | M79.603 | musculoskeletal | arm hurts, sore arm
Foot pain | M79.673 | musculoskeletal | foot hurts, feet hurt, sore feet, heel pain
Ankle pain | M25.579 | musculoskeletal | ankle hurts
Wrist pain | M25.539 | musculoskeletal | wrist hurts
Hand pain | M79.643 | musculoskeletal | hand hurts, hands hurt, finger pain
Elbow pain | M25.529 | musculoskeletal | elbow hurts
Rib pain | R07.81 | musculoskeletal | ribs hurt, sore ribs
Jaw pain | R68.84 | musculoskeletal | jaw hurts, sore jaw
# skin
Rash | R21 | dermatological | skin rash, red spots, red patches, breaking out
Itching | L29.9 | dermatological | itchy, itchiness, itch, itchy skin, pruritus
Hives | L50.9 | dermatological | urticaria, welts
Dry skin | L85.3 | dermatological | flaky skin
Hair loss | L65.9 | dermatological | losing hair, losing my hair, hair is falling out, hair falling out
Skin lump | R22.9 | dermatological | lump, bump under my skin
Blisters | T14.8 | dermatological | blister
Facial swelling | R22.0 | immune | swollen face, face is swollen, swollen lips, swollen tongue, lips are swelling, swelling of my face, throat is closing
Pale skin | R23.1 | hematological | pallor, looking pale
# mind and sleep
Anxiety | R45.0 | mental | anxious, nervous, nervousness, worried all the time, feeling anxious
Panic attack | F41.0 | mental | panic attacks
Depressed mood | R45.89 | mental | depressed, feeling down, feeling low, low mood, sad, hopeless, hopelessness, sadness
Stress | F43.9 | mental | stressed, stressed out, under stress, overwhelmed
Irritability | R45.4 | mental | irritable, short tempered
Mood swings | R45.86 | mental | mood swing
Trouble sleeping | G47.9 | mental | can't sleep, cannot sleep, difficulty sleeping, sleepless, sleeping badly, sleep badly, trouble falling asleep, poor sleep, waking up at night, problems sleeping
Daytime sleepiness | R40.0 | mental | drowsy, drowsiness, sleepy, sleepiness, falling asleep during the day
Suicidal thoughts | R45.851 | mental | suicidal, suicidal ideation, thoughts of suicide, want to kill myself
Hallucinations | R44.3 | mental | hearing voices, seeing things
# reproduction
Menstrual cramps | N94.6 | reproductive | period pain, period cramps, painful periods, dysmenorrhea
Irregular periods | N92.6 | reproductive | irregular period, irregular menstruation
Missed period | N91.2 | reproductive | late period, period is late
Heavy periods | N92.0 | reproductive | heavy period, heavy menstrual bleeding, heavy bleeding during my period
Vaginal bleeding | N93.9 | reproductive | spotting between periods, spotting
Vaginal discharge | N89.8 | reproductive |
Pelvic pain | R10.2 | reproductive |
Breast lump | N63.0 | reproductive | lump in my breast, lump in the breast
Breast pain | N64.4 | reproductive | breast tenderness, sore breasts
Testicular pain | N50.819 | reproductive | testicle pain, sore testicle
Low libido | R68.82 | reproductive | low sex drive, no sex drive
Toothache | K08.89 | oral | tooth ache, tooth pain, tooth hurts, teeth hurt
Bleeding gums | K06.8 | oral | gums bleed, gums are bleeding
Mouth sores | K12.1 | oral | mouth ulcer, mouth ulcers, canker sore, canker sores
Dry mouth | R68.2 | oral | mouth is dry
`,
);
