/** The calendar through its tools, as an agent uses them. It is Friday, 20 November 2026, 10:00 in Berlin. */
import { beforeAll, expect, test } from 'vitest';
import { createEventStore, type EventStore } from '../../../../src/teams/assistant/calendar/event-store.ts';
import { calendarTools } from '../../../../src/teams/assistant/tools/calendar-tools.ts';
import { testStore, userOf, type Who } from '../support.ts';

type View = { event_id: string; title: string; start: string; end: string; occurrence: string | null };

let parts: ReturnType<typeof testStore>;
let store: EventStore;
let use: ReturnType<typeof userOf>;
beforeAll(() => {
  parts = testStore();
  store = createEventStore(parts);
  use = userOf(calendarTools(store));
});

const create = async (who: Who, input: object) => (await use('create_event', input, who)).event as View;
const list = async (who: Who, from: string, to = from) =>
  ((await use('list_events', { from, to }, who)).events as View[]).map(({ title, start }) => [title, start]);

test('a step that runs twice makes one event, and a cancelled event does not come back by it', async () => {
  const who = { user_id: 'anna', key: 'turn.1' };
  const first = await create(who, { title: 'Dentist', start: '2026-11-24T15:00' });
  expect(await create(who, { title: 'Dentist', start: '2026-11-24T15:00' })).toEqual(first);
  await use('cancel_event', { event_id: first.event_id }, { user_id: 'anna', key: 'turn.2' });
  expect(await create(who, { title: 'Dentist', start: '2026-11-24T15:00' })).toEqual(first);
  expect(await list({ user_id: 'anna' }, '2026-11-24')).toEqual([]);
});

test('times are on the user’s clock, whatever form they are given in', async () => {
  const who = { user_id: 'bea' };
  await create(who, { title: 'A', start: '2026-11-24T15:00', duration_minutes: 30 });
  await create(who, { title: 'B', start: '2026-11-24T15:00:00Z', end: '2026-11-24T17:30:00+01:00' });
  await create(who, { title: 'C', start: '2026-11-24', end: '2026-11-25' });
  expect(await list(who, '2026-11-24')).toEqual([
    ['C', '2026-11-24'],
    ['A', '2026-11-24T15:00:00+01:00'],
    ['B', '2026-11-24T16:00:00+01:00'],
  ]);
  expect(await list({ ...who, timezone: 'America/New_York' }, '2026-11-24T09:00', '2026-11-24T10:00')).toEqual([
    ['C', '2026-11-24'],
    ['A', '2026-11-24T09:00:00-05:00'],
  ]);
});

test('one of a series is moved and another cancelled; the series itself is moved with them', async () => {
  const who = { user_id: 'cleo' };
  const { event_id } = await create(who, { title: 'Run', start: '2026-11-23T07:00', repeat: 'FREQ=WEEKLY;COUNT=4' });
  await use('cancel_event', { event_id, occurrence: '2026-11-30T07:00:00' }, who);
  await use(
    'update_event',
    { event_id, occurrence: '2026-12-07T07:00:00', start: '2026-12-08T08:00', title: 'Late run' },
    who,
  );
  expect(await list(who, '2026-11-20', '2026-12-31')).toEqual([
    ['Run', '2026-11-23T07:00:00+01:00'],
    ['Late run', '2026-12-08T08:00:00+01:00'],
    ['Run', '2026-12-14T07:00:00+01:00'],
  ]);
  await use('update_event', { event_id, start: '2026-11-23T06:00' }, who);
  expect((await list(who, '2026-11-20', '2026-12-31')).map(([, start]) => start)).toEqual([
    '2026-11-23T06:00:00+01:00',
    '2026-12-08T08:00:00+01:00',
    '2026-12-14T06:00:00+01:00',
  ]);
  expect(await use('cancel_event', { event_id, occurrence: '2026-12-15T06:00:00' }, who)).toHaveProperty('error');
});

test('an event of another zone keeps its zone when it is moved by the user’s clock', async () => {
  const owner = { tenant: 'local', user_id: 'dora' };
  const wish = { summary: 'Call', start: '2026-11-24T09:00:00', zone: 'America/New_York', length: 3600 };
  const { event } = await store.create(owner, wish, { key: 'k', now: new Date() });
  await use('update_event', { event_id: event.id, start: '2026-11-24T18:00' }, { user_id: 'dora' });
  expect((await store.read(owner)).items[0]).toMatchObject({
    start: '2026-11-24T12:00:00',
    zone: 'America/New_York',
    length: 3600,
  });
});

test('an event is found by words: the next time first, and what is over apart', async () => {
  const who = { user_id: 'eve' };
  await create(who, { title: 'Dentist check', start: '2026-05-04T09:00' });
  await create(who, { title: 'Dentist', start: '2026-11-24T15:00' });
  await create(who, { title: 'Dentist weekly', start: '2026-01-05T09:00', repeat: 'FREQ=WEEKLY' });
  const found = await use('find_event', { query: 'dentists' }, who);
  const starts = (views: unknown) => (views as View[]).map(({ start }) => start);
  // The exact title wins over longer ones.
  expect(starts(found.upcoming)).toEqual(['2026-11-24T15:00:00+01:00']);
  const checks = await use('find_event', { query: 'check' }, who);
  expect([starts(checks.upcoming), starts(checks.past)]).toEqual([[], ['2026-05-04T09:00:00+02:00']]);
  expect(starts((await use('find_event', { query: 'weekly' }, who)).upcoming)).toEqual(['2026-11-23T09:00:00+01:00']);
});

test('free and busy, and a slot that is really free', async () => {
  const who = { user_id: 'fay' };
  await create(who, { title: 'A', start: '2026-11-23T09:00', end: '2026-11-23T12:00' });
  await create(who, { title: 'B', start: '2026-11-23T11:00', end: '2026-11-23T17:30' });
  const overlapping = await use('create_event', { title: 'C', start: '2026-11-23T10:00' }, who);
  expect((overlapping.overlaps as View[]).map(({ title }) => title)).toEqual(['A']);
  expect(await use('free_busy', { from: '2026-11-23', to: '2026-11-23' }, who)).toEqual({
    free: false,
    busy: [{ start: '2026-11-23T09:00:00+01:00', end: '2026-11-23T17:30:00+01:00', type: 'BUSY' }],
  });
  const { slots } = await use('find_free_slot', { from: '2026-11-23', to: '2026-11-24', minutes: 60 }, who);
  expect(slots).toEqual([{ start: '2026-11-24T09:00:00+01:00', end: '2026-11-24T18:00:00+01:00' }]);
});

test.each([
  ['a rule for every second', { repeat: 'FREQ=SECONDLY' }],
  ['a day that does not exist', { start: '2026-02-30T09:00' }],
  ['an end before its start', { end: '2026-11-24T14:00' }],
  ['a time in words', { start: 'tomorrow' }],
  ['a year that nobody lives to see', { start: '9999-01-01T00:00' }],
])('is refused with a reason: %s', async (_what, wrong) => {
  const input = { title: 'X', start: '2026-11-24T15:00', ...wrong };
  expect(await use('create_event', input, { user_id: 'gus' })).toEqual({ error: expect.stringMatching(/\w/) });
  expect((await store.read({ tenant: 'local', user_id: 'gus' })).items).toEqual([]);
});

test('a range of ten years is refused, and endless series are cut to the range', async () => {
  const who = { user_id: 'hal' };
  await create(who, { title: 'Daily', start: '1990-01-01T09:00', repeat: 'FREQ=DAILY' });
  expect(await use('list_events', { from: '2026-01-01', to: '2036-01-01' }, who)).toHaveProperty('error');
  const answer = await use('list_events', { from: '2026-01-01', to: '2026-12-31' }, who);
  expect([(answer.events as View[]).length, answer.total]).toEqual([100, 365]);
});

test('nobody sees, changes or cancels an event of another user or tenant', async () => {
  const { event_id } = await create({ user_id: 'ida' }, { title: 'Secret', start: '2026-11-24T15:00' });
  for (const who of [{ user_id: 'jo' }, { user_id: 'ida', tenant: 'other' }]) {
    expect(await list(who, '2026-11-24')).toEqual([]);
    expect((await use('find_event', { query: 'secret' }, who)).upcoming).toEqual([]);
    expect((await use('free_busy', { from: '2026-11-24', to: '2026-11-24' }, who)).free).toBe(true);
    expect(await use('update_event', { event_id, title: 'Mine' }, who)).toHaveProperty('error');
    expect(await use('cancel_event', { event_id }, who)).toHaveProperty('error');
  }
  expect(await list({ user_id: 'ida' }, '2026-11-24')).toEqual([['Secret', '2026-11-24T15:00:00+01:00']]);
});
