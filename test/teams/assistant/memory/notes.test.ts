/** The notes of a user, through the tools as an agent uses them. */
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { MAX_NOTES } from '../../../../src/teams/assistant/memory/note.ts';
import { createNoteStore, type NoteStore } from '../../../../src/teams/assistant/memory/note-store.ts';
import { memoryTools } from '../../../../src/teams/assistant/tools/memory-tools.ts';
import { redisLines } from '../../../support/stores.ts';
import { NOW, testStore, userOf } from '../support.ts';

let parts: ReturnType<typeof testStore>;
let store: NoteStore;
let use: ReturnType<typeof userOf>;
beforeAll(() => {
  parts = testStore();
  store = createNoteStore(parts);
  use = userOf(memoryTools(store));
});

type View = { note_id: string; text: string };
const texts = async (user_id: string, query?: string) => {
  const answer = query ? await use('search_notes', { query }, { user_id }) : await use('list_notes', {}, { user_id });
  return (answer.notes as View[]).map(({ text }) => text);
};
const remember = async (user_id: string, text: string, more: { now?: Date; key?: string } = {}) =>
  use('remember_note', { text }, { user_id, ...more });

test('a note is found in a later conversation, by other forms of its words and with a typing error', async () => {
  await remember('anna', 'My locker code is 4711');
  await remember('anna', 'I am allergic to walnuts');
  for (const query of ['locker code', 'the codes of my lockers', 'lockr code', '4711'])
    expect(await texts('anna', query)).toEqual(['My locker code is 4711']);
  expect(await texts('anna', 'walnut')).toEqual(['I am allergic to walnuts']);
  expect(await texts('anna', 'bicycle')).toEqual([]);
});

test('the same said twice is one note, and a different value is shown as a similar one', async () => {
  const first = await remember('bea', 'my locker code is 4711');
  const again = await remember('bea', 'My locker code is: 4711.');
  expect([again.status, (again.note as View).note_id]).toEqual(['already known', (first.note as View).note_id]);
  const other = await remember('bea', 'my locker code is 1234');
  expect(other.status).toBe('stored');
  expect((other.similar as View[]).map(({ text }) => text)).toEqual(['my locker code is 4711']);
});

test('a changed and a forgotten note are gone from the search', async () => {
  const { note } = await remember('cleo', 'my shoe size is 38');
  const { note_id } = note as View;
  await use('update_note', { note_id, text: 'my shoe size is 39' }, { user_id: 'cleo' });
  expect(await texts('cleo', 'shoe')).toEqual(['my shoe size is 39']);
  await use('forget_note', { note_id }, { user_id: 'cleo' });
  expect(await texts('cleo')).toEqual([]);
  expect(await use('forget_note', { note_id }, { user_id: 'cleo' })).toHaveProperty('error');
});

test('of two equal matches the newer comes first', async () => {
  await remember('dora', 'the meeting room is Oak', { now: new Date('2025-01-01T00:00:00Z') });
  await remember('dora', 'the meeting room is Elm', { now: NOW });
  expect(await texts('dora', 'meeting room')).toEqual(['the meeting room is Elm', 'the meeting room is Oak']);
});

test('a step that runs twice stores one note and gives the same answer', async () => {
  const first = await remember('eve', 'I like jazz', { key: 'turn.1' });
  expect(await remember('eve', 'I like jazz', { key: 'turn.1' })).toEqual(first);
  expect(await texts('eve')).toEqual(['I like jazz']);
});

test('nobody finds, changes or deletes a note of another user or tenant', async () => {
  const { note } = await remember('fay', 'my pin is 9999');
  const { note_id } = note as View;
  for (const who of [{ user_id: 'gus' }, { user_id: 'fay', tenant: 'other' }]) {
    expect((await use('search_notes', { query: 'pin' }, who)).notes).toEqual([]);
    expect(await use('update_note', { note_id, text: 'x' }, who)).toHaveProperty('error');
    expect(await use('forget_note', { note_id }, who)).toHaveProperty('error');
  }
  expect(await texts('fay')).toEqual(['my pin is 9999']);
});

test('a store that is full says so, and the limit cannot be passed by writing at once', async () => {
  const owner = { tenant: 'local', user_id: 'hal' };
  const at = NOW.toISOString();
  const many = Array.from({ length: MAX_NOTES - 1 }, (_, place) => ({
    id: `n${place}`,
    text: `number ${place}`,
    created_at: at,
    updated_at: at,
  }));
  const fields = Object.fromEntries(many.map((note) => [note.id, JSON.stringify(note)]));
  await parts.redis.hset(parts.keys.items('notes', 'local', 'hal'), fields);
  const answers = await Promise.all(['one apple', 'two pears', 'three plums'].map((text) => remember('hal', text)));
  expect(answers.filter((answer) => 'error' in answer)).toHaveLength(2);
  expect(await store.list(owner)).toHaveLength(MAX_NOTES);
});

test('an erasure leaves no word of the user', async () => {
  await remember('ida', 'my secret is xyzzy');
  await store.erase({ tenant: 'local', user_id: 'ida' });
  expect((await redisLines(parts.redis, parts.prefix)).filter((line) => /xyzzy|:ida/.test(line))).toEqual([]);
});

test('whatever is noted is found by its own words', async () => {
  const word = fc.stringMatching(/^[a-zA-Z0-9äöüß]{2,12}$/);
  const text = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '));
  let user = 0;
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(text, { minLength: 1, maxLength: 5 }), async (notes) => {
      user += 1;
      const user_id = `prop${user}`;
      for (const note of notes) await remember(user_id, note);
      for (const note of await texts(user_id)) expect(await texts(user_id, note)).toContain(note);
    }),
    { numRuns: 30 },
  );
});

test.each(['<script>', '__proto__', '"}', '\u0000', 'a'.repeat(300), '🦊'.repeat(60)])(
  'hostile query %j finds nothing and breaks nothing',
  async (query) => {
    await remember('jo', 'I like tea');
    expect(await texts('jo', query)).toEqual([]);
  },
);
