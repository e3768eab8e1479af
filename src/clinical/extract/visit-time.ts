/**
 * When a visit is: "tomorrow at 11", "Thursday 10.20". Beside the day of a visit a number is its hour, and one of the day rather than of
 * the night; elsewhere it may be a value.
 */
import type { Moment, TimeMatch } from '../dates/dates.ts';
import { instantOf } from '../dates/local-time.ts';

const HOUR =
  /^,?\s{0,3}(?:at\s{1,3}(\d{1,2})(?:[.:](\d{2}))?|(\d{1,2})[.:](\d{2}))(?!\d|[.,:/-]\d|\s?(?:%|[a-z]{1,4}\/))/i;
const REACH = 20;
const DAY = 'yyyy-mm-dd'.length;
/** Nobody is seen before it: four o'clock is in the afternoon. */
const FIRST_HOUR = 7;
const LAST_HOUR = 23;

/** The moment, where the hour was told, else as much of the date as was. */
export function visitTime(text: string, { told, end }: TimeMatch, { timezone }: Moment): string {
  const [, atHour, atMinute, hourAlone, minuteAlone] = HOUR.exec(text.slice(end, end + REACH)) ?? [];
  const [given, minute] = [Number(atHour ?? hourAlone), Number(atMinute ?? minuteAlone ?? 0)];
  const hour = given < FIRST_HOUR ? given + 12 : given;
  if (told.length !== DAY || !(hour <= LAST_HOUR && minute < 60)) return told;
  const [year = 0, month = 0, day = 0] = told.split('-').map(Number);
  return instantOf({ year, month, day, hour, minute }, timezone).toISOString();
}
