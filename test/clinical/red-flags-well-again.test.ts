/** Whoever feels well again is not safe for that: only care, or a time long ago, ends an emergency that was told. */
import { describe, expect, it } from 'vitest';
import { familiesOf } from '../support/red-flags.ts';

describe('it stands, although all seems well', () => {
  it.each([
    ['My face drooped and I couldn’t speak for ten minutes. Feeling fine now.', 'stroke'],
    ['I lost the sight in my left eye for five minutes. Doing fine now.', 'eye'],
    ['I took 40 paracetamol. Feeling fine now.', 'poisoning'],
    ['I took 15 g of paracetamol yesterday. The tests were normal at work.', 'poisoning'],
    ['My baby went blue and limp for a minute. He’s doing well now.', 'unresponsive'],
    ['She swallowed a button battery. She’s been fine since.', 'poisoning'],
    ['I coughed up a lot of blood. Nothing since.', 'bleeding'],
    ['My throat closed up after nuts. Feeling fine now.', 'anaphylaxis'],
    ['My chest was crushed and went numb. It was just indigestion.', 'chest_pain'],
    ['My boyfriend choked me last night. They sent me home.', 'violence'],
    ['My hernia turned purple. My last ECG was normal.', 'acute_abdomen'],
    ['My mother vomited blood. I was discharged last week.', 'bleeding'],
  ])('%s', (text, family) => expect(familiesOf(text)).toContain(family));
});

describe('it stands after an illness of long ago that is another one', () => {
  it.each([
    ['I had a stroke in 2015. I took 30 ibuprofen.', 'poisoning'],
    ['I had a stroke in 2015. I vomited blood.', 'bleeding'],
    ['I used to get panic attacks. I swallowed a bottle of tylenol to end my life.', 'suicidal_thoughts'],
    ['My dad died of a heart attack. My boyfriend choked me.', 'violence'],
    ['My dad died of a heart attack. He can’t breathe.', 'breathing'],
  ])('%s', (text, family) => expect(familiesOf(text)).toContain(family));
});

describe('it stands after words about a course, a book or a question', () => {
  it.each([
    ['Exam tomorrow. Stomach pain 10/10 and rigid.', 'acute_abdomen'],
    ['On a course. Chest tight and left arm numb.', 'chest_pain'],
    ['I read about it online. Everyone would be better off without me.', 'suicidal_thoughts'],
    ['A man collapsed in the shop. Could it be a stroke?', 'unresponsive'],
    ['I took 30 ibuprofen, what should I do? No.', 'poisoning'],
    ['I take warfarin and naproxen. I am allergic to penicillin.', 'dangerous_combination'],
    ['temp 38.7 baby 10 weeks. Long story short.', 'infant_fever'],
  ])('%s', (text, family) => expect(familiesOf(text)).toContain(family));
});

describe('it stands with what is said beside it in the same sentence', () => {
  it.each([
    ['Severe belly pain, on warfarin since 2019', 'acute_abdomen'],
    ['Stomach pain 10/10, no other symptoms', 'acute_abdomen'],
    ['Severe abdominal pain (never happened before) and bloody stool', 'acute_abdomen'],
    ['My erection won’t go away (I used to smoke) and it hurts', 'acute_abdomen'],
    ['yellow skin, like last year, fever and belly pain', 'acute_abdomen'],
    ['Crushing chest pain while watching a film', 'chest_pain'],
    ['Crushing chest pain during training', 'chest_pain'],
    ['Crushing chest pain, according to my wife', 'chest_pain'],
    ['Could be nothing but crushing chest pain and sweating', 'chest_pain'],
    ['What should I do: crushing chest pain and sweating', 'chest_pain'],
    ['Why do I have crushing chest pain', 'chest_pain'],
    ['In class today: crushing chest pain', 'chest_pain'],
    ['I dreamt something and woke up: crushing chest pain', 'chest_pain'],
    ['No fever but INR is 11', 'critical_value'],
    ['My boyfriend hits me, my therapist says leave', 'violence'],
    ['Sudden severe testicle pain and years ago I was stung by a wasp', 'acute_abdomen'],
  ])('%s', (text, family) => expect(familiesOf(text)).toContain(family));
});

describe('what qualifies it ends it, also in brackets', () => {
  it.each([
    'stroke (2015), high blood pressure',
    'a man (in the film) collapsed',
    'Family: stroke (mum, 70), cancer (dad)',
  ])('%s', (text) => expect(familiesOf(text)).toEqual([]));
});

describe('it is over after care, or long ago', () => {
  it.each([
    'I fainted on Sunday, the ambulance came and they sent me home.',
    'My son fell and was knocked out last week. The scan was clear.',
    'I had malaria in June with a fever of 40 and was shivering. Film negative since.',
    'In March I had a fit. Nothing since.',
    'I had pneumonia in 2015. I was coughing up blood.',
    'I was in a crash in 2012 and broke my neck. I couldn’t feel my hands for three days.',
    'I have never had a heart attack.',
    'Was in A&E on Saturday with chest pain, all clear.',
    'Spent Saturday night in A&E with chest pain. Two troponins negative, ECG normal, sent home with omeprazole.',
    'I went to the ER last week with chest pain, they did an ECG and said it was reflux.',
    'I went to A&E with chest pain on Saturday and they sent me home with omeprazole.',
  ])('%s', (text) => expect(familiesOf(text)).toEqual([]));
});

describe('it is not over where it came back, lasts, or was another’s', () => {
  it.each([
    ['Went to A&E on Saturday with chest pain, sent home. It came back an hour ago.', 'chest_pain'],
    ['Was in A&E on Saturday with chest pain, all clear. The pain is back.', 'chest_pain'],
    ['Got chest pain on Saturday, ECG normal, pain is back and worse.', 'chest_pain'],
    ['Had chest pain since Saturday. Bloods fine.', 'chest_pain'],
    ['Crushing chest pain. Sent home from A&E on Saturday.', 'chest_pain'],
    ['She took 40 tablets on Saturday, hospital sent her home.', 'poisoning'],
    ['I was reading papers in bed when crushing chest pain started', 'chest_pain'],
    ['left hemiparesis residual, new slurred speech since noon', 'stroke'],
    ['If he moves he screams, or his lips go blue.', 'breathing'],
    ['Have you thought of hurting or killing yourself? Yes', 'suicidal_thoughts'],
    ['Unconscious yes, breathing no.', 'unresponsive'],
    ['My husband collapsed on Saturday, they sent him home and today his face is drooping.', 'stroke'],
  ])('%s', (text, family) => expect(familiesOf(text)).toContain(family));
});

describe('what is none', () => {
  it.each([
    ['an abbreviation is no typing error', 'CBT sorted it.'],
    [
      'all alternatives stand under the same if',
      'If she drops things, loses her speech, or I can’t wake her, what then?',
    ],
    ['a leaflet lists it', 'The leaflet with my amlodipine lists chest pain and fainting. I’ve none of these.'],
    ['a form asks for it', 'The form asks: ever had chest pain, suicidal thoughts? All no for me.'],
    ['a call taker asks for it', 'Doc: any chest pain? Me: no. Doc: short of breath? Me: no.'],
    ['it is left from long ago', 'Stroke in 2019, left hemiparesis residual, no new deficits.'],
    ['it is written about', 'Looking for the reference on adrenaline dosing in adult cardiac arrest.'],
  ])('%s: %s', (_why, text) => expect(familiesOf(text)).toEqual([]));
});
