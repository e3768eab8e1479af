/** The means at hand and a parting word; another's tablets taken by a child. */
import { expect, test } from 'vitest';
import { familiesOf } from '../support/red-flags.ts';

test.each([
  'no one would even notice. ive got the knife here and im going to do it',
  'Please don’t tell me to call my doctor. The gun is on my lap and I just wanted to say bye to someone',
  'im on the bridge and i dont think im coming back down',
  'I’ve got the rope here. I’m going to do it tonight',
])('%s', (text) => expect(familiesOf(text)).toContain('suicidal_thoughts'));

test.each(['Walked over the bridge and came back with a sore knee', 'I have a rope here for the dog, and a bad back'])(
  'no alarm: %s',
  (text) => expect(familiesOf(text)).toEqual([]),
);

test('a child that has taken another’s tablets', () => {
  expect(familiesOf('my son has taken dads tablets maybe 5')).toContain('poisoning');
  expect(familiesOf('my daughter has taken her tablets')).toEqual([]);
});
