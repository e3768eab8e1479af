/** Allergies as people tell them: by name, by what happened, after the reaction, in the second clause; and what is none. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { factsOf } from './filed.ts';

const allergies = (text: string) =>
  factsOf(text).flatMap(({ kind, name, status }) => (kind === 'allergy' ? [`${name} ${status}`] : []));

const SUBSTANCES = [
  { said: 'trimethoprim', name: 'Trimethoprim' },
  { said: 'codeine', name: 'Codeine' },
  { said: 'amoxicillin', name: 'Amoxicillin' },
  { said: 'ibuprofen', name: 'Ibuprofen' },
] as const;
const REACTIONS = ['hives', 'a rash', 'a rash all over'] as const;
const HARMLESS = [
  '',
  'I have had a cold twice this year, and ',
  'My knee is better. ',
  'I take metformin for my diabetes and ',
] as const;
/** Ways to say that a substance did it; never a list of sentences that happened. */
const FRAMES: readonly ((substance: string, reaction: string) => string)[] = [
  (substance, reaction) => `${substance} gives me ${reaction}`,
  (substance, reaction) => `${substance} brings me out in ${reaction}`,
  (substance, reaction) => `the doctor gave me ${substance} and I came out in ${reaction}`,
  (substance, reaction) => `I took ${substance} once and got ${reaction}`,
  (substance, reaction) => `I get ${reaction} from ${substance}`,
  (substance, reaction) => `I am allergic to ${substance}, it gave me ${reaction}`,
];
const said = fc.tuple(fc.constantFrom(...SUBSTANCES), fc.constantFrom(...REACTIONS), fc.constantFrom(...HARMLESS));

test('whatever the clause says it in, a substance that brought a reaction is an allergy, and no medicine that is taken', () => {
  fc.assert(
    fc.property(said, fc.constantFrom(...FRAMES), ([substance, reaction, before], frame) => {
      const text = `${before}${frame(substance.said, reaction)}.`;
      expect(allergies(text), text).toEqual([`${substance.name} active`]);
      const taken = factsOf(text).filter(({ kind, name }) => kind === 'medication' && name === substance.name);
      expect(taken, text).toEqual([]);
    }),
  );
});

test.each([
  'Benadryl clears my hives',
  'I take cetirizine for hives',
  'They gave me prednisone and my rash cleared',
  'I take lisinopril and have a rash',
  'Can penicillin cause hives?',
  'My sister is allergic to nuts and penicillin gives her hives',
  'My amlodipine makes my ankles swell',
])('what relieves a reaction, stands beside one, is asked about or is another’s is no allergy of mine: %s', (text) =>
  expect(allergies(text)).toEqual([]),
);

describe('lists and exceptions', () => {
  test.each([
    ['no allergies except latex', ['Latex active']],
    ['No known allergies apart from penicillin (rash)', ['Penicillin active']],
    [
      'allergic to penicillin, sulfa and also shellfish',
      ['Penicillin active', 'Sulfa drugs active', 'Shellfish active'],
    ],
    ['adhesive tape takes my skin right off, allergic for sure', ['Adhesive active']],
    ['I have an allergy against iodine contrast medium', ['Iodinated contrast active']],
    ['alergic to penicilin', ['Penicillin active']],
  ])('%s', (text, expected) => expect(allergies(text)).toEqual(expected));
});

test('what was outgrown is not active', () => {
  expect(allergies('As a kid I was allergic to milk, I drink it fine now.')).toEqual(['Milk resolved']);
  expect(allergies('I used to be allergic to strawberries')).toEqual(['Strawberry resolved']);
  expect(allergies('I was allergic to penicillin when they tested me')).toEqual(['Penicillin active']);
});

test.each([
  [
    'Allergies I need you to add: amoxicillin (hives, 2004), kiwi, latex. Not codeine',
    ['Amoxicillin', 'Kiwi', 'Latex'],
  ],
  ['Allergy list - penicillin (anaphylaxis), eggs', ['Penicillin', 'Egg']],
  ['I am allergic to codeine (itching), eggs and latex gloves', ['Codeine', 'Egg', 'Latex']],
  ['Peanut and egg allergy', ['Peanut', 'Egg']],
  ['Allergies acting up today: sneezing, itchy eyes', []],
  ["Allergies I don't have: penicillin", []],
])('each item of a list, whatever is told in brackets: %s', (text, names) => {
  expect(allergies(text)).toEqual(names.map((name) => `${name} active`));
});

test.each([
  ['simvastatin gave me rhabdo so never again', ['Simvastatin']],
  ["amiodarone wrecked my thyroid so please don't give me it", ['Amiodarone']],
  ['Aspirin sets off my asthma', ['Aspirin']],
  ['Are you allergic to anything? Me: Yes, penicillin.', ['Penicillin']],
  ['No penicillin please, allergic', ['Penicillin']],
  ['Diclofenac is not suiting me, allergy.', ['Diclofenac']],
  ['def allergic 2 cats', ['Cat dander']],
  ['I take cetirizine, allergy tablets', []],
  ['No nuts, allergic child in the class', []],
  ['I come out in hives with penicillin', ['Penicillin']],
  ["Metformin gave me the runs but it's better now", []],
  ["Insulin makes me hungry but I can't take a break", []],
])('a medicine that did harm and is refused: %s', (text, names) => {
  expect(allergies(text)).toEqual(names.map((name) => `${name} active`));
});

describe('what harmed somebody who will not have it again is an allergy, though nobody says so', () => {
  test.each([
    ['I steer well clear of prawns, last time my lips blew up', ['Shrimp']],
    ['peanuts nearly killed me when I was 22', ['Peanut']],
    ['When I eat egg, my skin becomes red and itches', ['Egg']],
    ['It is on my notes that I mustn’t be given trimethoprim', ['Trimethoprim']],
    ['Metoclopramide made my jaw lock, so the hospital gave me a card to carry', ['Metoclopramide']],
    ['They had to stop the vancomycin, I had gone scarlet, consultant said to flag it', ['Vancomycin']],
    ['Lactose doesn’t agree with me', ['Lactose']],
    ['Kiwi makes my tongue go fizzy', ['Kiwi']],
  ])('%s', (text, names) => {
    expect(allergies(text)).toEqual(names.map((name) => `${name} active`));
    expect(factsOf(text).filter(({ kind }) => kind === 'medication')).toEqual([]);
  });

  test.each([
    'I can’t have ibuprofen because of my kidneys',
    'I avoid prawns, too expensive',
    'Prawn curry last night, I feel fine now',
    'My brother nearly died of peanuts, his throat closed up',
    'Milk gave me cramps but I grew out of it',
    'Can eggs make my throat itch?',
    'Prednisolone made my face swell but I can’t stop it',
    'I take amlodipine and bisoprolol. I am sick of it. The doctor says I can’t have ibuprofen with them.',
    'I take ramipril, my throat is sore. Naproxen is off the table.',
  ])('and nothing else is: %s', (text) => expect(allergies(text)).toEqual([]));
});

describe('what somebody does not tolerate', () => {
  test.each([
    ['Oh and i can’t have lactose', ['Lactose']],
    ['I can’t eat gluten', ['Gluten']],
    ['btw cannot have nuts or sesame.', ['Tree nuts', 'Sesame']],
    ['i cant tolerate codeine', ['Codeine']],
  ])('needs no reaction: %s', (text, names) => expect(allergies(text)).toEqual(names.map((name) => `${name} active`)));

  test.each([
    'I can’t have milk anymore, on a diet',
    'can’t have dairy before the scan',
    'I can’t have ibuprofen because of my kidneys',
    'I can’t have alcohol tonight',
    'can’t have grapefruit with my statin',
    'I can’t tolerate the smoke',
    'My son can’t have nuts',
    'I can’t get enough peanut butter',
  ])('where another reason is told, or it is another’s, it is none: %s', (text) => expect(allergies(text)).toEqual([]));

  test.each([
    ['Codeine makes me sick as a dog', 'Vomiting'],
    ['Tramadol made me so sick', 'Vomiting'],
    ['Erythromycin always makes me sick', 'Nausea'],
  ])('has the reaction that it is told by: %s', (text, reaction) =>
    expect(factsOf(text).find(({ kind }) => kind === 'allergy')?.reaction).toBe(reaction),
  );
});
