/**
 * Twenty messages that are hard to read, each with what makes it so. The test sends them through a whole fleet; the table
 * in docs/hard-messages.md is made from the same run.
 */
import type { Fact } from '../../src/record/fact.ts';

export type HardMessage = {
  /** Why it is hard. */
  hard: string;
  /** Earlier messages of the same session, by the same person. */
  before?: readonly string[];
  text: string;
  timezone?: string;
  /** Unless it is for the consultant who knows the record. */
  route?: 'non_health';
  flags?: readonly string[];
  /** The facts that are filed, all of them. */
  filed: readonly (Partial<Fact> & { name: string })[];
  /** Relatives' conditions, as they come to stand in the record. */
  family?: readonly { relation: string; name: string }[];
  says: readonly RegExp[];
  neverSays?: readonly RegExp[];
};

export const HARD_MESSAGES: readonly HardMessage[] = [
  {
    hard: 'a long story with two problems and a question',
    text: "Hi, I'm a 54 year old teacher. I was diagnosed with type 2 diabetes in 2019 and I take metformin 1000 mg twice a day and ramipril 5 mg every morning. For the past three weeks I've had a dry cough, mostly at night, no fever and no weight loss. My fasting sugar was 148 mg/dL yesterday. Could the cough come from one of my pills?",
    filed: [
      { name: 'Type 2 diabetes', status: 'active', effective_time: '2019' },
      { name: 'Metformin', value: 1000, unit: 'mg', frequency: { text: 'twice a day', times_per_day: 2 } },
      { name: 'Ramipril', value: 5, unit: 'mg', frequency: { text: 'every morning', times_per_day: 1 } },
      { name: 'Cough', duration: 'three weeks' },
      { name: 'Fasting glucose', value: 148, unit: 'mg/dL' },
      { name: 'Birth date', kind: 'profile' },
    ],
    says: [/Cough is a known side effect of Ramipril/, /148 mg\/dL is above/, /lasts more than three weeks/],
    neverSays: [/\bFever\b/, /weight loss if/, /record holds nothing about/],
  },
  {
    hard: 'denial, own and family in one sentence',
    text: "I don't have asthma and never smoked, but my mother has asthma and my brother died of a heart attack at 48, and I do get migraines about once a month. Should I get my heart checked?",
    filed: [{ name: 'Migraine', status: 'active' }, { name: 'Asthma' }, { name: 'Heart attack' }],
    family: [
      { relation: 'mother', name: 'Asthma' },
      { relation: 'brother', name: 'Heart attack' },
    ],
    says: [/Asthma \(your mother\) and Heart attack \(your brother\): this is your family history/],
  },
  {
    hard: 'a correction in the next message',
    before: ['My blood pressure was 150/95 this morning.'],
    text: 'Sorry, no, it was 130 over 85, I read the wrong line.',
    filed: [
      { name: 'Systolic blood pressure', value: 130, supersedes: 'previous' },
      { name: 'Diastolic blood pressure', value: 85, supersedes: 'previous' },
    ],
    says: [/130\/85/, /is now 130 mmHg; it was 150/],
  },
  {
    hard: 'medicines changed, stopped and begun',
    before: ['I take lisinopril 10 mg once a day, amlodipine 5 mg daily and atorvastatin 20 mg at night.'],
    text: 'My doctor stopped the lisinopril last Tuesday because of the cough and put me on losartan 50 mg once daily instead. She also doubled my atorvastatin to 40 mg. The amlodipine stays the same.',
    filed: [
      { name: 'Lisinopril', status: 'stopped' },
      {
        name: 'Losartan',
        value: 50,
        unit: 'mg',
        status: 'active',
        frequency: { text: 'once daily', times_per_day: 1 },
      },
      { name: 'Atorvastatin', value: 40, unit: 'mg', status: 'active' },
      { name: 'Amlodipine', status: 'active' },
      { name: 'Cough' },
    ],
    says: [
      /lisinopril \(stopped\)/,
      /known side effect of Lisinopril/,
      /Your record listed lisinopril as taken until now/,
    ],
    // The interaction of the two is not reported, because they are not taken together.
    neverSays: [/Losartan (?:together )?with Lisinopril/, /no dangerous combination among [^;]*lisinopril/],
  },
  {
    hard: 'a laboratory report, pasted as lines',
    text: 'Got this from the lab today:\nHemoglobin 10.8 g/dL (12.0-16.0) L\nMCV 74 fL\nFerritin 6 ng/mL (15-150)\nWBC 6.2 x10^9/L\nPlatelets 410 10^3/uL\nTSH 2.1 mIU/L\nCRP <5 mg/L\nWhat does it mean?',
    filed: [
      { name: 'Hemoglobin', value: 10.8, unit: 'g/dL' },
      { name: 'Mean corpuscular volume', value: 74, unit: 'fL' },
      { name: 'Ferritin', value: 6, unit: 'ng/mL' },
      { name: 'White blood cell count', value: 6.2 },
      { name: 'Platelet count', value: 410, canonical: { value: 410, unit: '10^9/L' } },
      { name: 'TSH', value: 2.1, unit: 'mIU/L' },
      { name: 'C-reactive protein', value: '<5', unit: 'mg/L' },
    ],
    says: [/ferritin 6 ng\/mL are below the usual range/, /C-reactive protein <5 mg\/L are within/],
    neverSays: [/no date for/],
  },
  {
    hard: 'numbers as they are spoken',
    text: "the nurse said my pressure is one forty five over ninety and my pulse is seventy two, I weigh a hundred and ninety pounds and I'm five foot eleven",
    filed: [
      { name: 'Systolic blood pressure', value: 145, unit: 'mmHg' },
      { name: 'Diastolic blood pressure', value: 90, unit: 'mmHg' },
      { name: 'Heart rate', value: 72, unit: 'bpm' },
      { name: 'Weight', value: 190, unit: 'lb' },
      { name: 'Height', value: 71, unit: 'in' },
    ],
    says: [/145\/90 mmHg is above/, /Body mass index 26\.5/],
  },
  {
    hard: 'typing errors and no punctuation',
    text: 'hi my sugr was 210 last nite and i hav diabetis typ 2 i tak metfornin 500 twise a day and now i hav a hedache and blury vision wat shud i do',
    filed: [
      { name: 'Blood glucose', value: 210, unit: 'mg/dL' },
      { name: 'Diabetes', status: 'active' },
      { name: 'Metformin', value: 500, status: 'active', frequency: { text: 'twise a day', times_per_day: 2 } },
      { name: 'Headache' },
      { name: 'Blurred vision' },
    ],
    says: [/Blood glucose 210 mg\/dL is above/, /blurred vision/, /Blood glucose: Talk about values/],
  },
  {
    hard: 'a red flag in the middle of small talk',
    text: "Lovely weather, isn't it? We had the grandchildren over for the weekend and baked a cake. Since lunch my face has been drooping on one side and my words come out slurred, but I expect it's just tiredness. Anyway, do you have tips for better sleep?",
    flags: ['stroke'],
    filed: [
      { name: 'Facial droop', duration: 'since lunch' },
      { name: 'Slurred speech', duration: 'since lunch' },
      { name: 'Fatigue' },
    ],
    says: [/^These can be signs of a stroke/, /note when it began/],
  },
  {
    hard: 'a share request and a question',
    before: ['My LDL was 162 mg/dL on 3 March 2026.', 'LDL 131 mg/dL on 2 September 2026'],
    text: 'Please send my cholesterol results to Dr. Patel. And is my LDL getting better?',
    filed: [{ kind: 'practitioner', name: 'Dr. Patel' }],
    says: [
      /from 162 mg\/dL \(3 March 2026\) to 131 mg\/dL \(2 September 2026\): 31 mg\/dL lower/,
      /To share your health information, please use/,
    ],
  },
  {
    hard: 'a follow-up without a medical word',
    before: ["I've had a sore throat and swollen glands for four days."],
    text: 'And is it normal that it is worse in the morning?',
    filed: [],
    says: [/^Common causes of sore throat/],
    neverSays: [/emergency/],
  },
  {
    hard: 'a mother about her child',
    text: 'My daughter is 6 years old, weighs 20 kg and has had a temperature of 39.2 since last night. She is drinking and playing. I gave her 10 ml of paracetamol syrup. I have hay fever myself. When should we see a doctor?',
    filed: [{ name: 'Allergic rhinitis', status: 'active' }],
    says: [
      /^Fever: See a doctor the same day if the child/,
      /Body temperature 39\.2 °C for your daughter\. That is a fever/,
    ],
    neverSays: [/interaction/, /visit/],
  },
  {
    hard: 'then and now',
    text: 'I had breast cancer in 2012 and was treated with tamoxifen until 2017, and I used to have terrible heartburn but not any more. Now I have pain in my left hip since Monday and I am taking ibuprofen 400 mg three times a day.',
    filed: [
      { name: 'Breast cancer', status: 'resolved', effective_time: '2012' },
      { name: 'Tamoxifen', status: 'stopped', effective_time: '2017' },
      { name: 'Heartburn', status: 'resolved' },
      { name: 'Hip pain', body_site: 'left hip', duration: 'since Monday' },
      { name: 'Ibuprofen', value: 400, unit: 'mg', status: 'active' },
    ],
    says: [/breast cancer \(over\)/, /Hip pain: See a doctor if it disturbs sleep/],
    neverSays: [/Heartburn is a known side effect/],
  },
  {
    hard: 'units of both worlds',
    text: 'In Germany my glucose was 6.1 mmol/L and my creatinine 88 µmol/L in June; back in the US it is 118 mg/dL, I am 5\'4" and 64 kg, and my temp is 98.9F. Are these OK?',
    // "It is 118 mg/dL" may be either of two, so nothing is filed of it.
    filed: [
      { name: 'Blood glucose', value: 6.1, unit: 'mmol/L' },
      { name: 'Creatinine', value: 88, unit: 'µmol/L' },
      { name: 'Height', value: 64, unit: 'in' },
      { name: 'Weight', value: 64, unit: 'kg' },
      { name: 'Body temperature', value: 98.9, unit: '°F' },
    ],
    says: [/glucose 6\.1 mmol\/L.* creatinine 88 µmol\/L.* are within the usual range/, /Body mass index/],
  },
  {
    hard: 'relative dates in a far time zone',
    timezone: 'Pacific/Auckland',
    text: 'Last night at 11pm my oxygen was 94%, this morning at 7 it was 96%. I had my flu shot the day before yesterday and I see Dr. Chen next Friday at 9:30.',
    filed: [
      { name: 'Oxygen saturation', value: 94, unit: '%' },
      { name: 'Oxygen saturation', value: 96, unit: '%' },
      { name: 'Flu vaccine', status: 'past' },
      { kind: 'encounter', name: 'Appointment with Dr. Chen', status: 'scheduled' },
      { kind: 'practitioner', name: 'Dr. Chen' },
    ],
    says: [/Oxygen saturation 96 % is within/, /appointment with Dr\. Chen \(.*, 09:30, to come\)/],
  },
  {
    hard: 'an allergy with its reaction, an intolerance and a question',
    text: "Penicillin gives me hives and once my lips swelled, and I can't tolerate lactose (bloating). I'm not allergic to latex. The dentist wants to give me amoxicillin, is that safe?",
    filed: [
      { kind: 'allergy', name: 'Penicillin', reaction: 'Hives, Swollen lips or tongue' },
      { kind: 'allergy', name: 'Lactose', reaction: 'Bloating' },
    ],
    says: [/^Careful: an allergy to Penicillin/, /Do not take Amoxicillin before/],
    neverSays: [/emergency/, /Latex/i],
  },
  {
    hard: 'only supposed',
    text: 'What would happen if I had high blood pressure and took 800 mg of ibuprofen every day? I do not, I am just worried after reading about it.',
    filed: [],
    says: [/Ibuprofen with Hypertension: it can raise blood pressure/],
  },
  {
    hard: 'a figure of speech beside a real complaint',
    text: 'My boss is a real headache and this project gives me a heart attack every week, the whole office is sick of it. But seriously, my left knee has been swollen since Saturday and hurts when I climb stairs.',
    filed: [{ name: 'Joint swelling', body_site: 'left knee', duration: 'since Saturday' }],
    says: [/joint swelling \(left knee, since Saturday\)/],
    neverSays: [/headache/i, /heart/i],
  },
  {
    hard: 'a dangerous combination',
    before: ['I am on warfarin 5 mg daily for atrial fibrillation.'],
    text: "I pulled my back yesterday and a friend gave me naproxen. I've taken two already and noticed my gums bleed when I brush. Can I go on with it?",
    filed: [{ name: 'Naproxen', status: 'active' }, { name: 'Bleeding gums' }],
    says: [/Naproxen together with Warfarin/, /ring your doctor or pharmacist today/],
  },
  {
    hard: 'off topic inside a health conversation',
    before: ['My blood pressure was 128/82 yesterday evening. Is that fine?'],
    text: 'Great. By the way, who won the football last night?',
    route: 'non_health',
    filed: [],
    says: [/^I can only help with health-related questions/],
  },
  {
    hard: 'an uncertain diagnosis, a visit and what is to come',
    text: 'On 2 November I saw the cardiologist Dr. Maria Lopez at St. Mary’s Hospital about palpitations. The ECG was normal, she thinks it may be anxiety and wants to rule out an overactive thyroid. I have a blood test on Thursday and I am due for a colonoscopy in January. What should I ask her?',
    filed: [
      { kind: 'encounter', name: 'Cardiology appointment', status: 'past' },
      { kind: 'practitioner', name: 'Dr. Maria Lopez', specialty: 'Cardiology' },
      { kind: 'organization', name: 'St. Mary’s Hospital' },
      { name: 'Palpitations' },
      { name: 'Electrocardiogram', status: 'past' },
      { name: 'Colonoscopy', status: 'scheduled' },
    ],
    says: [
      /cardiology appointment \(2 November \d{4}, with Dr\. Maria Lopez/,
      /colonoscopy \(January \d{4}, to come\)/,
    ],
  },
];
