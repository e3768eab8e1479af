/** Of two families that the same signs make, the one that explains the other is left; signs of its own keep the other. */
import { describe, expect, test } from 'vitest';
import { redFlags } from '../../src/clinical/index.ts';
import { familiesOf } from '../support/red-flags.ts';

test.each([
  ['limb', 'My left leg went cold and white an hour ago, awful pain, cannot move my toes'],
  ['cauda_equina', 'Numb between the legs since this morning, cannot pee, both legs weak, slipped disc'],
  ['chest_pain', 'Crushing pressure in the middle of my chest into the jaw for half an hour, sweating. I am diabetic'],

  ['diabetes', 'Type 1, ketones 5.1, meter says HI, vomiting and breathing fast and deep'],
])('%s alone: %s', (family, text) =>
  expect(familiesOf(text).filter((one) => one !== 'critical_value')).toEqual([family]),
);

test.each([
  ['stroke', 'Numb between the legs and cannot pee, and now my face droops and my speech is slurred'],
  ['breathing', 'Type 1 with ketones 5.1 and vomiting, and I cannot breathe, lips are blue'],
  ['diabetes', 'Crushing pressure in my chest into the jaw, sweating, my sugar is 2.1 mmol/L'],
])('%s stays: %s', (family, text) => expect(familiesOf(text)).toContain(family));

test('a child by its age alone', () => {
  expect(familiesOf('hes 2 and got into grandmas glipizide, 3 pills gone')).toContain('poisoning');
  expect(familiesOf('shes 3 and ate my lisinopril')).toContain('poisoning');
});

test.each([
  'I am giving CPR now, he is grey',
  'started compressions five minutes ago',
  'my baby is blue what should I do',
])('told by what is done and seen: %s', (text) => expect(familiesOf(text)).not.toEqual([]));

test.each([
  'I am doing a CPR course tomorrow',
  'started wearing compression socks',
  'baby is dressed in blue',
  'the baby blues are hard',
])('and none of these: %s', (text) => expect(familiesOf(text)).toEqual([]));

describe('units that are drunk in a week are not swallowed at once', () => {
  test.each(['I drink 10 units of alcohol a week', 'about 14 units weekly, mostly wine'])('%s', (text) => {
    expect(redFlags(text)).toEqual([]);
  });
  test.each(['took 10 units of insulin instead of 1', 'she drank wine and took 40 units of her insulin this week'])(
    '%s',
    (text) => {
      expect(familiesOf(text)).toContain('poisoning');
    },
  );
});
