/** A textbook question raises no alarm by a sentence beside it, but by one that speaks of the reading, of the medicines or of an illness. */
import { describe, expect, test } from 'vitest';
import { familiesOf } from '../support/red-flags.ts';

const BESIDE = ['I flew back from Oslo on Tuesday.', 'My favourite series is back on television.', 'I used to smoke.'];

describe.each([
  ['is 180/120 considered a hypertensive crisis?', 'critical_value', 'My husband had a stroke and his is 190/125 now.'],
  ['blood pressure above 180/120 is an emergency according to guidelines.', 'critical_value', 'My head hurts badly.'],
  ['what happens if you mix alcohol and opioids?', 'dangerous_combination', 'I had both last night.'],
  ['Can warfarin and ibuprofen be taken together in general?', 'dangerous_combination', 'I take them every day.'],
])('%s', (question, family, own) => {
  test.each(BESIDE)('none beside: %s', (sentence) => {
    expect(familiesOf(`${question} ${sentence}`)).not.toContain(family);
    expect(familiesOf(`${sentence} ${question}`)).not.toContain(family);
  });

  test('one beside words of somebody who has it', () => expect(familiesOf(`${question} ${own}`)).toContain(family));
});
