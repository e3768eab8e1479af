/** A time as a person reads it: the day for old ones, the clock for today's; the exact time as a tooltip. */

type Props = { time: string; precise?: boolean };

const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
const CLOCK = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' });

export function When({ time, precise = false }: Props) {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return <span>{time}</span>;
  // A date without a clock time ("2024-05", "2024-05-01") is not shifted by time zones.
  if (!time.includes('T')) return <time dateTime={time}>{plainDate(time)}</time>;
  const isToday = date.toDateString() === new Date().toDateString();
  const text = isToday ? CLOCK.format(date) : precise ? `${DAY.format(date)}, ${CLOCK.format(date)}` : DAY.format(date);
  return (
    <time dateTime={time} title={FULL.format(date)}>
      {text}
    </time>
  );
}

function plainDate(time: string): string {
  const [year, month, day] = time.split('-').map(Number);
  if (!year || !month) return time;
  const date = new Date(year, month - 1, day ?? 1);
  return day ? DAY.format(date) : date.toLocaleDateString(undefined, { month: 'long', year: 'numeric' });
}
