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
])('no alarm: %s', (text) => expect(redFlags(text)).toEqual([]));

test.each([
  'If I took 30 paracetamol about two hours ago but feel fine, should I bother anyone?',
  'How long until a child who swallowed bleach must be seen, she did it ten minutes ago',
  'Had the flu jab ten minutes ago and my throat is closing up',
  'Heart attack vs panic attack? My chest is being crushed and my arm is numb',
  'My son has used his blue inhaler ten times this hour and his lips are blue',
  'My friend said he wants to end it all',
])('an alarm: %s', (text) => expect(redFlags(text)).not.toEqual([]));
