/** Emergencies that are seldom called by their name: an adrenal crisis, a heart attack seen from outside, an inflamed artery, a delusion after a birth. */
import { describe, expect, test } from 'vitest';
import { redFlags } from '../../src/clinical/red-flags/red-flags.ts';
import { familiesOf } from '../support/red-flags.ts';

test.each([
  ['adrenal_crisis', 'I have not had my prednisolone since Friday and now I keep vomiting and nearly fainted'],
  ['adrenal_crisis', "She has Addison's, has been throwing up all night and is very drowsy"],
  ['adrenal_crisis', 'ran out of hydrocortisone on holiday, dizzy, bp machine says 82/48'],
  ['adrenal_crisis', 'on prednisolone for years for my joints, cannot keep it down since yesterday'],
  ['chest_pain', 'Mum sits there ashen and clammy and keeps rubbing her arm, she says it is nothing'],
  ['chest_pain', 'My husband came up from the cellar grey, soaked in sweat, holding his jaw'],
  ['chest_pain', 'he is drained of colour, sweating, clutching his shoulder'],
  ['eye', 'the sight in my left eye has just gone, my scalp has been sore for a week'],
  ['eye', 'jaw hurts when I chew and half the vision in one eye is missing, I am 71'],
  ['eye', 'vision in his right eye suddenly went, he is 80'],
  ['psychosis', 'my sister gave birth last week and says the baby is possessed'],
  ['psychosis', 'Our baby came on Monday. Since the birth my wife believes that our daughter has been replaced'],
  ['psychosis', 'postpartum, a voice tells me to give the baby back to god'],
])('%s: %s', (family, text) => {
  expect(familiesOf(text)).toContain(family);
});

describe('the same words without the danger', () => {
  test.each([
    'I finished my prednisolone last week, feel a bit tired, is that normal?',
    'ran out of my steroid cream and the eczema is back',
    'I stopped prednisolone in spring and cannot keep my weight down',
    'my jaw is sore from chewing gum',
    'I gave birth two weeks ago and the baby is a little devil at night',
    'gave birth 3 weeks ago, the formula was replaced by another, is that ok for the baby?',
    'my bp machine is broken and I feel sick of it',
    'I was rubbing my shoulder after tennis, sweating a lot',
  ])('%s', (text) => {
    expect(familiesOf(text)).toEqual([]);
  });
});

test('an adrenal crisis is not treated as a low sugar', () => {
  const [flag] = redFlags(
    'ran out of steroids 5 days ago, dizzy when I stand, keep throwing up and the bp machine says 84/50',
  );
  expect(flag).toMatchObject({ family: 'adrenal_crisis', advice: expect.stringContaining('hydrocortisone') });
  expect(flag?.advice).not.toMatch(/sugar|juice/i);
});
