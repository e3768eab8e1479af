/** What a file changes in a calendar: an event with a known UID is replaced unless the known one is newer (RFC 5546, SEQUENCE). */
import { isDeepStrictEqual } from 'node:util';
import type { Change } from '../store/user-items.ts';
import { type CalendarEvent, MAX_EVENTS } from './event.ts';

export type Imported = { created: number; updated: number; unchanged: number; left_out: number };

export function importInto(
  events: readonly CalendarEvent[],
  imported: readonly CalendarEvent[],
): Change<CalendarEvent, Imported> {
  const known = new Map(events.map((event) => [event.uid, event]));
  const answer: Imported = { created: 0, updated: 0, unchanged: 0, left_out: 0 };
  const put: CalendarEvent[] = [];
  for (const event of imported) {
    const before = known.get(event.uid);
    if (!before && known.size >= MAX_EVENTS) {
      answer.left_out += 1;
      continue;
    }
    const after = before ? { ...event, id: before.id, created_at: before.created_at } : event;
    if (before && (before.sequence > after.sequence || isSameContent(before, after))) {
      answer.unchanged += 1;
      continue;
    }
    answer[before ? 'updated' : 'created'] += 1;
    known.set(event.uid, after);
    put.push(after);
  }
  return { put, answer };
}

/** The time of the change apart. */
function isSameContent(before: CalendarEvent, after: CalendarEvent): boolean {
  return isDeepStrictEqual({ ...before, updated_at: '' }, { ...after, updated_at: '' });
}
