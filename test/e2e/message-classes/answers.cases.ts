/** Answers that fit what was said, and medicines that are checked against the record however the question is put. */
import type { MessageClass } from './message-class.ts';
import { REFUSED } from './message-class.ts';

const INTERNAL = /as I read you/i;

export const ANSWERS: readonly MessageClass[] = [
  {
    shows: 'a child who swallowed a medicine is a poisoning and no medicine of the own list',
    each: { raises: ['poisoning'], neverSays: [INTERNAL, /no longer take/i], neverFiles: [/birth date/i] },
    messages: [
      { text: 'My 3 year old drank from my methadone bottle.' },
      { text: 'Our toddler has swallowed some of grandma’s amlodipine tablets.' },
      { text: 'my daughter (2) got into the metformin and ate about ten' },
      { text: 'The little one next door drank half the bottle of ibuprofen syrup.' },
    ],
  },
  {
    shows: 'the harmless rule is not told to somebody in danger',
    each: { raises: ['any'], neverSays: [/after three weeks/i, /lasts more than/i] },
    messages: [
      { text: 'Petrol went up in my face, it is burnt and my voice is hoarse now.' },
      { text: 'I was in a house fire, I have soot in my nose and I am coughing.' },
      { text: 'After the bee sting my voice is hoarse and my tongue feels thick.' },
      { text: 'A cough since the chip bone got stuck in my throat, I can hardly get air.' },
    ],
  },
  {
    shows: 'what is feared is not answered as a diagnosis and not filed',
    each: { route: 'patient_consult', neverSays: [/your (?:dementia|cancer|parkinson|multiple sclerosis)/i] },
    messages: [
      { text: 'I keep losing my keys and I am scared that it is dementia.', neverFiles: [/dementia/i] },
      { text: 'I found a lump in my armpit and worry it could be cancer.', neverFiles: [/cancer/i] },
      { text: 'My hand trembles at rest, I fear I am getting Parkinson’s.', neverFiles: [/parkinson/i] },
      { text: 'Pins and needles in my legs. What if it is multiple sclerosis?', neverFiles: [/sclerosis/i] },
    ],
  },
  {
    shows: 'a value without a unit is judged in the unit of its neighbours',
    each: { route: 'patient_consult', neverSays: [REFUSED] },
    messages: [
      { text: 'My urea is 8.2 and creatinine 118 µmol/L.', neverSays: [/8\.2 mg\/dL/] },
      { text: 'Creatinine 96 umol/L, urea 6.9, is that ok?', neverSays: [/6\.9 mg\/dL/] },
      { text: 'Lipids: LDL 3.4 mmol/L, HDL 1.2, triglycerides 1.9.', neverSays: [/1\.[29] mg\/dL/] },
      { text: 'Fasting glucose 5.4 mmol/L and two hours later 7.1.', neverSays: [/7\.1 mg\/dL/] },
    ],
  },
  {
    shows: 'a daily total counts the tablets of each dose',
    messages: [
      { text: 'I take Tylenol 500 mg x2 every 6 hrs, is that too much?', says: [/4,?000/], neverSays: [/2,?000 mg/] },
      {
        text: 'Two 500 mg paracetamol four times a day, am I over the limit?',
        says: [/4,?000/],
      },
      { text: 'I have ibuprofen 200 mg, 2 tablets three times daily. Is this alright?', says: [/1,?200/] },
      { text: 'acetaminophen 650 mg x 2 every 8 hours ok?', says: [/3,?900/] },
    ],
  },
  {
    shows: 'a question about a medicine is checked against the allergy on record',
    messages: [
      { before: ['I am allergic to penicillin.'], text: 'Is it safe to take amoxicillin?', warns: [/amoxicillin/i] },
      {
        before: ['Sulfa drugs give me hives, I am allergic.'],
        text: 'The urologist suggests co-trimoxazole, fine?',
        warns: [/./],
      },
      { before: ['I have an aspirin allergy.'], text: 'would naproxen be alright for my back', warns: [/naproxen/i] },
      {
        before: ['Allergic to cephalosporins.'],
        text: 'Any problem with cefalexin?',
        warns: [/cefalexin|cephalexin/i],
      },
    ],
  },
  {
    shows: 'a question about a medicine is checked against pregnancy, kidneys and other medicines on record',
    messages: [
      { before: ['I am 20 weeks pregnant.'], text: 'Is it safe to take ibuprofen?', warns: [/ibuprofen/i] },
      { before: ['I take warfarin 3 mg daily.'], text: 'Is ibuprofen safe?', warns: [/ibuprofen/i] },
      { before: ['I have kidney disease stage 4.'], text: 'Is it safe to take naproxen?', warns: [/naproxen/i] },
      {
        before: ["I'm expecting, due in May."],
        text: 'How about diclofenac for my wrist?',
        warns: [/diclofenac/i],
      },
      { before: ['I am on apixaban.'], text: 'could I use some aspirin for this headache', warns: [/aspirin/i] },
      {
        before: ['My CKD is at stage 4.'],
        text: 'the chemist offered me ibuprofen gel and tablets, good idea?',
        warns: [/ibuprofen/i],
      },
    ],
  },
  {
    shows: 'a warning is given once',
    each: { once: /both raise the risk of bleeding/gi },
    messages: [
      { before: ['I take warfarin 5 mg.'], text: 'I took ibuprofen 400 mg, can I take ibuprofen again?' },
      {
        before: ['I am on warfarin.'],
        text: 'Naproxen 250 mg twice a day since Monday, is naproxen ok with warfarin?',
      },
      {
        before: ['I take warfarin and bisoprolol.'],
        text: 'Took an aspirin. Is aspirin bad with warfarin? Should I skip the aspirin?',
      },
      { before: ['Warfarin 4 mg every night for me.'], text: 'ibuprofen ibuprofen or paracetamol with my warfarin?' },
    ],
  },
  {
    shows: 'a question that follows about somebody else keeps the medicine',
    messages: [
      {
        before: ['How much paracetamol can I take in a day?'],
        text: 'and for my daughter? she is 6',
        says: [/paracetamol|acetaminophen/i],
      },
      { before: ['Can I take ibuprofen for a toothache?'], text: 'what about my son, he is 9', says: [/ibuprofen/i] },
      { before: ['What is the dose of cetirizine?'], text: 'And a child of four?', says: [/cetirizine/i] },
      { before: ['Is loratadine safe for me?'], text: 'and my wife who is breastfeeding?', says: [/loratadine/i] },
    ],
  },
];
