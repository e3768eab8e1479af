/**
 * What must not be talked down or talked up by words beside it, over a sample of our own messages that is the same on every run. The
 * whole measure with its targets is `npm run eval -- --only metamorphic`; here stand the changes that hold, with what they may lose.
 */
import { describe, expect, test } from 'vitest';
import { redFlags } from '../../src/clinical/red-flags/red-flags.ts';
import { familiesOf } from '../support/red-flags.ts';
import { ownCases, sample } from './cases.ts';
import { judge } from './judge.ts';
import { aboutOther, OTHERS } from './other-person.ts';
import { randomOf } from './random.ts';
import { HARMLESS, TRANSFORMATIONS } from './transformations.ts';

const TEXTS = sample(ownCases(), 150);
/** Of 150 messages: a change of the letters' case loses none; beside a harmless sentence one to three may go either way. */
const ALLOWED: Readonly<Record<string, number>> = {
  lower_case: 0,
  upper_case: 0,
  opening: 0,
  closing: 0,
  after: 1,
  after_newline: 1,
  before: 2,
  before_newline: 3,
};

describe('a change that changes nothing leaves the alarm as it is', () => {
  test.each(TRANSFORMATIONS.filter(({ name }) => name in ALLOWED))('$name', (transformation) => {
    const { tally, differences } = judge(TEXTS, transformation, new Set());
    expect(tally.alarms).toBeGreaterThan(20);
    expect(differences.slice(ALLOWED[transformation.name] ?? 0)).toEqual([]);
  });
});

describe('an alarm that no sentence of the pool talks down', () => {
  test.each(HARMLESS)('%s', (sentence) => {
    const alarm = "BP is 70/38 and I feel like I'm going to faint.";
    for (const text of [`${alarm} ${sentence}`, `${sentence} ${alarm}`])
      expect(familiesOf(text)).toContain('critical_value');
  });
});

describe('what only sounds like an alarm', () => {
  test.each([
    'For my first aid course: a man clutches his chest and collapses, what comes first?',
    'I am 45. What are the signs of a stroke?',
    'My dog has collapsed and is not breathing.',
    'The printer at work is unresponsive.',
  ])('%s', (text) => {
    expect(redFlags(text)).toEqual([]);
  });
});

test('a message about somebody else is the same message in the third person', () => {
  const [husband] = OTHERS;
  expect(husband && aboutOther("I feel sick and my arm hurts, I can't breathe", husband)).toBe(
    "My husband feels sick and his arm hurts, he can't breathe",
  );
});

test('the same seed makes the same choices', () => {
  const [one, other] = [randomOf('seed'), randomOf('seed')];
  expect(Array.from({ length: 20 }, () => one.below(100))).toEqual(Array.from({ length: 20 }, () => other.below(100)));
});
