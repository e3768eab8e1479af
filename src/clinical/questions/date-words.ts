/** Dates as an answer says them. */

/** "3 March 2026", in the user's own zone; the raw words if it is no date. */
export function dateText(time: string, timezone: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  return formatted(date, zoneFor(time, timezone), { day: 'numeric', month: 'long', year: 'numeric' });
}

/** "3 March 2026, 15:00": for an appointment the hour matters. Noon stands for a day without an hour. */
export function momentText(time: string, timezone: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime()) || isWholeDay(time)) return dateText(time, timezone);
  const clock = formatted(date, timezone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return clock === '12:00' ? dateText(time, timezone) : `${dateText(time, timezone)}, ${clock}`;
}

/** A date without a clock belongs to no zone: "2026-03-03" is that day everywhere, and the record keeps it as its first moment. */
function zoneFor(time: string, timezone: string): string {
  return isWholeDay(time) ? 'UTC' : timezone;
}

function isWholeDay(time: string): boolean {
  return !/T/.test(time) || /T00:00:00(?:\.000)?Z$/.test(time);
}

function formatted(date: Date, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  try {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone }).format(date);
  } catch {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(date);
  }
}
