import { describe, expect, test } from 'vitest';
import { assertionAt, contextAt } from '../../src/clinical/text/context.ts';

const of = (text: string, words: string) => assertionAt(text, text.indexOf(words), text.indexOf(words) + words.length);

describe('what is denied, asked or feared is not filed', () => {
  test.each([
    ['I have no fever', 'fever', 'absent'],
    ['Denies fever, cough or chills', 'chills', 'absent'],
    ['No fever but a bad cough', 'cough', 'present'],
    ["I don't have diabetes, I have asthma", 'diabetes', 'absent'],
    ["I don't have diabetes, I have asthma", 'asthma', 'present'],
    ['I’m not allergic to penicillin', 'penicillin', 'absent'],
    ['I never had asthma', 'asthma', 'absent'],
    ['No, I have a headache', 'headache', 'present'],
    ['My headache is gone', 'headache', 'absent'],
    ['Stroke was ruled out', 'Stroke', 'absent'],
    ['I have noted a rash', 'rash', 'present'],
    ['My cough is not getting better', 'cough', 'present'],
    ['I think I have the flu', 'flu', 'possible'],
    ['Maybe it is migraine', 'migraine', 'possible'],
    ['What is diabetes?', 'diabetes', 'hypothetical'],
    ['tell me about hypertension', 'hypertension', 'hypothetical'],
    ['how do I treat a migraine', 'migraine', 'hypothetical'],
    ['Is it ok to take ibuprofen with metformin?', 'metformin', 'hypothetical'],
    ['Can metformin cause nausea?', 'nausea', 'hypothetical'],
    ['Do I have diabetes?', 'diabetes', 'hypothetical'],
    ['If I get a fever, should I call?', 'fever', 'hypothetical'],
    ['Should I worry about a headache?', 'headache', 'hypothetical'],
    ['I am worried about cancer', 'cancer', 'hypothetical'],
    ['my risk of stroke', 'stroke', 'hypothetical'],
    ['I was tested for covid', 'covid', 'hypothetical'],
    ['Is a blood pressure of 120/80 normal?', 'blood pressure', 'hypothetical'],
  ])('%s: %s', (text, words, expected) => expect(of(text, words).assertion).toBe(expected));
});

describe('a question can still tell a fact', () => {
  test.each([
    ['Can I take ibuprofen with my metformin?', 'metformin'],
    ['Should I worry about my headache?', 'headache'],
    ['I have asthma, can I run?', 'asthma'],
    ['Since I have kidney disease, is ibuprofen ok?', 'kidney disease'],
    ['Why do I have a headache?', 'headache'],
    ['Is that ok with my last HbA1c of 6.5%?', 'HbA1c'],
    ['Is my blood pressure of 150/90 too high?', 'blood pressure'],
    ["I've been coughing for a week, what should I do?", 'coughing'],
    ["I can't sleep, what helps?", "can't sleep"],
  ])('%s: %s', (text, words) => expect(of(text, words)).toEqual({ assertion: 'present', experiencer: 'patient' }));
});

describe('somebody else’s illness is not the patient’s', () => {
  test.each([
    ['My mother has diabetes', 'diabetes', 'family'],
    ['My mother has diabetes and my father had a stroke', 'stroke', 'family'],
    ['My mother has diabetes and I have asthma', 'asthma', 'patient'],
    ['My dad died of a heart attack', 'heart attack', 'family'],
    ['Diabetes runs in my family', 'Diabetes', 'family'],
    ['Family history of colon cancer', 'colon cancer', 'family'],
    ['My son has a fever. He also has a rash', 'rash', 'family'],
    ['my friend has covid', 'covid', 'other'],
    ['My husband says I snore', 'snore', 'patient'],
  ])('%s: %s', (text, words, expected) => expect(of(text, words).experiencer).toBe(expected));
});

describe('a pasted note', () => {
  const note = [
    'Past Medical History:',
    '- Asthma',
    '- GERD',
    '',
    'Family History:',
    'Diabetes in mother',
    'Stroke',
    '',
    'Assessment:',
    'The patient presents with cough. She denies fever. He was also noted to have a rash.',
  ].join('\n');
  const at = (words: string) => {
    const { assertion, experiencer, time } = contextAt(note, note.indexOf(words), note.indexOf(words) + words.length);
    return [assertion, experiencer, time].join(' ');
  };

  test.each([
    ['Asthma', 'present patient past'],
    ['GERD', 'present patient past'],
    ['Diabetes', 'present family current'],
    ['Stroke', 'present family current'],
    ['cough', 'present patient current'],
    ['fever', 'absent patient current'],
    ['rash', 'present patient current'],
  ])('%s: %s', (words, expected) => expect(at(words)).toBe(expected));
});

describe('triggers that are none', () => {
  test.each([
    ['History and physical: cough', 'cough', 'current'],
    ['The history suggests pneumonia', 'pneumonia', 'current'],
    ['a 3 day history of fever', 'fever', 'current'],
    ['since the prior study the effusion has grown', 'effusion', 'current'],
    ['fever over the past 2 days', 'fever', 'current'],
    ['Prior stroke', 'stroke', 'past'],
    ['status post myocardial infarction', 'myocardial infarction', 'past'],
    ['6 weeks old baby with fever', 'fever', 'current'],
    ['an old lady with chest pain', 'chest pain', 'current'],
    ['post op fever since this morning', 'fever', 'current'],
    ['the hernia will not go back in and I keep vomiting', 'vomiting', 'current'],
  ])('%s: %s %s', (text, words, time) =>
    expect(contextAt(text, text.indexOf(words), text.indexOf(words) + words.length).time).toBe(time),
  );

  test.each([
    ['No change in his tremor', 'tremor', 'present'],
    ['The pain was not only in the chest', 'pain', 'present'],
    ['She walks without difficulty and has edema', 'edema', 'present'],
    ['No evidence of fracture or dislocation', 'dislocation', 'absent'],
    ['no nausea, vomiting, or diarrhea, which she had last week', 'diarrhea', 'absent'],
    ['Negative for fever except for chills', 'chills', 'present'],
    ['Pneumonia cannot be excluded', 'Pneumonia', 'possible'],
    ['PE is unlikely', 'PE', 'absent'],
    ['Fever? No. Cough? Yes.', 'Fever', 'absent'],
    ['Fever? No. Cough? Yes.', 'Cough', 'present'],
    ['fever - no, cough - yes', 'fever', 'absent'],
    ['fever - no, cough - yes', 'cough', 'present'],
    ['Denies: fever, chills', 'chills', 'absent'],
    ['ROS: negative for: fever, chills', 'chills', 'absent'],
    ['Return to the ED if worsening pain, fever or bleeding', 'bleeding', 'hypothetical'],
    ['Denies chest pain, possible pneumonia on film', 'pneumonia', 'possible'],
  ])('%s: %s', (text, words, expected) => expect(of(text, words).assertion).toBe(expected));
});
