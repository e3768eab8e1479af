/** Events as tools take and show them: times on the user's clock. */
import { z } from 'zod';
import { type CalendarEvent, isSeries, MAX_SUMMARY } from '../calendar/event.ts';
import { instantsOf, type Occurrence, type Range } from '../calendar/occurrences.ts';
import { MAX_RULE_CHARS } from '../calendar/rule.ts';
import { instantAt, rangeEnd } from '../calendar/times.ts';
import { DAY_MS, dayText, isoIn, wallAt } from '../calendar/zones.ts';

export const EventView = z.object({
  event_id: z.string(),
  title: z.string(),
  start: z.string(),
  end: z.string().describe('Of whole days the last one'),
  all_day: z.boolean(),
  location: z.string(),
  status: z.string(),
  repeats: z.boolean(),
  occurrence: z.string().nullable().describe('Which one of a series; for update_event and cancel_event'),
});
export type EventView = z.infer<typeof EventView>;

export const Time = z.string().max(35).describe('On the user’s clock: 2026-11-20T09:00, or a day: 2026-11-20');
export const Title = z.string().trim().min(1).max(MAX_SUMMARY);
export const EventId = z.string().max(40).describe('From list_events or find_event');
export const OneOccurrence = z
  .string()
  .max(35)
  .describe('One of a series, from list_events; without it, the whole series');
export const Minutes = z.number().int().min(1).max(44_640);
export const Repeat = z.string().max(MAX_RULE_CHARS).describe('An RRULE of RFC 5545, such as FREQ=WEEKLY;BYDAY=MO');

export const RangeFields = { from: Time, to: Time.describe('The end; a day is included') };

export const MAX_SHOWN = 100;

export function rangeOf({ from, to }: { from: string; to: string }, zone: string): Range {
  return { from: instantAt(from, zone), to: rangeEnd(to, zone) };
}

export function occurrenceView({ event, original, details, start, end }: Occurrence, zone: string): EventView {
  const allDay = details.zone === null;
  const time = (instant: number) => (allDay ? dayText(wallAt(instant, zone)) : isoIn(instant, zone));
  return {
    event_id: event.id,
    title: details.summary,
    start: time(start),
    end: allDay ? dayText(wallAt(end, zone) - DAY_MS) : time(end),
    all_day: allDay,
    location: details.location,
    status: details.status,
    repeats: isSeries(event),
    occurrence: isSeries(event) ? original : null,
  };
}

/** An event by its first occurrence. */
export function eventView(event: CalendarEvent, zone: string): EventView {
  const details = { ...event };
  return {
    ...occurrenceView({ event, original: event.start, details, ...instantsOf(event, zone) }, zone),
    occurrence: null,
  };
}
