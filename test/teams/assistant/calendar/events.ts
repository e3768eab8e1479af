/** Events for tests of the calendar. */
import { CalendarEvent } from '../../../../src/teams/assistant/calendar/event.ts';
import { itemId } from '../../../../src/teams/assistant/store/item-id.ts';

/** Weekly, at 09:00 in Berlin, for half an hour, unless said otherwise. */
export function event(given: Partial<CalendarEvent> = {}): CalendarEvent {
  const uid = given.uid ?? 'standup@test';
  return CalendarEvent.parse({
    id: itemId(uid),
    uid,
    summary: 'Standup',
    start: '2026-03-02T09:00:00',
    zone: 'Europe/Berlin',
    length: 1800,
    repeat: 'FREQ=WEEKLY',
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    ...given,
  });
}

export const range = (from: string, to: string) => ({ from: Date.parse(from), to: Date.parse(to) });
