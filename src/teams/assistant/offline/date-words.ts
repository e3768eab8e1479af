/** Days and times in words, from the point of view of now. */
import { DAY_MS, dayText, wallAt, wallOf } from '../calendar/zones.ts';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = 'January February March April May June July August September October November December'.split(' ');

export type Moment = { now: Date; timezone: string };

/** The day that it is for the user. */
export function today({ now, timezone }: Moment): string {
  return dayText(wallAt(now.getTime(), timezone));
}

export function dayAfter(day: string, days: number): string {
  return dayText(wallOf(day) + days * DAY_MS);
}

/** 0 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(wallOf(day)).getUTCDay();
}

/** "today", "tomorrow", "Friday, 20 November"; with the year where it is another one. */
export function dateWords(day: string, moment: Moment): string {
  const now = today(moment);
  if (day === now) return 'today';
  if (day === dayAfter(now, 1)) return 'tomorrow';
  return day.slice(0, 4) === now.slice(0, 4) ? fullDate(day).slice(0, -5) : fullDate(day);
}

/** "Friday, 20 November 2026". */
export function fullDate(day: string): string {
  return `${WEEKDAYS[weekdayOf(day)]}, ${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;
}

/** The same where a sentence says when: "on Friday, 20 November". */
export function onDate(day: string, moment: Moment): string {
  const words = dateWords(day, moment);
  return words === 'today' || words === 'tomorrow' ? words : `on ${words}`;
}
