/** Frames find an emergency by what is said, in whatever order; the second reader adds alarms only where a weak frame stands. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { membersOf } from '../../src/clinical/red-flags/phrase-table.ts';
import { RULES } from '../../src/clinical/red-flags/rule-table.ts';
import { listOf, readTable } from '../../src/clinical/vocabulary/table.ts';
import { familiesOf } from '../support/red-flags.ts';

const LEXICON = new Map(
  readTable('red-flag-lexicon', ['concept', 'phrases']).map((row) => [row.concept, listOf(row.phrases)]),
);
/** Words that end something: they deny what stands beside them. */
const ENDS = /^(?:stop|gone|less|lost|quit|fine|okay|better|free)/;
const DENIALS = new Set(membersOf('$neg'));

/** Words that say something else when they stand together in this order: a colour of eyes. */
const OF_SOMETHING_ELSE = /\bgr[ae]y eyes?\b/;

/** The single words of a class that deny nothing. */
function wordsOf(names: readonly string[]): string[] {
  return names
    .flatMap((name) => LEXICON.get(name) ?? [])
    .filter((word) => /^[a-z]{4,}$/.test(word) && !DENIALS.has(word) && !ENDS.test(word));
}

/** Frames of at least two needs, each of which has a plain word in the lexicon. */
const FRAMES = RULES.filter(({ apart, weak }) => apart && !weak)
  .map(({ family, needs }) => ({ family, words: needs.map(({ names }) => wordsOf(names)) }))
  .filter(({ words }) => words.length > 1 && words.every((choices) => choices.length > 0));

describe('a frame', () => {
  it('is found in whatever order its words are said', () => {
    const said = fc.constantFrom(...FRAMES).chain(({ family, words }) =>
      fc.record({
        family: fc.constant(family),
        words: fc.tuple(...words.map((choices) => fc.constantFrom(...choices))),
        seed: fc.nat(),
      }),
    );
    fc.assert(
      fc.property(said, fc.infiniteStream(fc.nat()), ({ family, words }, order) => {
        fc.pre(new Set(words).size === words.length);
        const shuffled = [...words].sort(() => ((order.next().value as number) % 2) - 0.5);
        const texts = [words, shuffled].map((one) => `my friend has ${one.join(' ')}`);
        fc.pre(!texts.some((text) => OF_SOMETHING_ELSE.test(text)));
        const both = texts.map(familiesOf);
        expect(both[1]?.includes(family)).toBe(both[0]?.includes(family));
      }),
      { seed: 48 },
    );
  });

  it.each([
    ['burns', 'kettle went over my toddler, his tummy is blistering and the skin is coming off'],
    ['burns', 'petrol went up in my face, eyebrows gone and my voice is hoarse'],
    ['dehydration_infant', 'our 7 month old has had the runs since Friday, nappy dry all day and she is floppy'],
    ['limb', 'his foot is ice cold and white and he cannot feel his toes, came on an hour ago'],
    ['limb', 'came off the bike, the bone is sticking out of her shin'],
    ['meningitis', 'headache, neck so stiff I cannot bend it and a temperature of 39'],
    ['psychosis', 'my brother has not slept for five nights, says God chose him and he is holding a knife'],
    ['suicidal_thoughts', 'voices wont stop sayin jump, im on the roof rn'],
    ['diabetes', 'My meter read 612 mg/dL and then just HI.'],
    ['head_injury', 'mate got hti on the head, one pupl is bigger and hes realy drowsy'],
    ['eye', 'my right eye has gone dark since lunch, like a shade came down'],
    ['meningitis', 'He is 5 months and has a high pitched cry and a bulging fontanelle'],
    ['acute_abdomen', 'my caesarean scar burst open and I can see something like bowel'],
    ['poisoning', 'my little one had maybe twenty of my iron tablets'],
    ['psychosis', 'he thinks he can fly and is out on the window ledge'],
    ['suicidal_thoughts', 'Sat at the cliffs. Sure they would all be better off'],
    ['unresponsive', 'I dropped without warning three times today'],
  ])('%s: %s', (family, text) => expect(familiesOf(text)).toContain(family));

  it.each([
    'A knot between my shoulder blades after the gym',
    'We painted the hall a dusky blue',
    'Her feet are always cold and pale in winter',
    'I make bone broth, how long must the bones stick out of the water?',
    'I burned the toast and the kitchen is full of the smell',
    'I take folic acid 5 mg and penicillin twice daily',
    'I take losartan, baby aspirin and vitamins at bedtime',
    'My daughter was prescribed 20 iron tablets',
    'The soft bit of the loaf is raised in the middle',
    'You would be better off with the other phone',
    'The signal dropped without warning',
  ])('needs the dangerous sense of its words: %s', (text) => expect(familiesOf(text)).toEqual([]));
});

describe('a number in its company', () => {
  it.each([
    ['burns', "The kettle tipped over her, she's one"],
    ['burns', 'He is 3 and pulled the hot soup down on him'],
    ['critical_value', 'My blood pressure is 87/52 and I am cold and clammy'],
  ])('raises %s: %s', (family, text) => expect(familiesOf(text)).toContain(family));

  it.each([
    'He spilled hot coffee at work, he is 3 hours late now',
    'My blood pressure is 87/56 as always, I feel great',
    'BP 90/60, sweaty after the run',
  ])('and not in another one: %s', (text) => expect(familiesOf(text)).toEqual([]));
});

describe('what is told of an animal', () => {
  it.each(['The vet thinks the dog is bleeding internally', 'My aunt told me her cat is having a seizure'])(
    'is no emergency of a person: %s',
    (text) => expect(familiesOf(text)).toEqual([]),
  );

  it.each(['Her dog bit my son and he is bleeding badly', 'His dog found him unconscious'])(
    'and one of a person beside it is: %s',
    (text) => expect(familiesOf(text)).not.toEqual([]),
  );
});

it('a pump is a reliever, unless it gives insulin', () => {
  expect(familiesOf('Used my pump six times and it is still no better')).toContain('breathing');
  expect(familiesOf('My insulin pump is off since last night, sick three times')).not.toContain('breathing');
});
