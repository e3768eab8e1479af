/** What people type: no capitals, few commas, slips of the finger. Each line: the words, the finding, and what is said of it. */
import { describe, expect, test } from 'vitest';
import { contextAt } from '../../src/clinical/text/context.ts';

const HAS = 'present patient current';
const NOT = 'absent patient current';
const MAYBE = 'possible patient current';
const ASKED = 'hypothetical patient current';
const BEFORE = 'present patient past';
const KIN = 'present family current';
const OTHER = 'present other current';

function read(text: string, finding: string): string {
  const start = text.indexOf(finding);
  expect(start).toBeGreaterThanOrEqual(0);
  const { assertion, experiencer, time } = contextAt(text, start, start + finding.length);
  return `${assertion} ${experiencer} ${time}`;
}

describe('said to be there', () => {
  test.each([
    ['ive had this cough for 2 weeks now', 'cough', HAS],
    ['i dont have a fever i have a cough', 'cough', HAS],
    ['no fever but coughing alot', 'coughing', HAS],
    ['no its not a cold i get headaches every day', 'headaches', HAS],
    ['no i have asthma not copd', 'asthma', HAS],
    ['not only headaches but nausea too', 'headaches', HAS],
    ['not only headaches but nausea too', 'nausea', HAS],
    ['my cough isnt getting any better', 'cough', HAS],
    ['the pills dont help my back pain', 'back pain', HAS],
    ['no change in the rash', 'rash', HAS],
    ['no improvement in my knee pain', 'knee pain', HAS],
    ['i cant stand this itching anymore', 'itching', HAS],
    ['i can walk without difficulty but the swelling is still there', 'swelling', HAS],
    ['when i stand up i get dizzy', 'dizzy', HAS],
    ['everytime i eat i get heartburn', 'heartburn', HAS],
    ['havent slept well, tired all the time', 'tired', HAS],
    ['not feeling well, chills and body aches', 'chills', HAS],
    ['should i worry about my chest pain', 'chest pain', HAS],
    ['why do i have a headache every morning', 'headache', HAS],
    ['i have diabetes can i eat rice', 'diabetes', HAS],
    ['hi doc im having bad migraines what should i do', 'migraines', HAS],
    ['my doctor told me i have high blood pressure', 'high blood pressure', HAS],
    ['they said its gout', 'gout', HAS],
    ['my husband says i snore', 'snore', HAS],
    ['my wife and i both have covid', 'covid', HAS],
    ['woke up with a sore throat', 'sore throat', HAS],
    ['got diagnosed with lupus last week', 'lupus', HAS],
    ['for the past 3 days ive had diarrhea', 'diarrhea', HAS],
    ['history of present illness: cough since monday', 'cough', HAS],
    ['the headaches never go away', 'headaches', HAS],
    ['vomiting non stop', 'vomiting', HAS],
    ['i took my son to school and now my back hurts', 'back hurts', HAS],
    ['my mom has diabetes and i have asthma', 'asthma', HAS],
    ['no one believes me but the pain is real', 'pain', HAS],
    ['i dont know why but im nauseous', 'nauseous', HAS],
    ['pain wont go away', 'pain', HAS],
    ['is it normal that i have a rash', 'rash', HAS],
    ['my doc put me on lisinopril because i have hypertension', 'hypertension', HAS],
  ])('%s: %s', (text, finding, expected) => expect(read(text, finding)).toBe(expected));
});

describe('said not to be there', () => {
  test.each([
    ['i dont have a fever i have a cough', 'fever', NOT],
    ['no fever chills or cough', 'cough', NOT],
    ['no fever, chills or sore throat', 'sore throat', NOT],
    ['i havent had any chest pain', 'chest pain', NOT],
    ['never been diagnosed with diabetes', 'diabetes', NOT],
    ['doesnt look like there is a rash, no itching', 'itching', NOT],
    ['denies nausea or vomiting', 'vomiting', NOT],
    ['tested negative for covid', 'covid', NOT],
    ['covid test was negative', 'covid', NOT],
    ['they ruled out a heart attack', 'heart attack', NOT],
    ['heart attack was ruled out at the er', 'heart attack', NOT],
    ['the headache is gone', 'headache', NOT],
    ['my rash went away', 'rash', NOT],
    ['rash cleared up', 'rash', NOT],
    ['i dont think its pneumonia', 'pneumonia', NOT],
    ['im not dizzy', 'dizzy', NOT],
    ['im not short of breath', 'short of breath', NOT],
    ['i no longer have migraines', 'migraines', NOT],
    ['without any nausea', 'nausea', NOT],
    ['fever: none', 'fever', NOT],
    ['neither cough nor fever', 'fever', NOT],
    ['dr said stroke is unlikely', 'stroke', NOT],
    ['lungs clear, free of infection', 'infection', NOT],
    ['i am a nonsmoker and i dont have copd or asthma', 'asthma', NOT],
    ['no known allergies no asthma', 'asthma', NOT],
    ['i dont get headaches', 'headaches', NOT],
    ['nausea has resolved', 'nausea', NOT],
    ['wasnt a seizure', 'seizure', NOT],
    ['no signs of infection around the cut', 'infection', NOT],
    ['stopped having hot flashes', 'hot flashes', NOT],
    ['no blood in stool since monday', 'blood in stool', NOT],
    ['i didnt notice any swelling', 'swelling', NOT],
  ])('%s: %s', (text, finding, expected) => expect(read(text, finding)).toBe(expected));
});

describe('not sure', () => {
  test.each([
    ['i think i have the flu', 'flu', MAYBE],
    ['i might have a uti', 'uti', MAYBE],
    ['maybe its just a migraine', 'migraine', MAYBE],
    ['my doctor thinks it could be celiac', 'celiac', MAYBE],
    ['dr suspects sleep apnea', 'sleep apnea', MAYBE],
    ['possible pneumonia on the xray', 'pneumonia', MAYBE],
    ['?pneumonia on chest film', 'pneumonia', MAYBE],
    ['not sure if its eczema', 'eczema', MAYBE],
    ['it looks like ringworm', 'ringworm', MAYBE],
    ['they want to rule out appendicitis', 'appendicitis', MAYBE],
    ['probably a sinus infection', 'sinus infection', MAYBE],
    ['could be arthritis', 'arthritis', MAYBE],
    ['gout is suspected', 'gout', MAYBE],
    ['doc says i may have ibs', 'ibs', MAYBE],
    ['lupus cant be ruled out', 'lupus', MAYBE],
    ['idk if i have anemia', 'anemia', MAYBE],
  ])('%s: %s', (text, finding, expected) => expect(read(text, finding)).toBe(expected));
});

describe('asked, feared or imagined', () => {
  test.each([
    ['what are the signs of a stroke', 'stroke', ASKED],
    ['do i have diabetes', 'diabetes', ASKED],
    ['can stress cause chest pain', 'chest pain', ASKED],
    ['if i get a fever should i go in', 'fever', ASKED],
    ['im afraid of getting cancer', 'cancer', ASKED],
    ['worried about a heart attack', 'heart attack', ASKED],
    ['how do you treat gout', 'gout', ASKED],
    ['is ibuprofen ok for a headache', 'headache', ASKED],
    ['they told me to come back if there is bleeding', 'bleeding', ASKED],
    ['call the doctor if any fever, rash or vomiting', 'rash', ASKED],
    ['in case of an asthma attack what do i do', 'asthma attack', ASKED],
    ['i want to get pregnant', 'pregnant', ASKED],
    ['getting tested for lupus tomorrow', 'lupus', ASKED],
    ['got the vaccine against shingles', 'shingles', ASKED],
    ['what if its cancer', 'cancer', ASKED],
    ['read about fibromyalgia online', 'fibromyalgia', ASKED],
    ['how can i lower my risk of stroke', 'stroke', ASKED],
    ['does metformin give you diarrhea', 'diarrhea', ASKED],
  ])('%s: %s', (text, finding, expected) => expect(read(text, finding)).toBe(expected));
});

describe('of before', () => {
  test.each([
    ['i have a history of depression', 'depression', BEFORE],
    ['hx of kidney stones', 'kidney stones', BEFORE],
    ['h/o afib', 'afib', BEFORE],
    ['used to get migraines', 'migraines', BEFORE],
    ['had asthma as a kid', 'asthma', BEFORE],
    ['as a child i had seizures', 'seizures', BEFORE],
    ['had a heart attack in 2015', 'heart attack', BEFORE],
    ['back in 2009 i had a stroke', 'stroke', BEFORE],
    ['when i was 12 i had pneumonia', 'pneumonia', BEFORE],
    ['i had shingles 3 years ago', 'shingles', BEFORE],
    ['s/p appendectomy', 'appendectomy', BEFORE],
    ['previous dvt in my leg', 'dvt', BEFORE],
    ['pmh: asthma, gerd', 'gerd', BEFORE],
    ['breast cancer survivor', 'breast cancer', BEFORE],
    ['i had gestational diabetes when i was pregnant', 'gestational diabetes', BEFORE],
    ['lymphoma in remission', 'lymphoma', BEFORE],
    ['history of asthma, now coughing a lot', 'asthma', BEFORE],
    ['history of asthma, now coughing a lot', 'coughing', HAS],
    ['no history of seizures', 'seizures', 'absent patient past'],
  ])('%s: %s', (text, finding, expected) => expect(read(text, finding)).toBe(expected));
});

describe('of somebody else', () => {
  test.each([
    ['my mom has diabetes and i have asthma', 'diabetes', KIN],
    ['my moms got breast cancer', 'breast cancer', KIN],
    ['my 3 year old has a fever', 'fever', KIN],
    ['my 3yo has an ear infection', 'ear infection', KIN],
    ['my little sister has eczema', 'eczema', KIN],
    ['colon cancer runs in my family', 'colon cancer', KIN],
    ['my maternal aunt had ovarian cancer', 'ovarian cancer', KIN],
    ['fh: heart disease', 'heart disease', KIN],
    ['no family history of diabetes', 'diabetes', 'absent family current'],
    ['my dad died of a stroke', 'stroke', KIN],
    ['my son threw up all night he has a rash too', 'rash', KIN],
    ['my husband has gout and his knee is swollen', 'swollen', KIN],
    ['baby has had diarrhea since friday my poor little girl has a fever', 'fever', KIN],
    ['asthma on my mothers side', 'asthma', KIN],
    ['my friend has covid', 'covid', OTHER],
    ['my coworker tested positive for flu', 'flu', OTHER],
    ['my patient has copd', 'copd', OTHER],
    ['my dog has a limp', 'limp', OTHER],
    ['someone at work has strep', 'strep', OTHER],
    ['does my son have asthma', 'asthma', 'hypothetical family current'],
  ])('%s: %s', (text, finding, expected) => expect(read(text, finding)).toBe(expected));
});

describe('all sorts', () => {
  test.each([
    ['i was never a smoker but my dad has emphysema', 'emphysema', KIN],
    ['doc says no cancer thank god', 'cancer', NOT],
    ['no idea why but my ankles swell', 'swell', HAS],
    ['i get dizzy but dont pass out', 'dizzy', HAS],
    ['i get dizzy but dont pass out', 'pass out', NOT],
    ['nobody in my family has diabetes', 'diabetes', 'absent family current'],
    ['are these symptoms of a uti', 'uti', ASKED],
    ['my kids all have lice', 'lice', KIN],
    ['i think my son has adhd', 'adhd', 'possible family current'],
    ['my mother in law had a stroke last year', 'stroke', 'present family past'],
    ['dont have diabetes or high cholesterol', 'high cholesterol', NOT],
    ['i dont have diabetes my wife does', 'diabetes', NOT],
    ['xray showed no fracture', 'fracture', NOT],
    ['mri came back negative for ms', 'ms', NOT],
    ['the er said it wasnt a heart attack just acid reflux', 'heart attack', NOT],
    ['the er said it wasnt a heart attack just acid reflux', 'acid reflux', HAS],
    ['i had no nausea until yesterday', 'nausea', NOT],
    ['would this cause hair loss', 'hair loss', ASKED],
    ['took advil for my headache, didnt help', 'headache', HAS],
    ['took advil for headache', 'headache', HAS],
    ['can i take advil for a headache', 'headache', ASKED],
    ['my knee pain is better but not gone', 'knee pain', HAS],
    ['the swelling hasnt gone down', 'swelling', HAS],
    ['i was told i might have prediabetes', 'prediabetes', MAYBE],
    ['she has dementia', 'dementia', OTHER],
    ['caring for my mom with dementia', 'dementia', KIN],
    ['my mom is 80 and she has dementia', 'dementia', KIN],
    ['i hurt my back 2 years ago and it still aches', 'aches', HAS],
    ['ive always had bad allergies', 'allergies', HAS],
    ['since 2012 i have had crohns', 'crohns', HAS],
    ['no more headaches since i quit coffee', 'headaches', NOT],
    ['been throwing up since last night no diarrhea', 'diarrhea', NOT],
    ['been throwing up since last night no diarrhea', 'throwing up', HAS],
    ['i have anxiety not depression', 'depression', NOT],
    ['i have anxiety not depression', 'anxiety', HAS],
    ['everyone at home is sick and now i have a fever', 'fever', HAS],
    ['my neighbors kid has chickenpox, should i worry', 'chickenpox', OTHER],
    ['scheduled for a colonoscopy to check for polyps', 'polyps', ASKED],
    ['what does it mean if i have protein in my urine', 'protein in my urine', ASKED],
    ['how long does a cold last', 'cold', ASKED],
    ['how long will my cold last', 'cold', HAS],
    ['did i have a stroke', 'stroke', ASKED],
    ['my doctor said my mri shows a herniated disc', 'herniated disc', HAS],
    ['my psychiatrist says she thinks i have bipolar', 'bipolar', MAYBE],
    ['it hurts when i pee and there is blood in my urine', 'blood in my urine', HAS],
    ['i cant breathe', 'cant breathe', HAS],
    ['not allergic to anything, no asthma', 'asthma', NOT],
    ['allergic to penicillin since childhood', 'penicillin', HAS],
    ['my periods are irregular and im not pregnant', 'pregnant', NOT],
    ['im 8 weeks pregnant', 'pregnant', HAS],
    ['could i be pregnant', 'pregnant', ASKED],
    ['my chest doesnt hurt', 'hurt', NOT],
    ['my stomach hurts but my chest doesnt', 'stomach hurts', HAS],
    ['i forgot to mention my sister was diagnosed with lupus', 'lupus', KIN],
    ['nothing helps my migraines', 'migraines', HAS],
    ['he has a history of heart failure', 'heart failure', 'present other past'],
    ['took my daughter in for a fever', 'fever', KIN],
    ['my heart races if i climb stairs', 'heart races', HAS],
    ['i get hives if i eat shrimp', 'hives', HAS],
    ['without my inhaler i get short of breath', 'short of breath', HAS],
    ['with no warning i fainted', 'fainted', HAS],
    ['no doubt this is a migraine', 'migraine', HAS],
    ['migraine? i get them monthly', 'migraine', ASKED],
    ['Mother: breast cancer. Father: hypertension.', 'hypertension', KIN],
    ['Patient denies chest pain. He reports dizziness and nausea.', 'dizziness', HAS],
    ['Was admitted with pneumonia last week.', 'pneumonia', HAS],
  ])('%s: %s', (text, finding, expected) => expect(read(text, finding)).toBe(expected));
});
