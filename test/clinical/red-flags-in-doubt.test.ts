/** Where words could be taken for a drill, a side effect or a fear: in doubt the alarm stands. */
import { describe, expect, it } from 'vitest';
import { familiesOf } from '../support/red-flags.ts';

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
    [
      'what happens to the instructor of a course',
      "In my first aid training today the instructor collapsed and isn't breathing",
      'breathing',
    ],
    ['what happens to somebody in a lecture', "At the lecture the professor can't speak and his face droops", 'stroke'],
    ['what nobody meant to swallow', 'I did not mean to swallow the bleach but I did', 'poisoning'],
    ['what was never meant to be taken', "I didn't mean to take 40 paracetamol", 'poisoning'],
    ['what a child did not mean to eat', "My son didn't mean to swallow the battery", 'poisoning'],
    ['what was never like this', 'I never felt chest pain like this', 'chest_pain'],
    ['what was never so bad', 'never had a headache this bad, worst of my life', 'stroke'],
    ['who was never so', 'He has never been so confused, fever 39.8', 'sepsis'],
    ['what happens at home after a film', "In the film he survived, my husband isn't breathing", 'breathing'],
    [
      'what is so today after a dream',
      "I dreamed about it last night and today I really can't move my legs",
      'cauda_equina',
    ],
    ['blood in a thing', 'The toilet was full of blood', 'bleeding'],
    ['a course of tablets', 'Steroid course finished, vomiting blood since last night', 'bleeding'],
    ['a course of two medicines', 'simvastatin 40 with itraconazole course D2', 'dangerous_combination'],
    ['what was asked and affirmed', 'The nurse asked if I had chest pain and I said yes', 'chest_pain'],
    ['a stranger who lies here', 'A footballer collapsed here. Why does that happen? He is blue', 'unresponsive'],
  ])('%s', (_why, text, family) => {
    expect(familiesOf(text)).toContain(family);
  });
});

describe('no alarm is raised by', () => {
  it.each([
    ['what never was', 'I have never had chest pain so far'],
    ['an instructor who tells', 'Our instructor said a stroke shows in the face'],
    ['an instructor who plays', 'In the course the instructor played a man who collapsed and stopped breathing'],
    ['students who treat', 'In the training the students had to treat a casualty who was not breathing'],
    ['what was asked and denied', 'The nurse asked if I had chest pain and I said no'],
    ['who else runs', 'My speech for the wedding is jumbled. My colleague is training for a marathon'],
    ['a course that shows', 'On the course they showed a stroke with a drooping face'],
    ['slides', 'In the seminar the speaker had slides on stroke with face drooping'],
    ['a dose that is prescribed', 'I was meant to take 2 tablets twice a day'],
  ])('%s', (_why, text) => {
    expect(familiesOf(text)).toEqual([]);
  });
});
