/**
 * A worker is killed after its tools have written and before it could record that. Another one does the steps again, and each tool finds
 * that it has acted.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TurnView } from '../../producers/turns/turn-view.ts';
import { type AssistantStores, openAssistantStores } from '../../src/teams/assistant/store/open-stores.ts';
import { tutorKeys } from '../../src/teams/tutor/keys.ts';
import { createStudyStore } from '../../src/teams/tutor/study/store.ts';
import { startVictims, type Victims } from './victims.ts';

const OWNER = { tenant: 'local', user_id: 'anna' };
const DECEMBER = { from: Date.parse('2026-12-01T00:00:00Z'), to: Date.parse('2027-01-01T00:00:00Z') };

/** The journal's entry of a tool: of the assistant's agents the first, of the quiz the one that has graded an answer. */
const RECORDED = '_agent/tool-1\\.0 |QuizAgent/tool-\\d+\\.\\d+ \\{[^}]*"correct":';

const WISHES = {
  event: 'add dentist on 24 December 2026 at 3pm',
  todo: 'add milk to my list',
  note: 'remember that my locker code is 4711',
};

let fleet: Victims;
let stores: AssistantStores;
let turns: Record<keyof typeof WISHES | 'answer', TurnView>;

beforeAll(async () => {
  fleet = await startVictims();
  stores = openAssistantStores(fleet.base.redis.connect('worker'), fleet.base.keys.tag);
  const say = async (team: string, session_id: string, text: string) => {
    const fields = { text, team, user_id: 'anna', session_id, user_location: { timezone: 'Europe/Berlin' } };
    return String((await fleet.call('POST', '/v1/turns', fields)).body.turn_id);
  };
  const victim = await fleet.start('workers/main', { HOLD: RECORDED });
  await fleet.ended(await say('tutor', 'quiz', 'Quiz me on asthma, 3 questions'));
  const ids: [string, string][] = [];
  for (const [name, text] of [...Object.entries(WISHES), ['answer', 'A']] as const) {
    ids.push([name, await say(name === 'answer' ? 'tutor' : 'assistant', name === 'answer' ? 'quiz' : name, text)]);
    await victim.held(ids.length);
  }
  await victim.kill();
  await fleet.start('workers/main');
  turns = Object.fromEntries(
    await Promise.all(ids.map(async ([name, id]) => [name, await fleet.ended(id)])),
  ) as typeof turns;
});
afterAll(() => fleet?.close());

test('an event is in the calendar once, and the user is told that it was added', async () => {
  expect(turns.event).toMatchObject({ status: 'completed', reply: 'Added dentist on Thursday, 24 December at 15:00.' });
  expect(turns.event.agents).toMatchObject({ beto: { attempts: 1 }, calendar_agent: { attempts: 2 } });
  expect(await stores.events.list(OWNER, DECEMBER, 'Europe/Berlin')).toHaveLength(1);
});

test('an item is on the list once, and the user is told that it was added', async () => {
  expect(turns.todo).toMatchObject({ status: 'completed', reply: 'Added milk to your list. 1 item is open.' });
  expect((await stores.todos.list(OWNER)).map(({ text }) => text)).toEqual(['milk']);
});

test('a note is stored once, and the user is told that it is new', async () => {
  expect(turns.note).toMatchObject({ status: 'completed', reply: 'Noted: your locker code is 4711.' });
  expect(await stores.notes.list(OWNER)).toHaveLength(1);
});

test('an answer in a quiz is counted once, and the next question follows', async () => {
  expect(turns.answer.status).toBe('completed');
  expect(turns.answer.reply).toContain('Question 2 of 3: ');
  const { recent, days } = await createStudyStore(
    fleet.base.redis.connect('worker'),
    tutorKeys(fleet.base.keys.tag),
  ).read(OWNER);
  expect(recent.filter(({ kind }) => kind === 'answer')).toHaveLength(1);
  expect([...days.values()].map(({ answer }) => answer)).toEqual([1]);
});
