/** What looks like an emergency and is over, or is not the person's; beside each, the emergency that it must not hide. */
import { describe, expect, it } from 'vitest';
import { familiesOf } from '../support/red-flags.ts';

describe('a dangerous reading that is over frightens nobody', () => {
  it.each([
    'BP at the dentist was 190/112 but the GP took it an hour later and it was 132/80',
    'My sugar was 51 last night, had glucose tabs, 98 after a quarter of an hour and 112 at breakfast',
    'oximeter showed 79 with nail polish on, took it off, 98',
    'Potassium came back 6.8 on Monday, they repeated it the same day and it was 4.4',
  ])('%s', (text) => expect(familiesOf(text)).toEqual([]));

  it.each([
    ['it was normal before', 'sats 84 now, 97 an hour ago'],
    ['it is usually normal', 'potassium 6.9 today, usually 4.5'],
    ['it was normal yesterday', 'BP 190/125 this morning, yesterday 128/80'],
    ['nothing says which came later', 'sats 80 on the left hand and 97 on the right'],
    ['it is normal only on oxygen', 'sats were 82 then we gave oxygen and now 96'],
    ['the later one is high too', 'first 190/120 then 150/110'],
    ['another thing was measured later', 'sugar was 40, later bp 120/80'],
  ])('but it stands where %s: %s', (_, text) => expect(familiesOf(text)).toContain('critical_value'));

  it.each([
    'Sugar was 110 yesterday and is 48 now',
    'Potassium was 4.4 last month, now 6.9',
    'sats 96, 91, 83',
    'troponin x2 positive, 350',
  ])('each of several readings counts: %s', (text) => expect(familiesOf(text)).toContain('critical_value'));
});

it.each([
  ['how often a test was made', 'troponin x 3 negative, stress test fine'],
  ['the hours of a test', 'Failed my 1 hr GTT with 171'],
  ['the type of a diabetes', 'Sugars (type 2): Mon fasting 7.4, Tue 8.1'],
  ['the hours after a meal', 'glucose 2h post meal 8.1'],
])('%s is no reading: %s', (_, text) => expect(familiesOf(text)).toEqual([]));

describe('what an animal has is not what a person has', () => {
  it.each([
    "the vet said our puppy had a fit from the slug pellets but she's home and wagging now",
    "My labrador swallowed half a packet of raisins and he's been sick twice",
    'The vet told us Bella’s seizure came from the flea drops',
    'Spaniel’s eaten a whole box of pills',
  ])('%s', (text) => expect(familiesOf(text)).toEqual([]));

  it.each([
    'the vet said the dog is fine but my son who was bitten is having a seizure',
    'Bella my daughter swallowed a button battery',
    'The vet’s receptionist collapsed and isn’t breathing',
    'My husband took the dog’s tramadol, the whole bottle, and he won’t wake up',
  ])('but this is of a person: %s', (text) => expect(familiesOf(text)).not.toEqual([]));
});

it.each([
  ['somebody lost to it', 'We lost my aunt to an overdose in 2012. Where can I get naloxone?'],
  ['tablets of one day in the week', 'METHOTREXATE 2.5 MG, TAKE 8 TABLETS ONCE WEEKLY'],
  ['a word that only begins alike', 'the number for the clinic is on the back of the card, near the tail end'],
])('%s: %s', (_, text) => expect(familiesOf(text)).toEqual([]));

describe('medicines of two people are no combination', () => {
  it.each([
    'My wife takes warfarin and I take ibuprofen for my knee',
    'my flatmate is on tramadol, I’m on fluoxetine',
    'clean from heroin five years, on buprenorphine 8 mg',
    'three years off xanax, methadone 60 mg daily',
  ])('%s', (text) => expect(familiesOf(text)).toEqual([]));

  it.each([
    'My wife is on warfarin and I gave her ibuprofen today',
    'I’m on warfarin, my wife is on ibuprofen and gives me hers for my back',
    'I am on sertraline and my sister is on tramadol, she takes sertraline too',
    'my husband takes warfarin and ibuprofen, I take nothing',
    'I’ve been off work 2 years, take oxycodone and diazepam',
    'clean from heroin 2 years but relapsed tonight, also took xanax',
  ])('but these are of one: %s', (text) => expect(familiesOf(text)).toContain('dangerous_combination'));
});

describe('what is quoted from a record, asked and denied, told by the news or as always is no alarm', () => {
  it.each([
    "Remove the note that says 'self harm' from my file, wrong patient",
    'Please take seizures off my record, that was my brother',
    'The nurse asked about chest pain, fainting, breathlessness: no to all of them',
    'Any chest pain? No. Any breathlessness? No. He still wants an ECG, why?',
    'Papers say a lad got electrocuted on the railway, why is the third rail so deadly',
    'Doing a toolbox talk on heat stroke on site tomorrow, what are the main points',
    'On EastEnders last night Phil clutched his chest and keeled over. Is that how it really goes?',
    'My left eyelid droops in the evening like it always has, nothing new',
  ])('%s', (text) => expect(familiesOf(text)).toEqual([]));

  it.each([
    "my chart says 'well', please remove it, I took an overdose",
    "he left notes saying 'I am going to kill myself'",
    'He is having a seizure. They asked if he is epileptic or diabetic. No to both.',
    'Any improvement in the chest pain? No.',
    'no to all the questions except I can’t breathe',
    'news says heatwave, my gran collapsed in the heat and she’s confused',
    'doing a safety talk on ladders and a man fell off one, he’s unconscious',
    'watching Corrie, chest pain going down the arm',
    'watching a film and can’t breathe',
    'he always has a droopy eyelid but now his mouth droops and he can’t speak',
  ])('but here it stands: %s', (text) => expect(familiesOf(text)).not.toEqual([]));
});

it.each([
  ['a denial within a phrase', 'coughing for three weeks, no blood, no fever, otherwise fine'],
  ['what a team or a charity is for', 'Cardiac arrest team moved to the third floor, can you write the invite'],
  ['an injection', 'cortisone shot in april helped two months'],
  ['a month and a year', 'Heart attack March 2009, one stent, not a twinge since'],
])('%s: %s', (_, text) => expect(familiesOf(text)).toEqual([]));

it.each([
  ['blood beside a denial', 'cough, no fever, blood in the sputum'],
  ['somebody who survived another one', 'heart attack survivor here, crushing chest pain'],
  ['what a clinic did not end', 'the overdose clinic is closed and I took 40 pills'],
  ['a shot of another kind', 'I got shot in the leg'],
])('but here it stands, %s: %s', (_, text) => expect(familiesOf(text)).not.toEqual([]));
