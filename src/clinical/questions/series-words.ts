/** Which way a series goes, in words. A trend needs three values; with two there is only a difference. */
import { type TrendDirection, trendOf } from '../observations/trends.ts';
import type { Reading } from './answer-observations.ts';
import { dateText } from './date-words.ts';
import { inSentence } from './rows.ts';

/** Newest first. */
export function seriesSentence(series: readonly Reading[], timezone: string): string {
  const [latest] = series;
  const first = series.at(-1);
  if (!latest || !first) return '';
  const dated = ({ amount, time }: Reading) => `${amount} (${time ? dateText(time, timezone) : 'date unknown'})`;
  if (series.length === 1)
    return `There is one ${inSentence(latest.name)} on record, ${dated(latest)}; a trend needs more.`;
  const numbers = series.flatMap(({ number }) => (number === undefined ? [] : [number]));
  if (numbers.length < series.length)
    return `Your ${inSentence(latest.name)} on record: ${series.map(dated).join('; ')}; these cannot be compared as numbers.`;
  if (series.length === 2)
    return `Your ${inSentence(latest.name)} went from ${dated(first)} to ${dated(latest)}: ${difference(numbers)}. Two values are not yet a trend.`;
  const highest = series.reduce((one, other) => ((other.number ?? 0) > (one.number ?? 0) ? other : one));
  const lowest = series.reduce((one, other) => ((other.number ?? 0) < (one.number ?? 0) ? other : one));
  return `Your ${inSentence(latest.name)} went from ${dated(first)} to ${dated(latest)} over ${series.length} values: ${direction(series)}. Highest ${dated(highest)}, lowest ${dated(lowest)}.`;
}

function difference([latest = 0, first = 0]: readonly number[]): string {
  return latest === first ? 'unchanged' : latest > first ? 'higher than before' : 'lower than before';
}

const DIRECTIONS: Readonly<Record<TrendDirection, string>> = {
  rising: 'rising',
  falling: 'falling',
  stable: 'stable, within what is usual from one measurement to the next',
  too_few: 'too few days to see a trend',
};

function direction(series: readonly Reading[]): string {
  const points = series.flatMap(({ time, number }) => (time && number !== undefined ? [{ time, value: number }] : []));
  // A pair is followed by its upper number, whose own name the table knows.
  const { direction: way, change, days } = trendOf(series[0]?.kind ?? '', points);
  const by =
    change && days && way !== 'stable' ? ` (about ${Math.abs(change)} ${series[0]?.unit ?? ''} over ${days} days)` : '';
  return `${DIRECTIONS[way]}${by}`;
}
