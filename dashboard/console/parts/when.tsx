/** A time as a person reads it, as precisely as it was told: the day for old ones, also the clock for today's; the exact time as a tooltip. */

type Props = { time: string; precise?: boolean };

const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
const MONTH = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric' });
const CLOCK = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' });

export function When({ time, precise = false }: Props) {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return <span>{time}</span>;
  // A date without a clock time ("2024-05", "2024-05-01") is not shifted by time zones.
  if (!time.includes('T')) return <time dateTime={time}>{plainDate(time)}</time>;
  const hasClock = precise || isToday(date);
  return (
    <time dateTime={time} title={FULL.format(date)}>
      {hasClock ? `${dayText(date)}${isToday(date) ? '' : ','} ${CLOCK.format(date)}` : dayText(date)}
    </time>
  );
}

function plainDate(time: string): string {
  const [year, month, day] = time.split('-').map(Number);
  if (!year || !month) return time;
  return day ? dayText(new Date(year, month - 1, day)) : MONTH.format(new Date(year, month - 1));
}

function dayText(date: Date): string {
  return isToday(date) ? 'today' : DAY.format(date);
}

function isToday(date: Date): boolean {
  return date.toDateString() === new Date().toDateString();
}
