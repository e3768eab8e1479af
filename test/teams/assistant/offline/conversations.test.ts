/** What a user says to the assistant without a model, and what happens: each list is one conversation. It is Friday, 10:00, in Berlin. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Agent, conversations } from './converse.ts';
import { HANDED_BACK } from './talk.ts';

const { agents: AGENTS, converse, stores } = conversations();

describe('memory', () => {
  test('a fact is remembered, replaced, found and forgotten', () =>
    converse('memory', [
      ['remember that my locker code is 4711', 'Noted: your locker code is 4711.'],
      ['what is my locker code?', 'Your locker code is 4711.'],
      ['Remember: my locker code is 4711.', 'I know that already: your locker code is 4711.'],
      ['Please remember my locker code is 1234', 'Noted: your locker code is 1234.'],
      ['remember that I am allergic to walnuts', 'Noted: you are allergic to walnuts.'],
      [
        'what do you know about me?',
        'I have 2 notes about you:\n- you are allergic to walnuts\n- your locker code is 1234',
      ],
      ['forget my locker code', 'Forgotten: your locker code is 1234.'],
      ['what is my locker code?', 'I have no note about that.'],
    ]));

  test('another code is not given as the answer, and what fits several notes is asked', () =>
    converse('memory', [
      ['remember that my locker code is 4711', 'Noted: your locker code is 4711.'],
      ['what is my bike lock code?', 'I have no note about exactly that. The nearest:\n- your locker code is 4711'],
      ['remember that my garage code is 99', 'Noted: your garage code is 99.'],
      ['forget my code', 'Which one shall I forget?\n- your garage code is 99\n- your locker code is 4711'],
      [
        'forget everything',
        'I forget one note at a time. Ask "what do you know about me?" and tell me which ones to forget.',
      ],
    ]));
});

describe('todo', () => {
  test('things are added, shown, done and removed', () =>
    converse('todo', [
      ['add milk to my list', 'Added milk to your list. 1 item is open.'],
      [
        'add milk, eggs and bread to my list',
        'Added eggs and bread to your list. Milk was on it already. 3 items are open.',
      ],
      ['what is on my list', '3 items are open on your list:\n- milk\n- eggs\n- bread'],
      ['done with milk', 'Done: milk. 2 items are open.'],
      ['I bought the bread', 'Done: bread. 1 item is open.'],
      ['reopen bread', 'Open again: bread. 2 items are open.'],
      ['remove eggs', 'Removed: eggs. 1 item is open.'],
      ['done with cheese', 'I do not find cheese on your lists.'],
    ]));

  test('the same thing on two lists is asked about, not guessed', () =>
    converse('todo', [
      ['add milk to my shopping list', 'Added milk to your shopping list. 1 item is open.'],
      ['add milk to my party list', 'Added milk to your party list. 1 item is open.'],
      ['I bought the milk', 'Which one do you mean: milk (shopping) or milk (party)?'],
      ['I bought the milk on the party list', 'Done: milk. Nothing is open on your party list.'],
      ['what is on my shopping list?', '1 item is open on your shopping list:\n- milk'],
    ]));

  test('a list with open items is cleared only after a yes', () =>
    converse('todo', [
      ['add milk and eggs to my list', 'Added milk and eggs to your list. 2 items are open.'],
      ['clear my list', 'That removes 2 open items from your list. Shall I clear it? Say yes to go on.'],
      ['what is on my list?', '2 items are open on your list:\n- milk\n- eggs'],
      ['yes', HANDED_BACK],
      ['clear my list', 'That removes 2 open items from your list. Shall I clear it? Say yes to go on.'],
      ['yes', 'Cleared 2 items.'],
      ['what is on my list?', 'Nothing is open on your lists.'],
    ]));

  test('a task with an "and" is one task; a day and an urgency are read', () =>
    converse('todo', [
      [
        'remind me to call mum and dad by Monday',
        'Added call mum and dad to your list, due Monday, 23 November. 1 item is open. I send no alerts: look at your list.',
      ],
      ['add pay rent due tomorrow, urgent', 'Added pay rent to your list, due tomorrow. 2 items are open.'],
      [
        'what do I have to do?',
        '2 items are open on your list:\n- pay rent (due tomorrow) (urgent)\n- call mum and dad (due Monday, 23 November)',
      ],
      ['move pay rent to my home list', 'Moved pay rent to your home list. 1 item is open.'],
    ]));
});

describe('calendar', () => {
  test('events are added, shown, and cancelled', () =>
    converse('calendar', [
      ['what is on Friday', 'Nothing is in your calendar today.'],
      ['add dentist on Tuesday at 3pm', 'Added dentist on Tuesday, 24 November at 15:00.'],
      ['add dentist on Tuesday at 3pm', 'Dentist is in your calendar already: on Tuesday, 24 November at 15:00.'],
      ['add lunch with Ann tomorrow at noon for 2 hours', 'Added lunch with Ann tomorrow at 12:00.'],
      ["what's on tomorrow?", 'You have 1 event tomorrow:\n- 12:00 to 14:00: lunch with Ann'],
      [
        'am I free tomorrow afternoon?',
        'Not all of the time tomorrow from 12:00 to 18:00: you are busy from 12:00 to 14:00.',
      ],
      [
        'am I free on Tuesday at 3?',
        'Not all of the time on Tuesday, 24 November from 15:00 to 16:00: you are busy from 15:00 to 16:00.',
      ],
      ['am I free on Wednesday?', 'Yes, you are free on Wednesday, 25 November.'],
      ['move lunch to Sunday at 1pm', 'Moved lunch with Ann: it is on Sunday, 22 November at 13:00 now.'],
      ['cancel the dentist', 'Cancelled dentist.'],
      ['cancel the dentist', 'I find no dentist in your calendar.'],
    ]));

  test('a series is one thing: one of it can be cancelled, and the rest stays', () =>
    converse('calendar', [
      ['book a run every Monday at 7', 'Added run on Monday, 23 November at 07:00, and it repeats.'],
      [
        'what is on next week',
        'You have 1 event from Monday, 23 November to Sunday, 29 November:\n- Monday, 23 November, 07:00 to 08:00: run',
      ],
      [
        'cancel the run',
        'Run repeats; the next one is on Monday, 23 November at 07:00. Say "cancel run" with its day for one of them, or "cancel all run".',
      ],
      ['cancel the run on Monday', 'Cancelled run on Monday, 23 November at 07:00.'],
      ['what is on Monday', 'Nothing is in your calendar on Monday, 23 November.'],
      ['what is on 30 November', 'You have 1 event on Monday, 30 November:\n- 07:00 to 08:00: run'],
      ['cancel all run', 'Cancelled all of run.'],
      ['what is on 30 November', 'Nothing is in your calendar on Monday, 30 November.'],
    ]));

  test('whole days, ranges and free time', () =>
    converse('calendar', [
      ['add holiday from 24 December to 27 December', 'Added holiday on Thursday, 24 December.'],
      ['what is on 27 December?', 'You have 1 event on Sunday, 27 December:\n- all day: holiday'],
      ['am I free on 25 December?', 'Yes, you are free on Friday, 25 December.'],
      ['add standup on Monday from 9 to 9:30', 'Added standup on Monday, 23 November at 09:00.'],
      ['when am I free on Monday?', 'You are free:\n- Monday, 23 November from 09:30 to 18:00'],
      ['add dentist', 'When is it? Give me a day, and a time if it has one.'],
    ]));

  test('two events of the same name are asked about', () =>
    converse('calendar', [
      ['add call on Monday at 9', 'Added call on Monday, 23 November at 09:00.'],
      ['add call on Tuesday at 9', 'Added call on Tuesday, 24 November at 09:00.'],
      [
        'cancel the call',
        'Which one do you mean?\n- call on Monday, 23 November at 09:00\n- call on Tuesday, 24 November at 09:00',
      ],
      ['cancel the call on Tuesday', 'Cancelled call.'],
      [
        'what is on next week',
        'You have 1 event from Monday, 23 November to Sunday, 29 November:\n- Monday, 23 November, 09:00 to 10:00: call',
      ],
    ]));

  test.each([
    ['an hour that is still to come is today', 'add tea on Friday at 4', 'Added tea today at 16:00.'],
    ['an hour that has passed is in a week', 'add tea on Friday at 9', 'Added tea on Friday, 27 November at 09:00.'],
    ['next Friday is that of next week', 'add tea next Friday at 4', 'Added tea on Friday, 27 November at 16:00.'],
    ['an hour alone is the next one', 'add tea at 9', 'Added tea tomorrow at 09:00.'],
  ])('on a Friday, %s', (_what, said, reply) => converse('calendar', [[said, reply]]));

  test('the same sentence is about another day for a user in another zone', async () => {
    // Friday, 23:30 in Berlin.
    const now = new Date('2026-11-20T22:30:00Z');
    const added = 'Added tea tomorrow at 09:00.';
    await converse('calendar', [['add tea tomorrow at 9', added]], {
      user_id: 'far-west',
      now,
      timezone: 'America/Los_Angeles',
    });
    await converse('calendar', [['add tea tomorrow at 9', added]], {
      user_id: 'far-east',
      now,
      timezone: 'Asia/Tokyo',
    });
    const starts = await Promise.all(
      ['far-west', 'far-east'].map(
        async (user_id) => (await stores().events.read({ tenant: 'local', user_id })).items[0],
      ),
    );
    expect(starts.map((event) => [event?.start, event?.zone])).toEqual([
      ['2026-11-21T09:00:00', 'America/Los_Angeles'],
      ['2026-11-22T09:00:00', 'Asia/Tokyo'],
    ]);
  });
});

describe('any sentence', () => {
  const SENTENCES: readonly (readonly [Agent, string])[] = [
    ['memory', 'remember that my shoe size is 38'],
    ['todo', 'add milk and eggs to my shopping list'],
    ['todo', 'what is on my list'],
    ['calendar', 'add dentist on Tuesday at 3pm'],
    ['calendar', 'am I free tomorrow afternoon'],
  ];

  test('means the same with a please, a full stop, more spaces or a capital', async () => {
    const dressed = fc.constantFrom(
      (text: string) => `Please ${text}`,
      (text: string) => `${text}.`,
      (text: string) => `${text}, please!`,
      (text: string) => `  ${text}  `,
      (text: string) => text.charAt(0).toUpperCase() + text.slice(1),
      (text: string) => `Hey Beto, ${text}`,
    );
    for (const [agent, text] of SENTENCES) {
      const plain = await AGENTS[agent]()(text);
      await fc.assert(
        fc.asyncProperty(dressed, async (dress) => {
          expect(await AGENTS[agent]()(dress(text))).toBe(plain);
        }),
        { numRuns: 12 },
      );
    }
  });

  test('gets a short reply, whatever it is', async () => {
    const begin = fc.constantFrom(
      '',
      'add ',
      'remember ',
      'forget ',
      'cancel ',
      'what is ',
      'move ',
      'book ',
      'clear ',
      'done with ',
    );
    const text = fc.tuple(begin, fc.string({ unit: 'grapheme', maxLength: 300 })).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...(Object.keys(AGENTS) as Agent[])), text, async (agent, said) => {
        const reply = await AGENTS[agent]()(said);
        expect(reply.length).toBeGreaterThan(0);
        expect(reply.length).toBeLessThan(2_000);
      }),
    );
  });

  test.each([
    ['spaces', `add${' '.repeat(19_000)}x`],
    ['days', 'add x on '.concat('monday and '.repeat(1_500))],
    ['numbers', `what is on ${'1/1/'.repeat(4_000)}`],
    ['lists', `add ${'a, '.repeat(6_000)} to my list`],
    ['quotes', `remember ${'"'.repeat(15_000)}`],
  ])('of twenty thousand characters is answered: %s', async (_what, text) => {
    for (const agent of Object.values(AGENTS)) expect((await agent()(text)).length).toBeGreaterThan(0);
  });
});
