/** Whose a finding is: the record and the alarm know the same people, by a table and by the form of a word. */
import { describe, expect, test } from 'vitest';
import { redFlags } from '../../src/clinical/red-flags/red-flags.ts';
import { assertionAt } from '../../src/clinical/text/context.ts';
import { filed } from './filed.ts';

describe('what somebody else has is not filed as the patient’s', () => {
  test.each([
    ['the plumber fainted', 'fainted', 'other'],
    ['my boxing coach had a seizure', 'seizure', 'other'],
    ['our nanny has epilepsy', 'epilepsy', 'other'],
    ['the electrician has diabetes', 'diabetes', 'other'],
    ['a decorator got burns', 'burns', 'other'],
    ["my coach's wife has epilepsy", 'epilepsy', 'other'],
    ['newborn with fever', 'fever', 'family'],
    ['my son told his teacher he wants to die', 'wants to die', 'family'],
  ])('%s', (text, finding, who) => {
    const start = text.indexOf(finding);
    expect(assertionAt(text, start, start + finding.length).experiencer).toBe(who);
    expect(filed(text)).toEqual([]);
  });
});

describe('a word that only looks like a person, or a trade of one’s own, leaves it with the patient', () => {
  test.each([
    ['my finger got infected', 'infected'],
    ['my liver has a lesion', 'lesion'],
    ['my little finger is numb', 'numb'],
    ['my pacemaker got infected', 'infected'],
    ['my dog bite is swollen', 'swollen'],
    ['I am a teacher and have asthma', 'asthma'],
    ['I am a builder with back pain', 'back pain'],
    ['my coach told me I have gout', 'gout'],
    ['my trainer noticed a swelling', 'swelling'],
    ['The patient was found by his neighbours and he had a rash.', 'rash'],
    ['The patient sleeps well and the family asked about her cough.', 'cough'],
  ])('%s', (text, finding) => {
    const start = text.indexOf(finding);
    expect(assertionAt(text, start, start + finding.length).experiencer).toBe('patient');
  });
});

test.each([
  'the plumber has collapsed in my kitchen',
  'the decorator has stopped breathing',
  'my boxing coach is having a seizure right now',
])('an emergency of somebody else raises the alarm: %s', (text) => {
  expect(redFlags(text)).not.toEqual([]);
});
