/** Names that stand for something else, phrases of two people, and what has happened although it is asked with an "if". */
import { expect, test } from 'vitest';
import { redFlags } from '../../src/clinical/red-flags/red-flags.ts';

test.each([
  "My brother had a heart attack at 49, I'm 47.",
  'I had the shingles vaccine yesterday and my arm is really sore and red',
  'sepsis vs septicaemia same thing?',
  "Explain ectopic pregnancy to me like I'm a sixteen year old",
  'My son is 6, brown inhaler Clenil two puffs, blue one when needed',
  'Father in law is 78 and takes eight different pills.',
  'Ferritin 742, transferrin saturation 58%, ALT 61',
  'I take lisinopril 20mg and hydrochlorothiazide. My potassium was 3.3 and sodium 134',
  'She has a vomiting bug since yesterday but is still drinking and peeing',
  'BPPV epley left ear steps',
  'On lithium, and it is going to be 40 degrees here next week while I work on a roof',
  'Fasting numbers this week 131 128 140 122 119',
])('no alarm: %s', (text) => expect(redFlags(text)).toEqual([]));

test.each([
  'If I took 30 paracetamol about two hours ago but feel fine, should I bother anyone?',
  'How long until a child who swallowed bleach must be seen, she did it ten minutes ago',
  'Had the flu jab ten minutes ago and my throat is closing up',
  'Heart attack vs panic attack? My chest is being crushed and my arm is numb',
  'My son has used his blue inhaler ten times this hour and his lips are blue',
  'My friend said he wants to end it all',
  'Fell down the steps and there is blood coming out of his ear',
  'She is so thirsty, peeing all the time, vomiting and drowsy',
  'Sats 84 and she is grey',
  'He took a handful of his potassium tablets with his lisinopril and feels faint',
])('an alarm: %s', (text) => expect(redFlags(text)).not.toEqual([]));
