/** A name that its own item of a list denies, an event before an act of long ago, and a disease that is only the name of its vaccine. */
import { describe, expect, test } from 'vitest';
import { filed } from './filed.ts';

describe('a name that is denied behind it', () => {
  test.each([
    ['Flu jab oct 2024. shingles never', ['Flu vaccine past @2024-10']],
    ['Measles: never, asthma yes', ['Asthma active']],
    ['asthma no, eczema never, cough yes', ['Cough']],
    ['Migraine never, but I have gout', ['Gout active']],
    ['penicillin never. ibuprofen no.', []],
  ])('%s', (text, expected) => expect(filed(text)).toEqual(expected));

  test.each([
    ['The cough never stops', ['Cough constant']],
    ['I have gout. Never had a flare like this', ['Gout active']],
  ])('“never” of something else denies nothing: %s', (text, expected) =>
    expect(filed(text)).toEqual(expect.arrayContaining(expected)),
  );
});

describe('a list of tests with one result', () => {
  test.each([
    ['HIV hep B syphilis all negative, ferritin 22', ['Ferritin 22 ng/mL']],
    ['HIV, hep B and hep C came back negative', []],
    ['I had the brain MRI in May 2025, all clear', ['MRI past @2025-05']],
    ['I have asthma. HIV and hep B both negative', ['Asthma active']],
  ])('%s', (text, expected) => expect(filed(text)).toEqual(expected));
});

describe('a medicine that is named first', () => {
  test.each([
    ['Folic acid I stopped at 12 wks, still taking vit D', ['Folic acid stopped', 'Vitamin D active']],
    ['ramipril I no longer take, amlodipine I still have', ['Ramipril stopped', 'Amlodipine active']],
    ['Sertraline they took me off last year', ['Sertraline stopped']],
    ['since starting omeprazole I stopped ibuprofen', ['Omeprazole active', 'Ibuprofen stopped']],
  ])('%s', (text, expected) => {
    const names = filed(text).map((line) => line.split(' @')[0]);
    expect(names).toEqual(expected);
  });
});

describe('what came before an act of an earlier year', () => {
  test.each([
    ['tetanus jab 2013 after the dog bite', 'Animal bite resolved'],
    ['Stitches in 2010 after a deep cut', 'Laceration resolved'],
    ['MRI 2018 following a concussion', 'Concussion resolved'],
  ])('is over: %s', (text, line) => expect(filed(text)).toContainEqual(expect.stringContaining(line)));

  test.each([
    ['Tetanus jab today after a dog bite', 'Animal bite active'],
    ['Dialysis 2019 after kidney failure', 'Kidney failure active'],
    ['Crohn’s, colonoscopy 2019 and I have a deep cut', 'Laceration active'],
  ])('is there otherwise: %s', (text, line) => expect(filed(text)).toContainEqual(expect.stringContaining(line)));
});

describe('a disease whose vaccine is spoken of', () => {
  test.each([
    'The clinic says yellow fever and typhoid vaccines. Yellow fever is live I read',
    'Is the shingles vaccine safe? Shingles is horrible I hear',
    'They offered the measles jab. Measles one is live?',
  ])('is not had: %s', (text) => expect(filed(text)).toEqual([]));

  test.each([
    ['I had the shingles vaccine in 2021. I have shingles on my left side', 'Shingles active'],
    ['Flu jab last week. Flu since yesterday', 'Influenza active @2026-03-17'],
    ['Shingles 2019, shingles vaccine 2021', 'Shingles resolved @2019'],
  ])('is had where the clause says so: %s', (text, line) => expect(filed(text)).toContain(line));
});
