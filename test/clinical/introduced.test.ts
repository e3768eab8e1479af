/** A message that begins with a relative who is cared for goes on about them; one that begins with what runs in the family does not. */
import { describe, expect, test } from 'vitest';
import { factsOf } from './filed.ts';

const own = (text: string): string[] =>
  factsOf(text).flatMap(({ kind, name }) => (kind === 'condition' ? [] : [`${kind} ${name}`]));

describe('a relative who is cared for', () => {
  test.each([
    'I care for my mum, 84, Alzheimers, donepezil 10mg at night. GP started oxybutynin 5mg twice daily 10 days ago for leaking.',
    'I look after my nan who has dementia. The GP added memantine 10mg daily last week.',
    "I'm my dad's carer. Furosemide 40mg each morning. Weight 81 kg today.",
    "Dad's tablets: bisoprolol, ramipril. Saw the nurse on Monday, BP 150/90.",
    'Hi there. My son Aarav, 6 yrs, has asthma. Montelukast 5mg at night.',
    'Mum is on warfarin 3mg. INR 4.2 yesterday.',
    'My mum has Parkinsons. GP started ropinirole 2mg three times a day.',
  ])('nothing is filed as the writer’s: %s', (text) => expect(own(text)).toEqual([]));
});

describe('the writer', () => {
  test.each([
    ['My mum has diabetes. I take metformin.', ['medication Metformin']],
    ['My mum has diabetes. GP started me on ramipril 5mg', ['medication Ramipril']],
    ['I care for my mum, 84. I take sertraline 50mg', ['medication Sertraline']],
    ['GP started ramipril 5mg daily. My dad has hypertension.', ['medication Ramipril']],
    [
      'Dad takes ramipril 5mg. My own weight is 80 kg. Metformin 500mg daily.',
      ['observation Weight', 'medication Metformin'],
    ],
    ['My mum died at 84. Weight 80 kg', ['observation Weight']],
    ['I look after my weight with my mum. Weight 80 kg', ['observation Weight']],
  ])('speaks of themselves: %s', (text, expected) => expect(own(text)).toEqual(expected));
});
