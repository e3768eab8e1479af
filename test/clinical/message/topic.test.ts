/** A subject that is typed in as into a search box is nobody's; a note of one's own is filed and is the person's. */
import { describe, expect, test } from 'vitest';
import { triage } from '../../../src/clinical/triage/triage.ts';
import { filed } from '../filed.ts';

const SUBJECTS = ['rabies', 'asthma', 'plantar fasciitis', 'type 2 diabetes', 'gout'];

describe('a subject is not filed', () => {
  test.each(SUBJECTS)('%s', (name) => {
    for (const typed of [
      name,
      `${name} symptoms`,
      `treatment options for ${name}`,
      `causes of ${name} in children`,
      `Write 150 words on ${name}`,
      `${name} and exercise`,
      `I used to smoke. Complications of ${name}.`,
    ])
      expect(filed(typed), typed).not.toContainEqual(expect.stringMatching(/ active/));
  });
});

test.each([
  'diet after gallbladder surgery',
  'recovery time after knee replacement',
  'side effects from chemotherapy',
  'sex after vasectomy',
  'metformin and alcohol',
  'ibuprofen during pregnancy',
  'vitamin d deficiency and depression',
  'symptoms of low iron in women',
])('%s: a search files nothing', (text) => expect(filed(text)).toEqual([]));

describe('a note is the person’s own', () => {
  test.each([
    ['Gout again.', 'Gout active'],
    ['Being treated for an H pylori infection.', 'Helicobacter pylori infection active'],
    ['Prone to UTIs.', 'Urinary tract infection active'],
    ['Asthma, eczema, hay fever.', 'Asthma active'],
    ['Headache and fever', 'Headache'],
    ['Medication: ramipril', 'Ramipril active'],
    ['COPD. I take Spiriva.', 'COPD active'],
  ])('%s', (text, fact) => {
    expect(filed(text)).toContain(fact);
    expect(triage(text).route).toBe('patient_consult');
  });
});

describe('what holds for anybody is nobody’s', () => {
  test.each([
    'Asthma is a chronic disease of the airways. It causes wheezing and breathlessness.',
    'Hypertension can damage the kidneys.',
    'I’m writing an essay about tuberculosis.',
    'I watched a documentary on dementia last night.',
    'Google says I have a brain tumour.',
    'I wish I had your blood pressure, 110/70!',
    'The average male weighs 84 kg.',
    'Could my tiredness be anaemia?',
  ])('%s', (text) => expect(filed(text).filter((fact) => fact !== 'Fatigue')).toEqual([]));

  test.each([
    ['Asthma is a nightmare this week.', 'Asthma active'],
    ['Eczema can flare up when I am stressed.', 'Eczema active'],
    ['My migraine is a nightmare.', 'Migraine active'],
  ])('%s', (text, fact) => expect(filed(text)).toContain(fact));
});
