/** /v1/calendars: a calendar program can subscribe, a file can be imported, and nobody sees another's calendar. */
import ICAL from 'ical.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAssistantStores } from '../../../src/teams/assistant/store/open-stores.ts';
import { type Api, apiClient } from '../../support/api.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { redisLines } from '../../support/stores.ts';
import { expectProblem } from '../http/expect-problem.ts';

const TOKEN = 'tenant-token-0123456789';
const ANNA = 'anna-token-0123456789';
const READER = 'reader-token-0123456789';
const OTHER = 'other-tenant-0123456789';

let fleet: Fleet;
let api: Api;
beforeAll(async () => {
  const entries = [`acme:${TOKEN}`, `acme/anna:${ANNA}`, `acme[calendar:read]:${READER}`, `umbrella:${OTHER}`];
  fleet = await startFleet({ roles: [], env: { API_TOKENS: entries.join(',') } });
  api = apiClient(fleet.url, TOKEN);
});
afterAll(() => fleet.close());

const file = (...events: string[][]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
  ].join('\r\n');
const ICS = { 'Content-Type': 'text/calendar' };
const STANDUP = [
  'UID:s@x',
  'DTSTART;TZID=Europe/Berlin:20260302T090000',
  'DURATION:PT30M',
  'RRULE:FREQ=WEEKLY',
  'SUMMARY:Standup',
];
const put = (user: string, text: string, client = api) =>
  client.call('POST', `/v1/calendars/${user}/import`, text, ICS);
const get = (path: string, headers: Record<string, string> = {}) => fetch(fleet.url + path, { headers });
const feedOf = async (user: string) => String((await api.call('POST', `/v1/calendars/${user}/feed`)).body.feed_url);

test('an imported calendar is served as a file that ical.js reads, with a zone that keeps nine at nine', async () => {
  expect((await put('bea', file(STANDUP))).body).toEqual({
    created: 1,
    updated: 0,
    unchanged: 0,
    left_out: 0,
    skipped: [],
  });
  expect((await put('bea', file(STANDUP))).body).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
  const answer = await get('/v1/calendars/bea.ics', { Authorization: `Bearer ${TOKEN}` });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
  const root = new ICAL.Component(ICAL.parse(await answer.text()));
  const event = new ICAL.Event(root.getFirstSubcomponent('vevent') as ICAL.Component);
  expect([event.summary, event.duration.toSeconds()]).toEqual(['Standup', 1800]);
  const iterator = event.iterator();
  const starts = Array.from({ length: 5 }, () => iterator.next().toJSDate().toISOString());
  expect(starts.at(-1)).toBe('2026-03-30T07:00:00.000Z');
  expect(starts[0]).toBe('2026-03-02T08:00:00.000Z');
});

test('a program that has the file gets 304 until the calendar changes', async () => {
  await put('cleo', file(STANDUP));
  const feed = await feedOf('cleo');
  const first = await get(feed);
  const etag = first.headers.get('etag') ?? '';
  expect([first.status, etag]).toEqual([200, expect.stringMatching(/^"\w{32}"$/)]);
  const again = await get(feed, { 'If-None-Match': etag });
  expect([again.status, await again.text()]).toEqual([304, '']);
  await put('cleo', file(['UID:t@x', 'DTSTART:20260601T090000Z', 'SUMMARY:Tea']));
  const changed = await get(feed, { 'If-None-Match': etag });
  expect([changed.status, (await changed.text()).includes('SUMMARY:Tea')]).toEqual([200, true]);
});

test('a secret address works without a token, is stored nowhere, and ends when it is replaced or revoked', async () => {
  await put('dora', file(STANDUP));
  const first = await feedOf('dora');
  expect((await get(first)).status).toBe(200);
  const secret = /([\w-]{43})\.ics$/.exec(first)?.[1] ?? 'none';
  const lines = await redisLines(fleet.base.redis.connect('worker') as never, fleet.base.config.REDIS_PREFIX);
  expect(lines.filter((line) => line.includes(secret))).toEqual([]);
  const second = await feedOf('dora');
  expect([(await get(first)).status, (await get(second)).status]).toEqual([404, 200]);
  expect((await api.call('DELETE', '/v1/calendars/dora/feed')).status).toBe(200);
  expect((await get(second)).status).toBe(404);
  expectProblem(await api.call('DELETE', '/v1/calendars/dora/feed'), 404, 'not_found');
});

test('a token reads and changes only calendars of its tenant, and a bound one only its own', async () => {
  await put('eve', file(STANDUP));
  expect((await apiClient(fleet.url, OTHER).call('GET', '/v1/calendars/eve.ics')).body.text).not.toContain('Standup');
  const anna = apiClient(fleet.url, ANNA);
  expectProblem(await anna.call('GET', '/v1/calendars/eve.ics'), 403, 'forbidden');
  expectProblem(await put('eve', file(STANDUP), anna), 403, 'forbidden');
  expectProblem(await anna.call('POST', '/v1/calendars/eve/feed'), 403, 'forbidden');
  expectProblem(await anna.call('DELETE', '/v1/calendars/eve/feed'), 403, 'forbidden');
  expect((await put('anna', file(STANDUP), anna)).status).toBe(200);
  const reader = apiClient(fleet.url, READER);
  expect((await reader.call('GET', '/v1/calendars/eve.ics')).status).toBe(200);
  expectProblem(await reader.call('POST', '/v1/calendars/eve/feed'), 403, 'forbidden');
});

test('what is broken is skipped with its reason, and the rest is there', async () => {
  const bomb = ['UID:bomb@x', 'DTSTART:20260601T090000Z', 'RRULE:FREQ=SECONDLY'];
  const { status, body } = await put('fay', file(bomb, STANDUP));
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({ created: 1, skipped: [expect.objectContaining({ uid: 'bomb@x' })] }),
  ]);
});

test('what is no calendar, too large or of another type is refused', async () => {
  expectProblem(await put('gus', 'hello'), 422, 'invalid');
  expectProblem(await put('gus', file(['UID:x', `X-BIG:${'x'.repeat(4_100_000)}`])), 413, 'too_large');
  expectProblem(await api.call('POST', '/v1/calendars/gus/import', {}), 415, 'unsupported_media_type');
  expectProblem(await api.call('POST', '/v1/calendars/gus/import?timezone=Mars', file(STANDUP), ICS), 422, 'invalid');
  for (const path of ['/v1/calendars/feed/short.ics', `/v1/calendars/feed/${'*'.repeat(43)}.ics`])
    expectProblem(await api.call('GET', path), 422, 'invalid');
  expectProblem(await api.call('GET', `/v1/calendars/feed/${'a'.repeat(43)}.ics`), 404, 'not_found');
  expectProblem(await api.call('GET', '/v1/calendars/a%3Ab.ics'), 422, 'invalid');
});

test('an erasure takes the calendar, its secret address, the notes and the todos of that user, and nobody else’s', async () => {
  const redis = fleet.base.redis.connect('worker');
  const stores = openAssistantStores(redis, fleet.base.keys.tag);
  const write = (key: string) => ({ key, now: new Date() });
  for (const user_id of ['hal', 'ida']) {
    const owner = { tenant: 'acme', user_id };
    await put(user_id, file(STANDUP));
    await stores.notes.remember(owner, 'my pin is 1234', write('n'));
    await stores.todos.add(owner, undefined, [{ text: 'milk' }], write('t'));
  }
  const [feed, kept] = [await feedOf('hal'), await feedOf('ida')];
  expect((await stores.erase({ tenant: 'acme', user_id: 'hal' })).keys).toBe(11);
  const lines = await redisLines(redis as never, fleet.base.config.REDIS_PREFIX);
  expect(lines.filter((line) => /\bhal\b/.test(line))).toEqual([]);
  expect([(await get(feed)).status, (await get(kept)).status]).toEqual([404, 200]);
  expect(await stores.todos.list({ tenant: 'acme', user_id: 'ida' })).toHaveLength(1);
});
