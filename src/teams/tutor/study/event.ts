/** A study event: one thing that a user did, as it is counted. */
import { z } from 'zod';
import { localTime } from '../../../clinical/index.ts';
import { MOST_ANSWER_MS, MOST_NAME } from '../limits.ts';

export const EVENT_KINDS = ['answer', 'review', 'lesson'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** A day of the calendar, such as 2026-11-16. */
export type Day = string;

export const StudyEvent = z.object({
  kind: z.enum(EVENT_KINDS),
  topic: z.string(),
  /** Of an answer: whether it was right. Of a review: whether the card was remembered. */
  right: z.boolean(),
  ms: z.number(),
  at: z.string(),
  day: z.string(),
});
export type StudyEvent = z.infer<typeof StudyEvent>;

/** `id`: the same event has the same id, however often it is written. */
export type NewEvent = Omit<StudyEvent, 'at' | 'day'> & { id: string; now: Date; timezone: string };

export function toEvent({ kind, topic, right, ms, now, timezone }: NewEvent): StudyEvent {
  return {
    kind,
    topic: topicName(topic),
    right,
    ms: Math.min(Math.max(0, Math.round(ms)), MOST_ANSWER_MS),
    at: now.toISOString(),
    day: dayOf(now, timezone),
  };
}

/** Topics are compared by their names: one spelling, and short. */
export function topicName(name: string): string {
  return name.trim().toLowerCase().replace(/\s+/g, ' ').slice(0, MOST_NAME).trim() || 'general';
}

export function dayOf(now: Date, timezone: string): Day {
  const { year, month, day } = localTime({ now, timezone });
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

export function daysBefore(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
}
