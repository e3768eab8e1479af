/** What comes to stand in the record, what must not, and how it is corrected by conversation. */
import type { MessageClass } from './message-class.ts';

const CHANGED = [{ outcome: 'changed' }];
const WITHDRAWN = [{ outcome: 'withdrawn' }];
const YESTERDAY = new RegExp(`^${new Date(Date.now() - 24 * 3600 * 1000).toISOString().slice(0, 10)}`);

export const RECORDED: readonly MessageClass[] = [
  {
    shows: 'an allergy in the second clause is filed',
    messages: [
      {
        text: 'I have a sore throat and I am allergic to penicillin.',
        files: [{ name: 'Penicillin', kind: 'allergy' }],
      },
      {
        text: 'My knee hurts again, by the way latex brings me out in a rash.',
        files: [{ name: 'Latex', kind: 'allergy' }],
      },
      {
        text: 'Booked for a CT on Friday; contrast made my face swell last time, I am allergic to it.',
        files: [{ name: /contrast/i, kind: 'allergy' }],
      },
      {
        text: 'Hay fever is bad this year, and peanuts: anaphylaxis in 2012, allergic ever since.',
        files: [{ name: /peanut/i, kind: 'allergy' }],
      },
    ],
  },
  {
    shows: 'every item of a list is filed',
    messages: [
      {
        text: 'I take lisinopril, metformin and simvastatin.',
        files: [{ name: 'Lisinopril' }, { name: 'Metformin' }, { name: 'Simvastatin' }],
      },
      {
        text: 'Allergies: codeine, latex, eggs.',
        files: [
          { name: 'Codeine', kind: 'allergy' },
          { name: 'Latex', kind: 'allergy' },
        ],
      },
      {
        text: 'I have asthma, gout and psoriasis.',
        files: [{ name: 'Asthma' }, { name: 'Gout' }, { name: 'Psoriasis' }],
      },
      {
        text: 'Meds are omeprazole 20 mg / amlodipine 10 mg / levothyroxine 75 mcg',
        files: [
          { name: 'Omeprazole', value: 20 },
          { name: 'Amlodipine', value: 10 },
          { name: 'Levothyroxine', value: 75 },
        ],
      },
    ],
  },
  {
    shows: 'a value is filed where the words leave its name or unit open',
    messages: [
      { text: 'My potassium was 5.1 in May and is 4.4 now.', files: [{ name: 'Potassium', value: 4.4 }] },
      {
        text: 'My HbA1c came down from 8.6, it is 7.4 now.',
        files: [{ name: /a1c/i, value: 7.4 }],
      },
      {
        text: 'The monitor says 230/130, I feel fine though.',
        files: [{ name: 'Systolic blood pressure', value: 230 }],
      },
      { text: 'cuff shows 142 over 91', files: [{ name: 'Systolic blood pressure', value: 142 }] },
      {
        text: 'The finger clip says 96.',
        files: [{ name: 'Oxygen saturation', value: 96 }],
      },
      {
        text: 'the machine says 78 % oxygen',
        raises: ['breathing'],
        files: [{ name: 'Oxygen saturation', value: 78 }],
      },
      { text: 'Stepped on the scales: 78.2 kg.', files: [{ name: 'Weight', value: 78.2 }] },
    ],
  },
  {
    shows: 'a medicine of a few days that makes somebody ill is an intolerance, and not taken',
    messages: [
      { text: 'codeine makes me sick', files: [{ name: 'Codeine', kind: 'allergy' }] },
      { text: 'Amoxicillin upsets my stomach.', files: [{ name: 'Amoxicillin', kind: 'allergy' }] },
      {
        text: "I take warfarin, and erythromycin doesn't agree with me.",
        files: [{ name: 'Erythromycin', kind: 'allergy' }],
      },
      { text: 'My sertraline makes me dizzy.', files: [{ name: 'Sertraline', kind: 'medication' }] },
    ],
  },
  {
    shows: 'each visit of a list is filed, to a clinic too',
    messages: [
      {
        text: 'eye clinic next Thursday 10.20 with Dr Salim',
        files: [{ name: 'Eye clinic appointment', kind: 'encounter', status: 'scheduled' }],
      },
      {
        text: 'I saw the cardiologist on Monday and the dermatologist on Wednesday.',
        files: [
          { name: 'Cardiology appointment', status: 'past' },
          { name: 'Dermatology appointment', status: 'past' },
        ],
      },
      {
        text: 'Seeing my GP tomorrow and the neurologist next week.',
        files: [
          { name: 'GP appointment', status: 'scheduled' },
          { name: 'Neurology appointment', status: 'scheduled' },
        ],
      },
    ],
  },
  {
    shows: 'what is not so of the person is not filed',
    messages: [
      {
        text: 'My son weighs 21 kg, how much paracetamol may he have?',
        neverFiles: [/weight/i, /paracetamol|acetaminophen/i],
      },
      { text: 'I weigh 82 kg, sorry, 79 kg.', files: [{ name: 'Weight', value: 79 }], neverRecord: [/"value":82/] },
      {
        text: 'The doctor prescribed atorvastatin but I never took it.',
        neverRecord: [/"status":"active"[^}]*atorvastatin/i],
      },
      { text: 'I was allergic to milk as a baby but I have outgrown it.', neverRecord: [/"status":"active"/i] },
      { text: 'Our daughter is 104 cm tall and 16 kg.', neverFiles: [/weight/i, /height/i] },
      {
        text: 'Temp 39.1, no wait, I misread, 37.1.',
        files: [{ name: /temperature/i, value: 37.1 }],
        neverRecord: [/39\.1/],
      },
      { text: 'They offered me tramadol and I said no.', neverFiles: [/tramadol/i] },
      { text: 'As a kid I could not have eggs, that allergy is long gone.', neverRecord: [/"status":"active"/i] },
    ],
  },
  {
    shows: 'an allergy that is told with a please is filed, not sent to the panel',
    each: { neverSays: [/side panel/i] },
    messages: [
      { text: 'please note that I have a penicillin allergy', files: [{ name: 'Penicillin', kind: 'allergy' }] },
      { text: 'Could you put down that I take bisoprolol 5 mg?', files: [{ name: 'Bisoprolol' }] },
      {
        text: 'For your notes: I was diagnosed with coeliac disease.',
        files: [{ name: /coeliac|celiac/i, kind: 'condition' }],
      },
      {
        text: 'Kindly remember that shellfish makes me swell up, I am allergic.',
        files: [{ name: 'Shellfish', kind: 'allergy' }],
      },
    ],
  },
  {
    shows: 'a condition that was a mistake is withdrawn',
    each: { corrections: WITHDRAWN },
    messages: [
      { before: ['I have asthma.'], text: "I don't have asthma, that was a mistake", neverRecord: [/Asthma/] },
      { before: ['I have gout.'], text: 'Please take out the gout, I never had it.', neverRecord: [/Gout/] },
      {
        before: ['I am allergic to latex.'],
        text: 'The latex allergy is wrong, I am not allergic to it.',
        neverRecord: [/Latex/],
      },
      {
        before: ['I take digoxin.'],
        text: 'I said digoxin by mistake, I have never been on it.',
        neverRecord: [/Digoxin/],
      },
    ],
  },
  {
    shows: 'a value that was wrong is replaced',
    messages: [
      {
        before: ['My systolic pressure was 140/90 on Monday and 155/92 on Wednesday.'],
        text: 'the Wednesday value was 145, not 155',
        corrections: CHANGED,
        record: [/"value":145\b/],
        neverRecord: [/"value":155/],
      },
      {
        before: ['I take metformin 500 mg twice a day.'],
        text: "Actually it's 850 mg",
        record: [/"value":850\b/],
        neverRecord: [/"value":500/],
      },
      {
        before: ['My weight is 93 kg.'],
        text: 'I meant 83 kg, not 93.',
        record: [/"value":83\b/],
        neverRecord: [/"value":93/],
      },
      {
        before: ['My ferritin was 14 last week.'],
        text: 'correction: the ferritin was 41',
        record: [/"value":41\b/],
        neverRecord: [/"value":14\b/],
      },
      {
        before: ['I take levothyroxine 50 mcg.'],
        text: 'Oops, 75 mcg of levothyroxine it should be.',
        record: [/"value":75\b/],
        neverRecord: [/"value":50/],
      },
    ],
  },
  {
    shows: 'a fact told again is the same fact',
    each: { record: [/"observations":1,/] },
    messages: [
      { before: ['My weight is 72 kg.'], text: 'As I said, my weight is 72 kg today.' },
      {
        before: ['Pulse 88 today.'],
        text: 'my pulse is 88 today, is that normal?',
      },
      { before: ['My fasting glucose was 118 mg/dL this morning.'], text: 'fasting glucose this morning: 118 mg/dL' },
      { before: ['HbA1c 5.9 % yesterday.'], text: 'So yesterday my HbA1c was 5.9 %, what now?' },
    ],
  },
  {
    shows: 'a date stays with its value, and a month stays a month',
    messages: [
      {
        text: 'ferritin 41 on 1 September and LDL 160, HDL 38 yesterday',
        dated: [
          ['Ferritin', /-09-01/],
          ['LDL cholesterol', YESTERDAY],
          ['HDL cholesterol', YESTERDAY],
        ],
      },
      {
        text: 'Hemoglobin 11.2 on 3 October and ferritin 9, sodium 138 on 20 October',
        dated: [
          ['Hemoglobin', /-10-03/],
          ['Ferritin', /-10-20/],
          ['Sodium', /-10-20/],
        ],
      },
      {
        text: 'TSH 6.2 on 5 August, vitamin D 19 yesterday',
        dated: [
          ['TSH', /-08-05/],
          ['Vitamin D level', YESTERDAY],
        ],
      },
      { text: 'I was diagnosed with gout last month.', dated: [['Gout', /^\d{4}-\d\d$/]] },
      { text: 'Last year they found glaucoma in my left eye.', dated: [['Glaucoma', /^\d{4}$/]] },
    ],
  },
  {
    shows: 'family history is filed with the age at onset',
    messages: [
      { text: 'My father had a heart attack at 51.', record: [/Heart attack/, /father/, /"age_at_onset":51/] },
      {
        text: 'My sister got breast cancer when she was 39.',
        record: [/Breast cancer/, /sister/, /"age_at_onset":39/],
      },
      {
        text: 'Grandma on my mother’s side had type 2 diabetes from age 60 on.',
        record: [/Type 2 diabetes/, /maternal grandmother/, /"age_at_onset":60/],
      },
      {
        text: 'Both of my brothers have glaucoma, the older since 45.',
        record: [/Glaucoma/, /brother/, /"age_at_onset":45/],
      },
    ],
  },
  {
    shows: 'age and sex come to stand in the record',
    messages: [
      {
        text: "I'm a 34 year old woman with migraine.",
        record: [/"age":34/, /female/i],
      },
      {
        text: 'I am a man of 61 and have gout.',
        record: [/"age":61/, /"male"/i],
      },
      { text: '47M with asthma, what should I watch for?', record: [/"age":47/, /"male"/i] },
      {
        text: 'Female, 28, eczema since childhood.',
        record: [/"age":28/, /female/i],
      },
    ],
  },
];
