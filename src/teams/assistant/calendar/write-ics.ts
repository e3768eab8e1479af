/** Writes a calendar as iCalendar text (RFC 5545): lines folded, each zone defined, changed occurrences beside their series. */
import ICAL from 'ical.js';
import { type CalendarEvent, type EventDetails, isSeries } from './event.ts';
import type { JComponent, JProperty } from './jcal.ts';
import { vtimezone } from './vtimezone.ts';
import { DAY_MS, dayText, instantOf, wallAt, wallOf, wallText } from './zones.ts';

const PRODUCT = '-//Medfleet//Assistant//EN';
/** Zones are defined for past events of so many years, and for this many to come. */
const YEARS_BACK = 30;
const YEARS_AHEAD = 5;

export type Written = { events: readonly CalendarEvent[]; name: string; year: number };

export function writeIcs({ events, name, year }: Written): string {
  const zones = zonesOf(events).map(([zone, first]) =>
    vtimezone(zone, { first: Math.max(first, year - YEARS_BACK), last: year + YEARS_AHEAD }),
  );
  const head: JProperty[] = [
    ['version', {}, 'text', '2.0'],
    ['prodid', {}, 'text', PRODUCT],
    ['calscale', {}, 'text', 'GREGORIAN'],
    ['x-wr-calname', {}, 'unknown', name],
  ];
  const sorted = [...events].sort((a, b) => a.start.localeCompare(b.start) || a.uid.localeCompare(b.uid));
  const calendar: JComponent = ['vcalendar', head, [...zones, ...sorted.flatMap(componentsOf)]];
  return `${ICAL.stringify(calendar as never)}\r\n`;
}

/** Each zone with the first year in which an event is in it; UTC needs no definition. */
function zonesOf(events: readonly CalendarEvent[]): [string, number][] {
  const first = new Map<string, number>();
  for (const { zone, start } of events.flatMap((event) => [event, ...Object.values(event.changed)])) {
    if (zone === null || zone === 'UTC') continue;
    first.set(zone, Math.min(first.get(zone) ?? Number.POSITIVE_INFINITY, Number(start.slice(0, 4))));
  }
  return [...first];
}

function componentsOf(event: CalendarEvent): JComponent[] {
  const { repeat, except, added, changed, zone } = event;
  const series: JProperty[] = [
    ...(repeat === null ? [] : [['rrule', {}, 'recur', ICAL.Recur.fromString(repeat).toJSON()] as JProperty]),
    ...except.map((start) => timeProperty('exdate', start, zone)),
    ...added.map((start) => timeProperty('rdate', start, zone)),
  ];
  const changes = isSeries(event) ? Object.entries(changed) : [];
  return [
    component(event, event, series),
    ...changes.map(([original, details]) => component(event, details, [timeProperty('recurrence-id', original, zone)])),
  ];
}

function component(event: CalendarEvent, details: EventDetails, own: readonly JProperty[]): JComponent {
  const { start, zone, summary, description, location, busy, status } = details;
  const text = (name: string, value: string): JProperty[] => (value === '' ? [] : [[name, {}, 'text', value]]);
  const properties: JProperty[] = [
    ['uid', {}, 'text', event.uid],
    ['dtstamp', {}, 'date-time', utc(event.updated_at)],
    ['created', {}, 'date-time', utc(event.created_at)],
    ['last-modified', {}, 'date-time', utc(event.updated_at)],
    ['sequence', {}, 'integer', event.sequence],
    timeProperty('dtstart', start, zone),
    ...endOf(details),
    ...own,
    ...text('summary', summary),
    ...text('description', description),
    ...text('location', location),
    ['status', {}, 'text', status.toUpperCase()],
    ['transp', {}, 'text', busy ? 'OPAQUE' : 'TRANSPARENT'],
    ...(details.other as JProperty[]),
  ];
  return ['vevent', properties, details.parts as JComponent[]];
}

/** As an end; as a duration where the clocks change in between, because the end could then mean another instant. */
function endOf({ start, zone, length }: EventDetails): JProperty[] {
  const wall = wallOf(start);
  if (zone === null) return [timeProperty('dtend', dayText(wall + length * DAY_MS), null)];
  const end = wallAt(instantOf(wall, zone) + length * 1000, zone);
  if (end - wall === length * 1000) return [timeProperty('dtend', wallText(end), zone)];
  return [['duration', {}, 'duration', `PT${length}S`]];
}

function timeProperty(name: string, start: string, zone: string | null): JProperty {
  if (zone === null) return [name, {}, 'date', start];
  return zone === 'UTC' ? [name, {}, 'date-time', `${start}Z`] : [name, { tzid: zone }, 'date-time', start];
}

function utc(iso: string): string {
  return `${iso.slice(0, 19)}Z`;
}
