/** Symptoms as sentences, with what is said around them: how bad, how long, how it goes, where. */
import { describe, expect, test } from 'vitest';
import { COMPLAINTS } from '../../src/clinical/extract/complaints.ts';
import { extractFindings } from '../../src/clinical/extract/findings.ts';
import { termNamed } from '../../src/clinical/vocabulary/find-terms.ts';

const at = { now: new Date('2026-03-18T14:30:00Z'), timezone: 'America/New_York' };
const told = (text: string) =>
  extractFindings(text, at).filter((m) => m.assertion === 'present' && m.experiencer === 'patient');
const read = (text: string) => told(text).map((m) => m.name);

test('every symptom or condition of the table is one of the vocabulary', () => {
  expect(
    COMPLAINTS.filter(({ symptom }) => !termNamed(symptom, ['symptom', 'condition'])).map(({ symptom }) => symptom),
  ).toEqual([]);
});

describe('a symptom told as a sentence is found', () => {
  test.each([
    ['my head has been killing me for 3 days', ['Headache']],
    ["I can't sleep", ['Trouble sleeping']],
    ['i havent slept in 3 days', ['Trouble sleeping']],
    ['why cant i sleep', ['Trouble sleeping']],
    ['I keep throwing up', ['Vomiting']],
    ["can't keep anything down since last night", ['Vomiting']],
    ['my stomach has been killing me', ['Abdominal pain']],
    ["I feel like I'm going to pass out", ['Fainting']],
    ['feels like im gonna throw up', ['Nausea']],
    ['peeing all the time', ['Frequent urination']],
    ['i have to pee every 20 minutes', ['Frequent urination']],
    ['it burns when i pee', ['Painful urination']],
    ['gained about 20 lbs since christmas', ['Weight gain']],
    ["I've lost 15 pounds in 2 months without trying", ['Weight loss']],
    ["can't catch my breath going up the stairs", ['Shortness of breath']],
    ['my heart is pounding out of my chest', ['Palpitations']],
    ['my hair keeps falling out', ['Hair loss']],
    ['my hands wont stop shaking', ['Tremor']],
    ['my left knee is swollen and aches at night', ['Joint swelling', 'Knee pain']],
    ['numbness and tingling in my right hand', ['Hand numbness', 'Hand tingling']],
    ['my toes went numb', ['Toe numbness']],
    ['sharp pain in the right side of my chest', ['Chest pain']],
    ['my shoulder is acting up again', ['Shoulder pain']],
    ['i twisted my ankle', ['Sprained ankle']],
    ['I broke my wrist last month', ['Fracture']],
    ['cramps in my left calf every night', ['Muscle cramps']],
  ])('%s', (text, expected) => expect(read(text)).toEqual(expected));

  test.each([
    'i get 8 hours of sleep a night',
    'i ran to the bathroom',
    "i can't go there today",
    'my hands are not shaking',
    'my ears are not ringing',
    'i have to pee',
    "i don't want to take it",
    'my knee brace is blue',
  ])('nothing from "%s"', (text) => expect(read(text)).toEqual([]));
});

describe('what is said around a finding', () => {
  test.each([
    ['pain in my lower back on and off for 3 weeks', { duration: '3 weeks', status: 'intermittent' }],
    ['pain in my lower back for 3 weeks, getting worse', { duration: '3 weeks', status: 'worsening' }],
    ['rash on my chest that comes and goes, worse at night', { status: 'intermittent, worse at night' }],
    ['headache 7/10', { severity: '7/10' }],
    ['my headache is an 8 out of 10', { severity: '8/10' }],
    ['a splitting headache', { severity: 'severe' }],
    ['slight cough', { severity: 'mild' }],
    ['cough for the past week', { duration: 'a week' }],
    ['cough, going on 3 weeks', { duration: '3 weeks' }],
    ['coughing for 5 days straight', { duration: '5 days' }],
    ['dizzy all day', { duration: 'all day' }],
    ['knee pain on the left side', { body_site: 'left knee' }],
    ['both ankles are swollen', { body_site: 'both ankles' }],
    ['headache behind my left eye', { body_site: 'left eye' }],
    ['sharp pain in the right side of my chest', { body_site: 'right chest' }],
    ['i twisted my left ankle', { body_site: 'left ankle' }],
    ['my cough is getting better', { status: 'improving' }],
    ['constant headache', { status: 'constant' }],
  ])('%s', (text, expected) => expect(told(text)[0]).toMatchObject(expected));

  test('a cough that is not getting better is not improving', () => {
    expect(told('my cough is not getting better')[0]?.status).toBeUndefined();
    expect(told('my cough isnt getting any better')[0]?.status).toBeUndefined();
  });

  test.each([
    ['I have asthma, diagnosed in 2010', 'active'],
    ['I had pneumonia in 2018', 'resolved'],
    ['history of hypertension', 'history'],
    ['I have had hypertension since 2016', 'active'],
    ['my hypertension began in 2014', 'active'],
    ["I had cancer but I'm in remission", 'resolved'],
    ['I had chickenpox as a kid', 'resolved'],
    ['asthma since childhood', 'active'],
    ['I have type 2 diabetes', 'active'],
    ['had a stroke 3 years ago', 'resolved'],
  ])('%s: %s', (text, status) => expect(told(text)[0]?.status).toBe(status));
});

describe('allergies in all the ways they are told', () => {
  const allergies = (text: string) =>
    told(text)
      .filter(({ kind }) => kind === 'allergy')
      .map(({ name, reaction = '', severity = '' }) => [name, reaction, severity].filter(Boolean).join(' / '));

  test.each([
    ['Allergies: penicillin (hives), sulfa - rash, latex', ['Penicillin / Hives', 'Sulfa drugs / Rash', 'Latex']],
    ['I had a bad reaction to codeine, it made me throw up', ['Codeine / Vomiting']],
    ['penicillin gives me hives', ['Penicillin / Hives']],
    ['I had anaphylaxis after eating peanuts', ['Peanut / Anaphylaxis / severe']],
    ['I get a rash from adhesive tape', ['Adhesive / Rash']],
    ["I'm deathly allergic to shellfish", ['Shellfish / severe']],
    ['not allergic to anything except penicillin', ['Penicillin']],
    [
      'allergic to cats and dogs - sneezing and itchy eyes',
      ['Cat dander / Sneezing, Itchy eyes', 'Dog dander / Sneezing, Itchy eyes'],
    ],
    ['sensitive to sulfa drugs', ['Sulfa drugs']],
  ])('%s', (text, expected) => expect(allergies(text)).toEqual(expected));

  test.each(['Allergies: NKDA', 'my allergies are acting up', 'metformin gives me diarrhea', 'sensitive to light'])(
    'none in "%s"',
    (text) => expect(allergies(text)).toEqual([]),
  );

  test('an allergy that was outgrown is over', () => {
    expect(told('i used to be allergic to eggs but i outgrew it')[0]).toMatchObject({
      name: 'Egg',
      status: 'resolved',
    });
  });
});

test('quotes stand where they say', () => {
  const text = 'No fever. My left knee hurts and is swollen, numb feet; allergic to latex (hives). I keep throwing up!';
  for (const { quote, start = -1 } of extractFindings(text, at))
    expect(text.slice(start, start + quote.length)).toBe(quote);
});

test.each([
  'no fever and ',
  'history of ',
  'my mother has ',
  'allergic to penicillin and ',
  'pain in my left ',
  'my knee hurts and ',
  'numbness, tingling, ',
  'call the doctor or ',
  'Dr. ',
  'if i ',
  'not , ',
])('20 kB of "%s" do not hide what follows', (unit) => {
  const text = `${unit.repeat(Math.ceil(20_000 / unit.length))}\n\nI have asthma.`;
  expect(extractFindings(text, at).at(-1)).toMatchObject({ name: 'Asthma', assertion: 'present' });
});
