/**
 * Time zones in iCalendar files. What we write defines each zone from the data of Intl. What we read may name a zone that Intl does not
 * know ("W. Europe Standard Time"): it then is the known zone whose clock shows the same as its definition says.
 */
import ICAL from 'ical.js';
import { type JComponent, type JProperty, propertiesOf } from './jcal.ts';
import { DAY_MS, isZone, offsetAt, wallText } from './zones.ts';

const WEEK_MS = 7 * DAY_MS;
const SECOND_MS = 1000;

type Change = { at: number; before: number; after: number };

/** VTIMEZONE with every change of the clocks in these years. */
export function vtimezone(zone: string, years: { first: number; last: number }): JComponent {
  const begin = Date.UTC(years.first, 0, 1);
  const first = offsetAt(begin, zone);
  const kinds = new Map<string, Change[]>([['', [{ at: begin, before: first, after: first }]]]);
  for (const change of changesOf(zone, begin, Date.UTC(years.last + 1, 0, 1))) {
    const kind = `${change.before} ${change.after}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), change]);
  }
  return ['vtimezone', [['tzid', {}, 'text', zone]], [...kinds.values()].map(observance)];
}

function observance(changes: readonly Change[]): JComponent {
  const [{ before, after } = { before: 0, after: 0 }] = changes;
  const starts = changes.map(({ at }) => wallText(at + before));
  const properties: JProperty[] = [
    ['dtstart', {}, 'date-time', starts[0]],
    ['tzoffsetfrom', {}, 'utc-offset', offsetText(before)],
    ['tzoffsetto', {}, 'utc-offset', offsetText(after)],
    // With DTSTART among them: some programs read nothing but RDATE where there is one.
    ...(starts.length > 1 ? starts.map((start): JProperty => ['rdate', {}, 'date-time', start]) : []),
  ];
  return [after > before ? 'daylight' : 'standard', properties, []];
}

/** No zone changes its clock twice within a week. */
function changesOf(zone: string, from: number, to: number): Change[] {
  const changes: Change[] = [];
  for (let at = from; at < to; at += WEEK_MS) {
    const [before, after] = [offsetAt(at, zone), offsetAt(at + WEEK_MS, zone)];
    if (before === after) continue;
    let [low, high] = [at, at + WEEK_MS];
    while (high - low > SECOND_MS) {
      const middle = Math.floor((low + high) / 2 / SECOND_MS) * SECOND_MS;
      if (offsetAt(middle, zone) === before) low = middle;
      else high = middle;
    }
    changes.push({ at: high, before, after });
  }
  return changes;
}

function offsetText(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / 60_000);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Some programs put their own name before that of the zone: /example.org/Europe/Berlin. */
const PREFIXED = /^\/[^/]+\/((?:[A-Za-z_+-]+\/){0,2}[A-Za-z0-9_+-]+)$/;

/** The zone that a TZID stands for, by its name or by its definition; null if there is none like it. */
export function zoneNamed(tzid: string, definition: JComponent | undefined, now: Date): string | null {
  const name = PREFIXED.exec(tzid)?.[1] ?? tzid;
  if (isZone(name)) return name;
  return definition ? zoneLike(definition, now) : null;
}

function zoneLike(definition: JComponent, now: Date): string | null {
  const rules = definition[2].flatMap((observed) => propertiesOf(observed, 'rrule'));
  // Anything faster than once a year is no change of clocks, and would be expanded for a long time.
  if (!rules.every(([, , , rule]) => (rule as { freq?: unknown } | undefined)?.freq === 'YEARLY')) return null;
  const zone = new ICAL.Timezone(new ICAL.Component(definition as never));
  const year = now.getUTCFullYear();
  const probes = [year - 1, year, year + 1].flatMap((one) =>
    Array.from({ length: 24 }, (_, half) => Date.UTC(one, Math.floor(half / 2), half % 2 === 0 ? 1 : 15, 12)),
  );
  const offsets = probes.map((wall) => zone.utcOffset(ICAL.Time.fromDateTimeString(wallText(wall))) * SECOND_MS);
  const isLike = (candidate: string) =>
    probes.every((wall, at) => offsetAt(wall - (offsets[at] ?? 0), candidate) === offsets[at]);
  return ['UTC', ...Intl.supportedValuesOf('timeZone')].find(isLike) ?? null;
}
