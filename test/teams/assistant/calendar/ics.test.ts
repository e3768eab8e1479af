/** Calendars of others are read, ours are read by others, and no file can do harm. */
import fc from 'fast-check';
import ICAL from 'ical.js';
import { afterAll, describe, expect, test } from 'vitest';
import type { CalendarEvent } from '../../../../src/teams/assistant/calendar/event.ts';
import { openIcs } from '../../../../src/teams/assistant/calendar/ics.ts';
import { importInto } from '../../../../src/teams/assistant/calendar/import-events.ts';
import { occurrencesIn } from '../../../../src/teams/assistant/calendar/occurrences.ts';
import { readIcs } from '../../../../src/teams/assistant/calendar/read-ics.ts';
import { writeIcs } from '../../../../src/teams/assistant/calendar/write-ics.ts';
import { isoIn } from '../../../../src/teams/assistant/calendar/zones.ts';
import { event, range } from './events.ts';

const now = new Date('2026-06-01T00:00:00Z');
const read = (text: string, zone = 'UTC') => readIcs({ text, zone, now });
const write = (events: readonly CalendarEvent[]) => writeIcs({ events, name: 'Anna', year: 2026 });
const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR'].join('\r\n');
const vevent = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:a@x', 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT'];

describe('what we write', () => {
  const events = [
    event({ except: ['2026-03-09T09:00:00'], summary: 'Standup; with, commas\nand a line' }),
    event({
      uid: 'day@x',
      start: '2026-06-01',
      zone: null,
      length: 2,
      repeat: 'FREQ=YEARLY',
      busy: false,
      summary: 'Häuser 🏡'.repeat(12),
    }),
    event({ uid: 'utc@x', zone: 'UTC', repeat: null, status: 'tentative', location: 'Room 1' }),
    event({ uid: 'night@x', start: '2026-10-25T01:30:00', length: 7200, repeat: null }),
  ];

  test('comes back as it was', () => {
    expect(read(write(events)).skipped).toEqual([]);
    const back = new Map(read(write(events)).events.map((one) => [one.uid, one]));
    for (const one of events) expect(back.get(one.uid)).toEqual(one);
  });

  test('has lines of at most 75 octets that end with CRLF', () => {
    const lines = write(events).split('\r\n');
    expect(lines.at(-1)).toBe('');
    expect(lines.every((line) => !line.includes('\n') && Buffer.byteLength(line) <= 75)).toBe(true);
  });

  test('defines its zones so that another program finds the same instants', () => {
    const root = new ICAL.Component(ICAL.parse(write([event({ uid: 'zone@x' })])));
    const zone = new ICAL.Timezone(root.getFirstSubcomponent('vtimezone') as ICAL.Component);
    const starts = ['2026-03-02', '2026-03-30', '2026-10-19', '2026-10-26', '2030-07-01'];
    const offsets = starts.map((day) => zone.utcOffset(ICAL.Time.fromDateTimeString(`${day}T09:00:00`)) / 3600);
    expect(offsets).toEqual([1, 2, 2, 1, 2]);
  });

  test('any text stays one text: nobody can write properties of their own into a calendar', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), (text) => {
        const summary = `x${text}\r\nATTACH:http://evil.example\nEND:VEVENT`.replace(/\r\n?/g, '\n');
        const { events: back } = read(write([event({ summary: summary.slice(0, 200) })]));
        expect(back).toHaveLength(1);
        expect(back[0]?.other).toEqual([]);
      }),
    );
  });
});

describe('what others write', () => {
  test('properties that we do not know, and alarms, are still there in our feed', () => {
    const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT15M', 'DESCRIPTION:Soon', 'END:VALARM'];
    const own = ['X-APPLE-TRAVEL;VALUE=DURATION:PT30M', 'ATTENDEE;CN="Bo, B":mailto:bo@example.org', 'CATEGORIES:A,B'];
    const { events } = read(calendar(...vevent('DTSTART:20260601T090000Z', 'SUMMARY:Call', ...own, ...alarm)));
    const text = write(events).replaceAll('\r\n ', '');
    for (const line of [...own, 'TRIGGER:-PT15M', 'BEGIN:VALARM']) expect(text).toContain(line);
  });

  test('a zone that has a name of its own is the one whose clock shows the same', () => {
    const observance = (kind: string, from: string, to: string, start: string, month: number) => [
      `BEGIN:${kind}`,
      `DTSTART:${start}`,
      `TZOFFSETFROM:${from}`,
      `TZOFFSETTO:${to}`,
      `RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=${month}`,
      `END:${kind}`,
    ];
    const zone = [
      'BEGIN:VTIMEZONE',
      'TZID:W. Europe Standard Time',
      ...observance('STANDARD', '+0200', '+0100', '16010101T030000', 10),
      ...observance('DAYLIGHT', '+0100', '+0200', '16010101T020000', 3),
      'END:VTIMEZONE',
    ];
    const weekly = vevent('DTSTART;TZID=W. Europe Standard Time:20260302T090000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY');
    const { events, skipped } = read(calendar(...zone, ...weekly));
    expect(skipped).toEqual([]);
    const seen = occurrencesIn(events, range('2026-03-29T00:00:00Z', '2026-04-01T00:00:00Z'), 'UTC');
    expect(seen.map(({ start }) => isoIn(start, 'UTC'))).toEqual(['2026-03-30T07:00:00Z']);
  });

  test('a changed and a cancelled occurrence in UTC are those of a series in a zone', () => {
    const series = vevent(
      'DTSTART;TZID=Europe/Berlin:20260302T090000',
      'DTEND;TZID=Europe/Berlin:20260302T093000',
      'RRULE:FREQ=WEEKLY;COUNT=4',
      'EXDATE:20260309T080000Z',
    );
    const change = vevent(
      'RECURRENCE-ID:20260316T080000Z',
      'DTSTART:20260316T120000Z',
      'DURATION:PT1H',
      'SUMMARY:Moved',
    );
    const { events } = read(calendar(...series, ...change));
    const seen = occurrencesIn(events, range('2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z'), 'UTC');
    expect(seen.map(({ start, details }) => [isoIn(start, 'UTC'), details.summary])).toEqual([
      ['2026-03-02T08:00:00Z', 'Untitled'],
      ['2026-03-16T12:00:00Z', 'Moved'],
      ['2026-03-23T08:00:00Z', 'Untitled'],
    ]);
  });

  test('a time without a zone is one of the calendar’s zone, or of the user’s', () => {
    const floating = vevent('DTSTART:20260601T090000');
    expect(read(calendar(...floating), 'Asia/Tokyo').events[0]?.zone).toBe('Asia/Tokyo');
    expect(read(calendar('X-WR-TIMEZONE:Europe/Paris', ...floating), 'Asia/Tokyo').events[0]?.zone).toBe(
      'Europe/Paris',
    );
  });

  test('an older copy of an event does not replace a newer one, and the same file again changes nothing', () => {
    const version = (sequence: number, summary: string) =>
      read(calendar(...vevent('DTSTART:20260601T090000Z', `SEQUENCE:${sequence}`, `SUMMARY:${summary}`))).events;
    const { put: first = [] } = importInto([], version(2, 'new'));
    expect(importInto(first, version(2, 'new')).answer).toMatchObject({ unchanged: 1, updated: 0 });
    expect(importInto(first, version(1, 'old')).put).toEqual([]);
    expect(importInto(first, version(3, 'newest')).put?.[0]?.summary).toBe('newest');
  });
});

describe('a hostile file', () => {
  const good = vevent('DTSTART:20260601T090000Z', 'SUMMARY:Good');
  test.each([
    ['a rule for every second', ['DTSTART:20260601T090000Z', 'RRULE:FREQ=SECONDLY'], /FREQ must be/],
    ['a rule with hours', ['DTSTART:20260601T090000Z', 'RRULE:FREQ=DAILY;BYHOUR=1,2'], /BYHOUR/],
    ['no start', ['SUMMARY:x'], /no start/],
    ['a day that does not exist', ['DTSTART:20260231T090000Z'], /does not exist|no such day|cannot be read/],
    ['an unknown zone', ['DTSTART;TZID=Mars/Olympus:20260601T090000'], /time zone is not known/],
    ['an end before its start', ['DTSTART:20260601T090000Z', 'DTEND:20260601T080000Z'], /ends after it begins/],
    ['a year far away', ['DTSTART:99990601T090000Z'], /between 1900 and 2200/],
    ['a line that is none', ['DTSTART:20260601T090000Z', 'this is no property'], /cannot be read/],
    ['too much text', ['DTSTART:20260601T090000Z', `X-BIG:${'x'.repeat(20_000)}`], /too large/],
    [
      'a change of all that follows',
      ['DTSTART:20260601T090000Z', 'RECURRENCE-ID;RANGE=THISANDFUTURE:20260601T090000Z'],
      /not in the file/,
    ],
  ])('%s costs that event and no other', (_what, lines, reason) => {
    const bad = ['BEGIN:VEVENT', 'UID:bad@x', ...lines, 'END:VEVENT'];
    const { events, skipped } = read(calendar(...bad, ...good));
    expect(events.map(({ summary }) => summary)).toEqual(['Good']);
    expect(skipped).toHaveLength(1);
    expect(skipped[0]?.reason).toMatch(reason);
  });

  test('a file that ends in the middle, or closes what was not opened, gives what is whole', () => {
    const cut = calendar(...good, 'BEGIN:VEVENT', 'UID:cut@x').replace('END:VCALENDAR', '');
    expect(read(cut)).toMatchObject({ events: [{ summary: 'Good' }], skipped: [{ reason: /ends/ }] });
    expect(read(calendar('END:VEVENT', 'END:VALARM', ...good)).events).toHaveLength(1);
  });

  test.each(['', 'hello', '<html>', '\u0000\u0001', 'BEGIN:VCARD\r\nEND:VCARD'])(
    'what is no calendar is refused: %j',
    (text) => {
      expect(() => read(text)).toThrow(/no iCalendar file/);
    },
  );

  test('a zone that changes every second is not expanded', () => {
    const observed = ['BEGIN:STANDARD', 'DTSTART:19700101T000000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0100'];
    const zone = ['BEGIN:VTIMEZONE', 'TZID:Evil', ...observed, 'RRULE:FREQ=SECONDLY', 'END:STANDARD', 'END:VTIMEZONE'];
    const { skipped } = read(calendar(...zone, ...vevent('DTSTART;TZID=Evil:20260601T090000')));
    expect(skipped[0]?.reason).toMatch(/time zone is not known/);
  });

  test('arbitrary lines never break the reader', () => {
    const line = fc.oneof(
      fc.string({ maxLength: 80 }),
      fc.constantFrom(
        'BEGIN:VEVENT',
        'END:VEVENT',
        'BEGIN:VALARM',
        'DTSTART:20260601',
        'RRULE:FREQ=DAILY',
        ' folded',
        'UID:u',
      ),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
        const { events } = read(calendar(...lines));
        expect(read(write(events)).events).toHaveLength(events.length);
      }),
    );
  });
});

describe('in the thread', () => {
  const ics = openIcs();
  afterAll(() => ics.close());

  test('ten megabytes of events, and one line of ten megabytes, are read within the deadline', async () => {
    const one = vevent('DTSTART:20260601T090000Z', 'SUMMARY:Again').join('\r\n');
    const many = calendar(...Array.from({ length: 60_000 }, (_, at) => one.replace('a@x', `e${at}@x`)));
    expect(many.length).toBeGreaterThan(5_000_000);
    const { events } = await ics.read({ text: many, zone: 'UTC', now });
    expect(events).toHaveLength(2_000);
    const long = calendar(...vevent('DTSTART:20260601T090000Z', `SUMMARY:${'x'.repeat(10_000_000)}`));
    expect((await ics.read({ text: long, zone: 'UTC', now })).events[0]?.summary).toHaveLength(200);
  });
});
