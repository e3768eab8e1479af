/** Reads iCalendar text that anybody may have written. What cannot be understood is left out, with the reason; the rest is imported. */
import ICAL from 'ical.js';
import { AppError } from '../../../platform/errors.ts';
import { sha256 } from '../../../platform/sha256.ts';
import { itemId } from '../store/item-id.ts';
import { CalendarEvent, MAX_EVENT_CHARS, MAX_EVENTS } from './event.ts';
import { type JComponent, textOf } from './jcal.ts';
import { parseRule } from './rule.ts';
import { type Block, splitIcs } from './split-ics.ts';
import { checkSpan } from './times.ts';
import { detailsIn, timesIn, type ZoneOf } from './vevent.ts';
import { zoneNamed } from './vtimezone.ts';
import { isZone } from './zones.ts';

export type ReadIcs = { events: CalendarEvent[]; skipped: { uid: string; reason: string }[] };

const MAX_UID = 255;
/** Reasons beyond this many are not listed. */
const MAX_SKIPPED = 100;
const CUT_OFF = 'The file ends in the middle of it.';
const UNREADABLE = 'It cannot be read.';

type Parsed = { uid: string; component: JComponent; rule: string | null };

/** `zone`: that of times without one. */
export function readIcs({ text, zone, now }: { text: string; zone: string; now: Date }): ReadIcs {
  const { blocks, properties, cutOff } = splitIcs(text);
  const skipped = Array.from({ length: cutOff }, () => ({ uid: '', reason: CUT_OFF }));
  const own = properties.get('X-WR-TIMEZONE') ?? '';
  const zoneOf = zonesIn(blocks, isZone(own) ? own : zone, now);
  const series = new Map<string, { master?: Parsed; changes: Parsed[] }>();
  for (const block of blocks.filter(({ name }) => name === 'VEVENT')) {
    const parsed = parse(block);
    if (!parsed) {
      skipped.push({ uid: '', reason: UNREADABLE });
      continue;
    }
    const group = series.get(parsed.uid) ?? { changes: [] };
    if (textOf(parsed.component, 'recurrence-id') === undefined) group.master = parsed;
    else group.changes.push(parsed);
    series.set(parsed.uid, group);
  }
  const events: CalendarEvent[] = [];
  for (const [uid, { master, changes }] of series) {
    try {
      if (!master) throw new AppError('invalid', 'It changes an event that is not in the file.');
      if (events.length >= MAX_EVENTS) throw new AppError('invalid', `A file may have ${MAX_EVENTS} events.`);
      events.push(eventOf(master, changes, zoneOf, now));
    } catch (thrown) {
      skipped.push({ uid, reason: thrown instanceof AppError ? thrown.message : UNREADABLE });
    }
  }
  return { events, skipped: skipped.slice(0, MAX_SKIPPED) };
}

function parse({ lines }: Block): Parsed | null {
  try {
    const component = ICAL.parse(lines.join('\r\n')) as unknown as JComponent;
    const uid = textOf(component, 'uid')?.slice(0, MAX_UID) || `${sha256(lines.join('\n')).slice(0, 32)}@import`;
    const rule = lines.find((line) => /^RRULE[:;]/i.test(line));
    return { uid, component, rule: rule === undefined ? null : rule.slice(rule.indexOf(':') + 1).trim() };
  } catch {
    return null;
  }
}

function zonesIn(blocks: readonly Block[], floating: string, now: Date): ZoneOf {
  const definitions = new Map<string, JComponent>();
  for (const block of blocks.filter(({ name }) => name === 'VTIMEZONE')) {
    const component = parse(block)?.component;
    const tzid = component && textOf(component, 'tzid');
    if (tzid) definitions.set(tzid, component);
  }
  const known = new Map<string, string | null>();
  return (tzid) => {
    if (tzid === undefined) return floating;
    if (!known.has(tzid)) known.set(tzid, zoneNamed(tzid, definitions.get(tzid), now));
    const zone = known.get(tzid);
    if (!zone) throw new AppError('invalid', 'Its time zone is not known, and the file does not define it.');
    return zone;
  };
}

function eventOf(master: Parsed, changes: readonly Parsed[], zoneOf: ZoneOf, now: Date): CalendarEvent {
  const { uid, component, rule } = master;
  const details = detailsIn(component, zoneOf);
  const stamp = (...names: string[]) => names.map((name) => instantIn(component, name)).find((at) => at !== null);
  if (rule !== null) parseRule(rule);
  const event = CalendarEvent.parse({
    ...details,
    id: itemId(uid),
    uid,
    repeat: rule,
    except: timesIn(component, 'exdate', details.zone, zoneOf),
    added: timesIn(component, 'rdate', details.zone, zoneOf),
    changed: Object.fromEntries(
      changes.flatMap(({ component: change }) =>
        timesIn(change, 'recurrence-id', details.zone, zoneOf).map((start) => [start, detailsIn(change, zoneOf)]),
      ),
    ),
    sequence: Math.max(0, Math.trunc(Number(textOf(component, 'sequence') ?? 0)) || 0),
    created_at: stamp('created', 'dtstamp') ?? now.toISOString(),
    updated_at: stamp('last-modified', 'dtstamp') ?? now.toISOString(),
  });
  for (const span of [event, ...Object.values(event.changed)]) checkSpan(span);
  if (JSON.stringify(event).length > MAX_EVENT_CHARS) throw new AppError('invalid', 'It is too large.');
  return event;
}

function instantIn(component: JComponent, name: string): string | null {
  const at = Date.parse(textOf(component, name) ?? '');
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}
