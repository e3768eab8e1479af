/** Where words could be taken for a drill, a side effect or a fear: in doubt the alarm stands. */
import { describe, expect, it } from 'vitest';
import { redFlags } from '../../src/clinical/index.ts';

const familiesOf = (text: string) => redFlags(text).map(({ family }) => family);

describe('an alarm stands', () => {
  it.each([
    [
      'what happens to somebody known, in a training',
      "My boxing coach collapsed in training and won't wake up",
      'unresponsive',
    ],
    ['what happens in a class', 'In class today our teacher had a seizure and is still unconscious', 'unresponsive'],
    ['what happens during training', "My son collapsed during football training and isn't waking", 'unresponsive'],
    ['what a medicine does to someone', 'This new antibiotic makes my tongue swell', 'anaphylaxis'],
    ['bleeding from a medicine', 'The warfarin gives me black stools', 'bleeding'],
    ['a wish to die from a medicine', 'Metformin makes me feel like ending it all', 'suicidal_thoughts'],
    ['what is about to happen', "Worried she's going to stop breathing, lips are blue", 'breathing'],
    [
      'what came after a clear scan',
      "Dad hit his head. The scan was clear. Now he's vomiting and drowsy.",
      'head_injury',
    ],
    ['blood in a thing', 'The toilet was full of blood', 'bleeding'],
    ['a stranger who lies here', 'A footballer collapsed here. Why does that happen? He is blue', 'unresponsive'],
  ])('%s', (_why, text, family) => {
    expect(familiesOf(text)).toContain(family);
  });
});
