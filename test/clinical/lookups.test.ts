/** Words as they are put into a search box ask, though they have no verb and no mark: nothing is filed from them, and nobody is meant. */
import { describe, expect, test } from 'vitest';
import { redFlags } from '../../src/clinical/red-flags/red-flags.ts';
import { triage } from '../../src/clinical/triage/triage.ts';
import { factsOf, filed } from './filed.ts';

describe('what is looked up is not filed', () => {
  test.each([
    'gout foods to avoid',
    'naproxen before or after food',
    'frozen shoulder how long to heal',
    'escitalopram side effects first month',
    'normal hemoglobin level for a 30 year old woman',
    'amoxicillin syrup fridge or not',
    'measles back to school when',
    'loratadine dosage 7 year old',
    'vitamin D 50000 IU weekly how to take',
    'asthma vs bronchitis',
  ])('%s', (text) => {
    expect(factsOf(text)).toEqual([]);
    expect(triage(text).route).toBe('general_consult');
  });

  test.each([
    ['headache and nausea', 2],
    ['asthma, hay fever, eczema', 3],
    ['metformin 500 mg twice daily', 1],
    ['ramipril in the morning, atorvastatin at night', 2],
    ['ESR 38 what does it mean', 1],
  ])('a note is a telling: %s', (text, facts) => expect(factsOf(text)).toHaveLength(facts));

  test('somebody in need may write like that too', () =>
    expect(redFlags('crushing chest pain left arm numb sweating what to do').length).toBeGreaterThan(0));
});

describe('a question mark is that of its own item', () => {
  test('of a list with dashes only the last item is asked', () =>
    expect(filed('Psoriasis - methotrexate 15 mg weekly - allergic to trimethoprim?')).toEqual([
      expect.stringMatching(/^Psoriasis/),
      expect.stringMatching(/^Methotrexate 15 mg/),
    ]));
});
