/** In a list that began with a vaccine, the name of a disease with its year is a vaccine; an illness that is told after a jab is none. */
import { describe, expect, test } from 'vitest';
import { factsOf } from './filed.ts';

const told = (text: string): string[] => factsOf(text).map(({ kind, name }) => `${kind} ${name}`);

describe('a list of vaccines', () => {
  test.each([
    ['had yellow fever jab 2017, hep A 2023, typhoid 2023', ['Yellow fever', 'Hepatitis A', 'Typhoid']],
    ['Jabs: hep B 2019, tetanus 2021', ['Hepatitis B', 'Tetanus']],
    ['Vaccines - MMR 1992, rabies 2018 and typhoid 2019', ['MMR', 'Rabies', 'Typhoid']],
    ['Got my covid booster Oct 2023, shingles 2024, pneumonia Nov 2024', ['COVID-19', 'Shingles', 'Pneumonia']],
    ['Rabies shots 2016, hepatitis A 2017, polio 2017', ['Rabies', 'Hepatitis A', 'Polio']],
  ])('%s', (text, names) => expect(told(text)).toEqual(names.map((name) => `procedure ${name} vaccine`)));
});

describe('an illness', () => {
  test.each([
    ['had the flu jab, then covid in March', 'condition COVID-19'],
    ['flu jab 2023, had shingles 2024', 'condition Shingles'],
    ['flu jab in 2022, caught covid 2023', 'condition COVID-19'],
    ['tetanus jab 2020. Shingles 2021', 'condition Shingles'],
    ['I had hepatitis A 2003, typhoid 2005', 'condition Typhoid fever'],
  ])('%s', (text, illness) => expect(told(text)).toContain(illness));
});
