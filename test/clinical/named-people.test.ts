/** What is said of somebody who is only named is not the writer's; and a name is not seen where a medicine or a place stands. */
import { describe, expect, test } from 'vitest';
import { factsOf } from './filed.ts';

const NAMES = ['Owen', 'Lily', 'Darlene', 'Priya', 'Wayne'];
const SAID = [
  'has asthma',
  'takes warfarin',
  'had a fever of 101',
  'is allergic to peanuts',
  'vomited twice',
  'still gets migraines',
];

describe('somebody who is only named', () => {
  test.each(NAMES.flatMap((name) => SAID.map((said) => [name, said] as const)))(
    'nothing is filed of the writer where %s %s',
    (name, said) => {
      expect(factsOf(`Long day. Work was mad, ${name} ${said}.`)).toEqual([]);
    },
  );

  test.each(SAID)('the writer’s own gout is filed after somebody else %s', (said) => {
    expect(factsOf(`Darlene ${said}, not me. I have gout.`).map(({ name }) => name)).toEqual(['Gout']);
  });

  test.each([
    ['Metformin makes me dizzy', 'Dizziness'],
    ['Monday was bad, vomiting all day', 'Vomiting'],
    ['Headache started this morning, and nausea', 'Nausea'],
    ['My surgeon at St. Mary’s Hospital removed my gallbladder', 'Cholecystectomy'],
  ])('%s: is about the writer', (text, name) => {
    expect(factsOf(text).map((fact) => fact.name)).toContain(name);
  });

  test('a relative after the condition has it', () => {
    expect(factsOf('High blood pressure on my father’s side and glaucoma on my mother’s.')).toEqual([]);
  });
});

describe('a denial ends where something new is said', () => {
  test.each([
    ['28, not pregnant, burns when I wee', ['Painful urination']],
    ['no fever, has a rash', ['Rash']],
    ['Not dizzy, headache since Tuesday', ['Headache']],
    ['No fever, cough, aches or chills', []],
    ['No cuts, burns or bruises', []],
    ['I am not pregnant, diabetic or asthmatic', []],
  ])('%s', (text, names) => {
    expect(factsOf(text).map(({ name }) => name)).toEqual(names);
  });
});
