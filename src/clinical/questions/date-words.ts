/** Dates as an answer says them. */

/** To make a format costs far more than to use one. A process meets few zones; what a stranger may send as one is not kept without end. */
const MOST_FORMATS = 200;

type Kind = {
  options: Intl.DateTimeFormatOptions;
  formats: Map<string, Intl.DateTimeFormat>;
  /** By instant and zone: the dates of a message and of its record are told more than once in a turn. */
  texts: Map<string, string>;
};

const DAY: Kind = {
  options: { day: 'numeric', month: 'long', year: 'numeric' },
  formats: new Map(),
  texts: new Map(),
};
const CLOCK: Kind = {
  options: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  formats: new Map(),
  texts: new Map(),
};
const MOST_TEXTS = 2_000;

/** "3 March 2026", in the user's own zone; the raw words if it is no date. */
export function dateText(time: string, timezone: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  return formatted(date, zoneFor(time, timezone), DAY);
}

/** Of what began or was done in a year, of which no more was said, the record keeps noon of its first day: that is the year. */
export function dayOrYear(time: string, timezone: string): string {
  const day = dateText(time, timezone);
  const isYear =
    day.startsWith('1 January ') && !isWholeDay(time) && formatted(new Date(time), timezone, CLOCK) === '12:00';
  return isYear ? day.slice('1 January '.length) : day;
}

/** "3 March 2026, 15:00": for an appointment the hour matters. Noon stands for a day without an hour. */
export function momentText(time: string, timezone: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime()) || isWholeDay(time)) return dateText(time, timezone);
  const clock = formatted(date, timezone, CLOCK);
  return clock === '12:00' ? dateText(time, timezone) : `${dateText(time, timezone)}, ${clock}`;
}

/**
 * No more than was said: "in June" and "in 2012" are kept as noon of their first day, and are not that day. `words` is the
 * message that the time was read from.
 */
export function saidDate(time: string, timezone: string, words: string): string {
  const full = dateText(time, timezone);
  const [, month, year] = /^1 (\p{L}+) (\d{4})$/u.exec(full) ?? [];
  if (!month || !year || FIRST_DAY.test(words) || momentText(time, timezone) !== full) return full;
  if (new RegExp(`\\b${month.slice(0, 3)}`, 'i').test(words)) return `${month} ${year}`;
  return month === 'January' && words.includes(year) ? year : full;
}

const FIRST_DAY = /(?<![\d.,/])0?1(?:st)?(?![\d.,%]|\s*(?:mg|ml|g|x|year|month|week|day|hour)\b)|\bfirst\b/i;

/** A date without a clock belongs to no zone: "2026-03-03" is that day everywhere, and the record keeps it as its first moment. */
function zoneFor(time: string, timezone: string): string {
  return isWholeDay(time) ? 'UTC' : timezone;
}

function isWholeDay(time: string): boolean {
  return !time.includes('T') || /T00:00:00(?:\.000)?Z$/.test(time);
}

function formatted(date: Date, timeZone: string, kind: Kind): string {
  const key = `${date.getTime()} ${timeZone}`;
  let text = kind.texts.get(key);
  if (text === undefined) {
    text = written(date, timeZone, kind);
    if (kind.texts.size >= MOST_TEXTS) kind.texts.clear();
    kind.texts.set(key, text);
  }
  return text;
}

function written(date: Date, timeZone: string, kind: Kind): string {
  let format = kind.formats.get(timeZone);
  if (!format) {
    format = formatFor(timeZone, kind.options);
    if (kind.formats.size >= MOST_FORMATS) kind.formats.clear();
    kind.formats.set(timeZone, format);
  }
  return format.format(date);
}

function formatFor(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
  }
}
