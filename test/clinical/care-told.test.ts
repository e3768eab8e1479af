/** Visits and procedures as people tell them: who was seen and when, what was done more than once, what is taken for granted. */
import { describe, expect, test } from 'vitest';
import { factsOf, filed } from './filed.ts';

const names = (text: string, kind: string): string[] =>
  factsOf(text).flatMap((fact) => (fact.kind === kind ? [`${fact.name} ${fact.status}`] : []));

describe('somebody who acts on a day was seen then', () => {
  test.each([
    ['I was in with the consultant on Thursday', 'Consultant appointment past'],
    ['Thursday the physio loosened my neck', 'Physiotherapy appointment past'],
    ['Miss Okonkwo removed the lump on Monday', 'Appointment with Miss Okonkwo past'],
    ['Dr Breen gave me zopiclone last week', 'Appointment with Dr. Breen past'],
    ['Health visitor came this morning', 'Health visitor appointment past'],
    ['My wife drove me to A&E on Sunday', 'Emergency visit past'],
    ['They kept me in overnight on the 4th', 'Hospital stay past'],
    ['I am under the pain clinic, next one 3 May', 'Pain medicine appointment scheduled'],
    ['She has physio on Tuesdays and I saw the GP on Monday', 'GP appointment past'],
    ['Had my six month check with the dentist on 12 December', 'Check-up past'],
  ])('%s', (text, visit) => expect(names(text, 'encounter')).toEqual([visit]));

  test.each([
    'My husband saw the cardiologist on Friday',
    'My daughter saw the GP on Monday',
    'She saw the cardiologist on Monday',
    'My dentist retired on Friday',
    'The consultant is on holiday until Monday',
    'The nurse next door is moving on Friday',
    'My doctor stopped my warfarin last week',
  ])('%s: no visit of the writer', (text) => expect(names(text, 'encounter')).toEqual([]));
});

describe('what was done more than once is filed at each of its times', () => {
  test.each([
    ['Two C-sections, 2008 and 2012', ['Cesarean section past @2008', 'Cesarean section past @2012']],
    ['Both knees done, right 2017, left 2020', ['Knee surgery past @2017', 'Knee surgery past @2020']],
    ['Colonoscopy in 2015, 2018 and 2021', ['2015', '2018', '2021'].map((year) => `Colonoscopy past @${year}`)],
    ['I had my appendix out in 2001 and in 2010 my gallbladder', ['Appendectomy past @2001']],
  ])('%s', (text, facts) => expect(filed(text)).toEqual(facts));
});

describe('what is spoken of as done was done', () => {
  test.each([
    ['The colonoscopy was awful', 'Colonoscopy past'],
    ['Still tired from the radiotherapy', 'Radiation therapy past'],
    ['After the operation I could not walk', 'Surgery past'],
    ['Ever since my gallbladder came out I get the runs', 'Cholecystectomy past'],
    ['X-ray of my foot on Sunday: no break', 'X-ray past'],
    ['Had three epidurals this year', 'Epidural past'],
    ['Tonsils and adenoids out as a kid', 'Tonsillectomy past', 'Adenoidectomy past'],
    ['Had my sesamoidectomy done in 2019', 'Sesamoidectomy past'],
    ['They drained an abscess last week', 'Abscess drainage past'],
    ['I have been told to stop it before the colonoscopy', 'Colonoscopy planned'],
  ])('%s', (text, ...done) => expect(names(text, 'procedure')).toEqual(done));

  test.each([
    'The surgery was cancelled',
    'The MRI machine was loud',
    'What does the biopsy show?',
    'My insurance will not pay for the MRI',
    'In the film the surgery went wrong',
  ])('%s: nothing was', (text) => expect(names(text, 'procedure')).toEqual([]));

  test('where something was done is not operated on too', () => {
    expect(names('ACL repair on my left knee in 2010', 'procedure')).toEqual(['ACL reconstruction past']);
    expect(names('A cornea transplant in the right eye 2017', 'procedure')).toEqual(['Corneal transplant past']);
  });

  test('a verb with its object is no tiredness', () => {
    expect(filed('They drained an abscess under my arm')).not.toContain('Fatigue');
    expect(filed('Headaches, drained, no appetite')).toContain('Fatigue');
  });
});

describe('the speciality of a doctor is what is said of that name', () => {
  const specialties = (text: string) =>
    factsOf(text).flatMap(({ kind, name, specialty }) => (kind === 'practitioner' ? [`${name} ${specialty}`] : []));
  test.each([
    [
      'Dr Ferreira is my heart doctor, Dr Lindqvist does my eyes.',
      ['Dr. Ferreira Cardiology', 'Dr. Lindqvist Ophthalmology'],
    ],
    [
      'Dr Ahmed looks after my skin and Dr Cole, my cardiologist, rang',
      ['Dr. Ahmed Dermatology', 'Dr. Cole Cardiology'],
    ],
    ['My cardiologist, Dr Cole, rang. Dr Bloggs treats my kidneys', ['Dr. Cole Cardiology', 'Dr. Bloggs Nephrology']],
    ['Dr Bloggs does my taxes', ['Dr. Bloggs undefined']],
  ])('%s', (text, expected) => expect(specialties(text)).toEqual(expected));
});
