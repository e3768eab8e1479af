/**
 * An event as RFC 5545 has it (VEVENT), in a form that is quick to work with. Times are wall-clock times and a zone, never instants: a
 * weekly event at nine stays at nine when the clocks change. Properties that nothing here reads are kept as jCal (RFC 7265).
 */
import { z } from 'zod';

export const MAX_EVENTS = 2_000;
/** Of one event as it is stored, with all its changed occurrences. */
export const MAX_EVENT_CHARS = 16_384;
export const MAX_SUMMARY = 200;
export const MAX_TEXT = 4_000;

/** When something is. `start` is 2026-11-20T09:00:00 and `length` seconds; without a zone, a day and a number of days. */
export const Span = z.object({ start: z.string(), zone: z.string().nullable(), length: z.number() });
export type Span = z.infer<typeof Span>;

export const STATUSES = ['confirmed', 'tentative', 'cancelled'] as const;

const Details = z.object({
  summary: z.string(),
  description: z.string().default(''),
  location: z.string().default(''),
  busy: z.boolean().default(true).describe('TRANSP: whether it takes up time'),
  status: z.enum(STATUSES).default('confirmed'),
  other: z.array(z.unknown()).default([]).describe('Properties in jCal'),
  parts: z.array(z.unknown()).default([]).describe('Components in jCal, such as alarms'),
});

const Occurrence = Span.extend(Details.shape);

export const CalendarEvent = Occurrence.extend({
  id: z.string(),
  uid: z.string(),
  repeat: z.string().nullable().default(null).describe('RRULE'),
  except: z.array(z.string()).default([]).describe('EXDATE: starts of occurrences that do not take place'),
  added: z.array(z.string()).default([]).describe('RDATE: starts of further occurrences'),
  changed: z.record(z.string(), Occurrence).default({}).describe('Changed occurrences, by their original start'),
  sequence: z.number().default(0),
  created_at: z.string(),
  updated_at: z.string(),
});
export type CalendarEvent = z.infer<typeof CalendarEvent>;
export type EventDetails = z.infer<typeof Occurrence>;

export function isSeries({ repeat, added }: Pick<CalendarEvent, 'repeat' | 'added'>): boolean {
  return repeat !== null || added.length > 0;
}
