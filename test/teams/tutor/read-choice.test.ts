/** Which option an answer means. A wrong reading would grade what the student did not say. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { givesUp, readChoice } from '../../../src/teams/tutor/quiz/read-choice.ts';

const CLASSES = ['beta blocker', 'ACE inhibitor', 'loop diuretic', 'statin'];
const RANGES = ['3 to 7 mg/dL', '0.3 to 1 mg/dL', 'up to 100 mg/dL', '54 to 222 mg/dL'];

test.each([
  ['b', 1],
  ['B)', 1],
  ['(b)', 1],
  ['option B', 1],
  ['I think it’s b', 1],
  ["it's b.", 1],
  ['The answer is C', 2],
  ['the second one', 1],
  ['last', 3],
  ['3', 2],
  ['ACE inhibitor', 1],
  ['ace inhibitors', 1],
  ['a loop diuretic, I believe', 2],
  ['statin!', 3],
  ['a diuretic', null],
  ['e', null],
  ['7', null],
  ['no idea', null],
  ['', null],
  ['beta blocker or statin', null],
])('%j means %j', (said, choice) => {
  expect(readChoice(said, CLASSES)).toBe(choice);
});

test.each([
  ['3 to 7 mg/dL', 0],
  ['3 to 7', 0],
  ['up to 100', 2],
  ['mg/dL', null],
  ['2', 1],
])('numbers are read as an option before they are read as its place: %j', (said, choice) => {
  expect(readChoice(said, RANGES)).toBe(choice);
});

test('every option means itself, in any case and with any punctuation around it', () => {
  const marks = fc.constantFrom('', ' ', '.', '!', '  ', ' …');
  fc.assert(
    fc.property(
      fc.constantFrom(CLASSES, RANGES),
      fc.nat(3),
      marks,
      marks,
      fc.boolean(),
      (options, index, before, after, upper) => {
        const option = options[index] as string;
        expect(readChoice(`${before}${upper ? option.toUpperCase() : option}${after}`, options)).toBe(index);
      },
    ),
  );
});

test('whatever is said, the choice is an option or none', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 2_000 }), (said) => {
      const choice = readChoice(said, CLASSES);
      expect(choice === null || (Number.isInteger(choice) && choice >= 0 && choice < CLASSES.length)).toBe(true);
    }),
  );
});

test.each(["I don't know", 'i dont know', 'skip', 'no idea', 'what is the answer?', 'show me', '?'])(
  '%s asks for the answer',
  (text) => expect(givesUp(text)).toBe(true),
);

test.each(['hmm', 'B', 'I know it: beta blocker', 'the answer is b'])('%s does not', (text) => {
  expect(givesUp(text)).toBe(false);
});
