/** Words that could mean more than the user wants: what is not named is neither changed nor lost. It is Friday, 10:00, in Berlin. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NOW } from '../support.ts';
import { conversations } from './converse.ts';
import { HANDED_BACK } from './talk.ts';

const { agents: AGENTS, converse } = conversations();

test('a note that cannot be understood on its own is not kept', () =>
  converse('memory', [
    ['remember this', 'What shall I remember? Say it in one sentence: "remember that …".'],
    ['what do you know about me?', 'I have no notes about you yet. Say "remember that …" and I will keep it.'],
  ]));

test('a reminder says that nobody will be alerted, and its day is when it is due', () =>
  converse('todo', [
    [
      'remind me to call mom tomorrow',
      'Added call mom to your list, due tomorrow. 1 item is open. I send no alerts: look at your list.',
    ],
    ['delete the dentist', HANDED_BACK],
    ['delete the dentist from my list', 'I do not find dentist on your lists.'],
    ['delete mom from my list', 'Removed: call mom. Nothing is open on your list.'],
    ['add milk and eggs to my list', 'Added milk and eggs to your list. 2 items are open.'],
    ['delete everything from my list', 'That removes 2 open items from your list. Shall I clear it? Say yes to go on.'],
  ]));

test('an event that is moved to an hour stays on its day, and to a day keeps its hour', () =>
  converse('calendar', [
    ['add dentist on Tuesday at 10am', 'Added dentist on Tuesday, 24 November at 10:00.'],
    ['move the dentist to 4pm', 'Moved dentist: it is on Tuesday, 24 November at 16:00 now.'],
    ['move the dentist to 5', 'Moved dentist: it is on Tuesday, 24 November at 17:00 now.'],
    ['move the dentist on Tuesday to Wednesday', 'Moved dentist: it is on Wednesday, 25 November at 17:00 now.'],
    ['when is the dentist?', 'Dentist is on Wednesday, 25 November at 17:00.'],
    ['when is Easter?', HANDED_BACK],
  ]));

test('whatever the day of an event, an hour alone never changes it', () =>
  fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 180 }), fc.integer({ min: 7, max: 21 }), async (ahead, hour) => {
      const say = AGENTS.calendar();
      const day = new Date(NOW.getTime() + ahead * 86_400_000).toISOString().slice(0, 10);
      const added = await say(`add dentist on ${day} at 08:15`);
      const moved = await say(`move the dentist to ${hour}:45`);
      expect(moved).toBe(
        added
          .replace('Added dentist ', 'Moved dentist: it is ')
          .replace(/at .*/, `at ${String(hour).padStart(2, '0')}:45 now.`),
      );
    }),
    { numRuns: 30 },
  ));

test('nothing is cancelled by "everything"', () =>
  converse('calendar', [
    ['cancel everything', 'There is nothing to cancel.'],
    ['lunch with Eva tomorrow at noon', 'Added lunch with Eva tomorrow at 12:00.'],
    ['book a run every day at 7', 'Added run tomorrow at 07:00, and it repeats.'],
    ...['cancel everything', 'cancel all my events', 'delete everything on my calendar'].map(
      (said) =>
        [
          said,
          'I cancel one event at a time, so that none is lost by mistake. Which one: run or lunch with Eva?',
        ] as const,
    ),
  ]));
