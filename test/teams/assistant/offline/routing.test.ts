/** Whose work a message is, without a model: courtesy, case, punctuation and a name in front change nothing. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wishesOf } from '../../../../src/teams/assistant/offline/wishes.ts';

/** A command, and who does it. */
const COMMANDS: readonly (readonly [text: string, agent: string])[] = [
  ['add milk to my list', 'todo_agent'],
  ['add milk, eggs and bread to my shopping list', 'todo_agent'],
  ['what is on my list', 'todo_agent'],
  ['remind me to call the bank', 'todo_agent'],
  ['remove eggs', 'todo_agent'],
  ['what is on Friday', 'calendar_agent'],
  ['add dentist on Tuesday at 3pm', 'calendar_agent'],
  ['book a run every Monday at 7', 'calendar_agent'],
  ['am I free tomorrow afternoon', 'calendar_agent'],
  ['cancel the dentist', 'calendar_agent'],
  ['move the dentist to 4pm', 'calendar_agent'],
  ['add standup every weekday at 9:30', 'calendar_agent'],
  ['mark bread as done', 'todo_agent'],
  ['remember that my locker code is 4711', 'memory_agent'],
  ['what is my locker code', 'memory_agent'],
  ['forget my locker code', 'memory_agent'],
  ['what do you know about me', 'memory_agent'],
  ['list my files', 'filesystem_agent'],
  ['read ideas.md', 'filesystem_agent'],
  ['search my files for figs', 'filesystem_agent'],
  ['turn on the kitchen light', 'home_assistant_agent'],
  ['set the thermostat to 21', 'home_assistant_agent'],
  ['is the front door locked', 'home_assistant_agent'],
  ['write a function that adds two numbers', 'agentic_coder_agent'],
  ['refactor this module', 'agentic_coder_agent'],
  ['run the script', 'axel_agent'],
  ['what is 17 * 23', 'axel_agent'],
  ['design a cache for our shop', 'scout_agent'],
  ['plan a garden', 'scout_agent'],
  ['search the web for hiking boots', 'web_research_agent'],
  ['look up the news', 'web_research_agent'],
];

const routeOf = (message: string) => wishesOf(message).map(({ candidates }) => candidates[0]?.agent);

const command = fc.constantFrom(...COMMANDS);
const before = fc.constantFrom(
  '',
  'Beto, ',
  'Hey Beto, ',
  'please ',
  'Could you please ',
  'Hi! ',
  'Maria, ',
  'ok, ',
  'I want you to ',
  'Can you ',
);
const after = fc.constantFrom(
  '',
  '!',
  '.',
  '?',
  '??',
  ' please',
  ', please!',
  ', thanks',
  '. Thank you!',
  ' for me',
  ' …',
  '  ',
);
const cased = fc.constantFrom(
  (text: string) => text,
  (text: string) => text.toUpperCase(),
  (text: string) => text.charAt(0).toUpperCase() + text.slice(1),
);

test.each(COMMANDS)('%s is the work of %s', (text, agent) => {
  expect(routeOf(text)).toEqual([agent]);
});

test('a message without a command goes by what it names', () => {
  expect(routeOf('meetings tomorrow')).toEqual(['calendar_agent']);
  expect(routeOf('lamp in the hall')).toEqual(['home_assistant_agent']);
});

test('courtesy, a name in front, case and punctuation change nothing', () => {
  fc.assert(
    fc.property(command, before, after, cased, ([text, agent], front, end, inCase) => {
      expect(routeOf(front + inCase(text) + end)).toEqual([agent]);
    }),
  );
});

test('the wish that a specialist is given is the command alone', () => {
  fc.assert(
    fc.property(command, before, after, ([text], front, end) => {
      expect(wishesOf(front + text + end).map((wish) => wish.text)).toEqual([text]);
    }),
  );
});

test('two commands joined are two wishes, in their order', () => {
  const joint = fc.constantFrom('. ', '; ', '? ', '. Then ', '. And also ', '! ');
  fc.assert(
    fc.property(command, command, joint, ([first, a], [second, b], between) => {
      expect(routeOf(first + between + second)).toEqual([a, b]);
    }),
  );
});

test('what stands after a colon or in quotes is the user’s own and commands nothing', () => {
  fc.assert(
    fc.property(command, fc.constantFrom(': ', ' "'), ([inner], mark) => {
      const text = `save a note called ideas.md${mark}${inner}${mark === ': ' ? '' : '"'}`;
      expect(routeOf(text)).toEqual(['filesystem_agent']);
    }),
  );
});

describe('"and" begins a new wish only where a new command begins', () => {
  test.each([
    ['add milk to my list and what is on Friday?', ['todo_agent', 'calendar_agent']],
    ['turn off the lights and close the blinds', ['home_assistant_agent', 'home_assistant_agent']],
    ['remember that my code is 4711 and add milk to my list', ['memory_agent', 'todo_agent']],
    ['remind me to call mum and book a table', ['todo_agent']],
    ['add bread and butter to my list', ['todo_agent']],
    ['remember that I like tea and biscuits', ['memory_agent']],
    ['search the web for salt and pepper', ['web_research_agent']],
    ['I am cooking, add milk to my list', ['todo_agent']],
    ['write me a poem and add milk to my list', ['todo_agent', undefined]],
    ['could you tell me what is on next week?', ['calendar_agent']],
    ['what did I tell you about my locker', ['memory_agent']],
  ])('%s', (text, agents) => {
    expect(routeOf(text)).toEqual(agents);
  });
});

test.each(['hello', 'tell me a joke', 'write me a poem', '', '   ', '???', '🙂', 'constructor __proto__ toString'])(
  'nobody is chosen for: %s',
  (text) => {
    expect(routeOf(text).filter(Boolean)).toEqual([]);
  },
);

test('any text is read, and read in no more wishes than a turn could hold', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 500 }), (text) => {
      expect(wishesOf(text).length).toBeLessThanOrEqual(8);
    }),
  );
});

test.each([
  ['commands', 'add milk to my list and '.repeat(800)],
  ['commas', ','.repeat(20_000)],
  ['courtesy', 'please '.repeat(2_800)],
  ['thanks', 'thanks '.repeat(2_800)],
  ['quotes', '"'.repeat(20_000)],
  ['spaces', `add${' '.repeat(19_000)}milk`],
  ['digits', '1+'.repeat(10_000)],
])('a message of nothing but %s is read', (_, text) => {
  expect(wishesOf(text).length).toBeLessThanOrEqual(8);
});
