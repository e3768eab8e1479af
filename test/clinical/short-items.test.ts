/** Conditions in short style: an abbreviation as an item of a list, and a type beside what only diabetics have. */
import { describe, expect, test } from 'vitest';
import { factsOf } from './filed.ts';

const conditions = (text: string) => factsOf(text).flatMap(({ kind, name }) => (kind === 'condition' ? [name] : []));

describe('what an item of a short list says', () => {
  test.each([
    ['67 m, af, was on edoxaban but stopped two weeks ago', ['Atrial fibrillation']],
    ['54f, ms, on tysabri', ['Multiple sclerosis']],
    ['i have af and copd', ['Atrial fibrillation', 'COPD']],
    ['Ozempic 1 mg every sunday and dapagliflozin 10 mg daily, type 2, 55 yrs', ['Type 2 diabetes']],
    ['type one on a pump, hba1c 58', ['Type 1 diabetes']],
    ['On metformin for type 2 since 2015', ['Type 2 diabetes']],
  ])('%s', (text, names) => expect(conditions(text)).toEqual(names));

  test.each([
    ['i am tired af', []],
    ['my husband, 67 m, af', []],
    ['tell me, as, well, ms', []],
    ['Hip replacement, type 2 implant', []],
    ['Type 2 respiratory failure, on insulin', ['Respiratory failure']],
    ['My blood type was checked 2 weeks ago', []],
  ])('is nothing elsewhere: %s', (text, names) => expect(conditions(text)).toEqual(names));
});
