/** Words of an emergency with an ordinary cause in the same sentence, beside the emergency itself. */
import { expect, test } from 'vitest';
import { redFlagsOver } from '../../src/clinical/red-flags/over-messages.ts';
import { familiesOf } from '../support/red-flags.ts';

test.each([
  'woke up with my big toe absolutely on fire, red and swollen, cant even have the sheet on it',
  'my big toe is red, cant walk',
])('a limb that hurts where it is swollen is no stroke: %s', (text) => {
  expect(familiesOf(text)).not.toContain('stroke');
});

test.each([
  'my right arm is weak and I can’t lift it',
  'woke up and my arm is dead, can’t move it',
  'my leg went numb and I cant walk',
  'dad’s hand keeps dropping things and he can’t hold his cup',
])('a limb that fails without a cause is: %s', (text) => expect(familiesOf(text)).toContain('stroke'));

test('nuts that were eaten', () => {
  expect(familiesOf("my lips are swelling up, I'm allergic to nuts")).toEqual(['anaphylaxis']);
  expect(familiesOf('my nuts hurt so bad and one is swollen')).toContain('acute_abdomen');
  expect(familiesOf('nuts hurt like hell since this morning')).toContain('acute_abdomen');
});

test('birth control is no birth', () => {
  const before = ['Could my heart pounding at night be part of it too?'];
  expect(redFlagsOver(before, 'Do I still need birth control at this point?')).toEqual([]);
  expect(familiesOf('shivering with pulse 140 since the birth')).toContain('sepsis');
});

test('a baby that moves is no baby that does not', () => {
  expect(familiesOf('no headache, no blurry vision, baby is moving loads')).toEqual([]);
  expect(familiesOf('my baby wont wake up, not moving')).toContain('unresponsive');
});

test('who looks and finds nothing sees it well, and a week off is from work', () => {
  expect(familiesOf('I have had a burning mouth for half a year, the dentist sees nothing')).toEqual([]);
  expect(familiesOf('the doctor saw nothing on the scan but I suddenly see nothing on the left')).toContain('eye');
  expect(familiesOf('carpal tunnel release on my right hand next month, how long off work?')).toEqual([]);
  expect(familiesOf('the saw took my hand off')).toContain('bleeding');
});
