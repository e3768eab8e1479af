/** Which way a series goes, in words. A trend needs three values; with two there is only a difference. */
import { compareValues, differenceText, towardsBetter } from '../answers/comparison.ts';
import { type TrendDirection, trendOf } from '../observations/trends.ts';
import { dayOf, type Reading } from './reading.ts';
import { inSentence } from './rows.ts';

/** Newest first. */
export function seriesSentence(series: readonly Reading[], timezone: string): string {
  const [latest] = series;
  const first = series.at(-1);
  if (!latest || !first) return '';
  const dated = (reading: Reading) => `${reading.amount} (${dayOf(reading, timezone)})`;
  if (series.length === 1)
    return `There is one ${inSentence(latest.name)} on record, ${dated(latest)}; a trend needs more.`;
  const numbers = series.flatMap(({ number }) => (number === undefined ? [] : [number]));
  if (numbers.length < series.length)
    return `Your ${inSentence(latest.name)} on record: ${series.map(dated).join('; ')}; these cannot be compared as numbers.`;
  const pair = compareValues(first.kind, first.amount, latest.amount);
  const from = pair?.converted ? `${first.amount}, which is ${pair.converted}` : first.amount;
  const by = pair ? `: ${differenceText(pair)}` : '';
  const went = `Your ${inSentence(latest.name)} went from ${from} (${dayOf(first, timezone)}) to ${dated(latest)}${by}`;
  if (series.length === 2) {
    const towards = pair && latest.kind === latest.name ? towardsBetter(first.kind, first.amount, latest.amount) : '';
    return `${went}${towards && `, ${towards}`}. Two values are not yet a trend.`;
  }
  const highest = series.reduce((one, other) => ((other.number ?? 0) > (one.number ?? 0) ? other : one));
  const lowest = series.reduce((one, other) => ((other.number ?? 0) < (one.number ?? 0) ? other : one));
  const extremes = `Highest ${dated(highest)}, lowest ${dated(lowest)}.`;
  return `${went}. Over ${series.length} values it is ${direction(series)}. ${extremes}`;
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
  const moves = change !== undefined && days !== undefined && (way === 'rising' || way === 'falling');
  return `${DIRECTIONS[way]}${moves ? ` (about ${changeWords(series, change)} over ${days} days)` : ''}`;
}

/** In the unit that the values were given in, where it is one unit. */
function changeWords(series: readonly Reading[], change: number): string {
  const [latest] = series;
  const given = series.flatMap(({ amount, number }) => {
    const [, value, unit] = /^(\d+(?:\.\d+)?) ([^/\d].*)$/.exec(amount) ?? [];
    return value && number !== undefined ? [{ value: Number(value), unit: unit ?? '', number }] : [];
  });
  const [one] = given;
  const other = given.find(({ number }) => number !== one?.number);
  const same = given.length === series.length && given.every(({ unit }) => unit === one?.unit);
  const factor = one && other && same ? (one.value - other.value) / (one.number - other.number) : 1;
  const unit = one && other && same ? one.unit : (latest?.unit ?? '');
  return `${Number(Math.abs(change * factor).toPrecision(2))} ${unit}`;
}
