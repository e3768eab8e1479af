/** Times of the record in the fields of a form: a moment by the clock of whoever reads it, a day, a month or a year as it was told. */

/** "2026-11-16T07:30" for a moment, which is what a field for date and time holds. */
export function inField(time: string): string {
  return time.includes('T') ? localTime(time).slice(0, 'YYYY-MM-DDTHH:mm'.length) : time;
}

/** What the record keeps for it: a moment is an instant again. */
export function fromField(text: string): string {
  const moment = text.includes('T') ? new Date(text) : null;
  return moment && !Number.isNaN(moment.getTime()) ? moment.toISOString() : text;
}

/** The day on which a time is, for whoever reads it. */
export function dayOf(time: string): string {
  return (time.includes('T') ? localTime(time) : time).slice(0, 'YYYY-MM-DD'.length);
}

function localTime(time: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString();
}
