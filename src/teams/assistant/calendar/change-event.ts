/** Changes to an event: to all of it, or to one occurrence of a series (RECURRENCE-ID, EXDATE). */
import { type CalendarEvent, type EventDetails, isSeries, type Span } from './event.ts';
import { hasStart } from './occurrences.ts';
import { dayText, wallOf, wallText } from './zones.ts';

export type EventChanges = Partial<
  Pick<CalendarEvent, 'summary' | 'description' | 'location' | 'busy' | 'status' | 'repeat'>
> & {
  span?: Span;
};

/** When the event, or one occurrence of it, is now. */
export function spanAt(event: CalendarEvent, original: string | undefined): Span {
  if (original === undefined || !isSeries(event)) return event;
  return Object.hasOwn(event.changed, original) ? (event.changed[original] ?? event) : { ...event, start: original };
}

/** Undefined if there is no such occurrence. */
export function updateIn(
  event: CalendarEvent,
  original: string | undefined,
  { span, repeat, ...details }: EventChanges,
  now: Date,
): CalendarEvent | undefined {
  const stamp = { sequence: event.sequence + 1, updated_at: now.toISOString() };
  if (original === undefined || !isSeries(event)) {
    const moved = span ? movedSeries(event, span) : {};
    return { ...event, ...details, ...span, ...moved, ...(repeat !== undefined && { repeat }), ...stamp };
  }
  if (!hasStart(event, original)) return undefined;
  const before = event.changed[original] ?? detailsOf(event, original);
  return { ...event, changed: { ...event.changed, [original]: { ...before, ...details, ...span } }, ...stamp };
}

/** Null if nothing is left of the event; undefined if there is no such occurrence. */
export function cancelIn(
  event: CalendarEvent,
  original: string | undefined,
  now: Date,
): CalendarEvent | null | undefined {
  if (original === undefined) return null;
  if (!hasStart(event, original)) return undefined;
  if (!isSeries(event)) return null;
  const { [original]: _gone, ...changed } = event.changed;
  const except = [...new Set([...event.except, original])];
  return { ...event, changed, except, sequence: event.sequence + 1, updated_at: now.toISOString() };
}

/** What was excepted, added or changed keeps its occurrence when a series is moved to another hour. */
function movedSeries(event: CalendarEvent, span: Span): Partial<CalendarEvent> {
  const by = wallOf(span.start) - wallOf(event.start);
  if (by === 0 && (span.zone === null) === (event.zone === null)) return {};
  const write = (wall: number) => (span.zone === null ? dayText(wall) : wallText(wall));
  const move = (start: string) => write(wallOf(start) + by);
  return {
    except: event.except.map(move),
    added: event.added.map(move),
    changed: Object.fromEntries(Object.entries(event.changed).map(([start, change]) => [move(start), change])),
  };
}

function detailsOf(event: CalendarEvent, start: string): EventDetails {
  const { zone, length, summary, description, location, busy, status, other, parts } = event;
  return { start, zone, length, summary, description, location, busy, status, other, parts };
}
