/** The parts of a VEVENT, from jCal. */
import ICAL from 'ical.js';
import { AppError } from '../../../platform/errors.ts';
import { type EventDetails, MAX_SUMMARY, MAX_TEXT, type Span, STATUSES } from './event.ts';
import { type JComponent, type JProperty, propertiesOf, textOf } from './jcal.ts';
import { DAY_MS, dayText, instantOf, wallAt, wallOf, wallText } from './zones.ts';

/** The zone of a TZID, or of a time without one. Throws for one that is not known. */
export type ZoneOf = (tzid: string | undefined) => string;

const MAX_TIMES = 1_000;
/** Read into fields of an event; all others are kept as they are. */
const READ: ReadonlySet<string> = new Set(
  `uid dtstamp created last-modified sequence dtstart dtend duration rrule exdate rdate exrule recurrence-id summary description location
   status transp`.split(/\s+/),
);
const UNTITLED = 'Untitled';

export function detailsIn(component: JComponent, zoneOf: ZoneOf): EventDetails {
  const text = (name: string, most: number) => (textOf(component, name) ?? '').slice(0, most);
  const status = text('status', 20).toLowerCase();
  return {
    ...spanIn(component, zoneOf),
    summary: text('summary', MAX_SUMMARY) || UNTITLED,
    description: text('description', MAX_TEXT),
    location: text('location', MAX_TEXT),
    busy: text('transp', 20).toUpperCase() !== 'TRANSPARENT',
    status: STATUSES.find((one) => one === status) ?? 'confirmed',
    other: component[1].filter(([name]) => !READ.has(name)),
    parts: component[2],
  };
}

/** Starts of occurrences, as the series writes them. */
export function timesIn(component: JComponent, name: string, zone: string | null, zoneOf: ZoneOf): string[] {
  const found = propertiesOf(component, name).flatMap((property) => {
    if (name === 'recurrence-id' && property[1].range !== undefined)
      throw new AppError('invalid', 'It changes an occurrence and all after it, which is not supported.');
    return property.slice(3).map((value) => inZone(timeOf(property, value, zoneOf), zone));
  });
  if (found.length > MAX_TIMES) throw new AppError('invalid', `It has more than ${MAX_TIMES} dates.`);
  return [...new Set(found)];
}

type Time = { start: string; zone: string | null };

function spanIn(component: JComponent, zoneOf: ZoneOf): Span {
  const first = (name: string) => propertiesOf(component, name)[0];
  const begin = first('dtstart');
  if (!begin) throw new AppError('invalid', 'It has no start.');
  const { start, zone } = timeOf(begin, begin[3], zoneOf);
  const end = first('dtend');
  const duration = first('duration');
  if (end) return { start, zone, length: lengthBetween({ start, zone }, timeOf(end, end[3], zoneOf)) };
  const seconds = duration ? ICAL.Duration.fromString(String(duration[3])).toSeconds() : null;
  if (zone === null) return { start, zone, length: seconds === null ? 1 : Math.max(1, Math.round(seconds / 86_400)) };
  return { start, zone, length: seconds ?? 0 };
}

/** Seconds, or days. */
function lengthBetween(begin: Time, end: Time): number {
  if (begin.zone === null) return Math.max(1, Math.round((wallOf(end.start) - wallOf(begin.start)) / DAY_MS));
  const instant = ({ start, zone }: Time) => instantOf(wallOf(start), zone ?? begin.zone ?? 'UTC');
  return (instant(end) - instant(begin)) / 1000;
}

function timeOf([, parameters, type]: JProperty, value: unknown, zoneOf: ZoneOf): Time {
  const text = Array.isArray(value) ? String(value[0]) : String(value);
  if (type === 'date' || text.length === 10) return { start: text, zone: null };
  const start = text.slice(0, 19);
  if (Number.isNaN(wallOf(start))) throw new AppError('invalid', 'It has a time that does not exist.');
  if (text.endsWith('Z')) return { start, zone: 'UTC' };
  const { tzid } = parameters;
  return { start, zone: zoneOf(typeof tzid === 'string' ? tzid : undefined) };
}

function inZone({ start, zone: own }: Time, zone: string | null): string {
  if (zone === null) return start.slice(0, 10);
  if (own === null) return start;
  if (own === zone) return start;
  const wall = wallAt(instantOf(wallOf(start), own), zone);
  return start.length === 10 ? dayText(wall) : wallText(wall);
}
