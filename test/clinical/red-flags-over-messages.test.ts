/** What is told in several short messages raises what it would raise in one. */
import { describe, expect, test } from 'vitest';
import { redFlagsOver } from '../../src/clinical/red-flags/over-messages.ts';
import { familiesOf } from '../support/red-flags.ts';

const familiesAt = (messages: readonly string[]) =>
  messages.map((message, at) => redFlagsOver(messages.slice(0, at), message).map(({ family }) => family));

describe('an emergency in several messages', () => {
  test.each([
    [['my baby is 6 weeks old', 'she feels hot'], 'infant_fever'],
    [['I hit my head this morning', 'been sick three times since'], 'head_injury'],
    [['I have type 1 diabetes', 'been sick all day', 'now I breathe fast'], 'diabetes'],
    [['I am 34 weeks pregnant', 'my head is pounding', 'and I see flashing lights'], 'pregnancy'],
  ])('%j', (messages, family) => {
    const alone = messages.flatMap(familiesOf);
    expect(alone, 'none of them says it alone').not.toContain(family);
    expect(familiesAt(messages).flat()).toContain(family);
  });
});

describe('what was raised before is not raised again', () => {
  test.each([
    [['my chest hurts', 'ok thanks']],
    [['my chest hurts', 'it goes into my left arm']],
    [['I hit my head this morning', 'been sick three times since', 'what should I do']],
  ])('%j', (messages) => {
    expect(familiesAt(messages).at(-1)).toEqual([]);
  });
});

test('messages about other things raise nothing together', () => {
  const messages = [
    'I have a cough',
    'my knee hurts too',
    'what is metformin?',
    'my mum had a stroke in 2010',
    'thanks',
  ];
  expect(familiesAt(messages).flat()).toEqual([]);
});

test('evidence lies in the message itself', () => {
  const text = 'been sick three times since';
  const [flag] = redFlagsOver(['I hit my head this morning'], text);
  expect(flag?.evidence.start).toBeGreaterThanOrEqual(0);
  expect(flag?.evidence.end).toBeLessThanOrEqual(text.length);
});

test('long messages are read alone', () => {
  const long = `I hit my head this morning. ${'The weather was fine and we went to the park. '.repeat(10)}`;
  expect(redFlagsOver([long], 'been sick three times since')).toEqual([]);
});
