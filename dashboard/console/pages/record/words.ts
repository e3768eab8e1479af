/** Values, ranges and trends as people read them. */
import type { Entry, Measurement, Person, Range, Series, Standing } from './record-data.ts';

/** Converted values have more digits than anybody measured: the larger the number, the fewer decimals. */
const [LARGE, MIDDLE, SMALL] = [1, 2, 3].map(
  (maximumFractionDigits) => new Intl.NumberFormat(undefined, { maximumFractionDigits }),
) as [Intl.NumberFormat, Intl.NumberFormat, Intl.NumberFormat];

export function number(value: number): string {
  const size = Math.abs(value);
  return (size >= 100 ? LARGE : size >= 10 ? MIDDLE : SMALL).format(value);
}

export const STANDINGS: Readonly<Record<Standing, string>> = {
  low: 'Low',
  normal: 'In range',
  high: 'High',
  'critical-low': 'Very low',
  'critical-high': 'Very high',
};

export const TRENDS: Readonly<Record<Series['trend'], string>> = {
  rising: 'Rising',
  falling: 'Falling',
  stable: 'Stable',
  too_few: '',
};

export function amount(value: number | string | undefined, unit?: string | null): string {
  if (value === undefined) return '';
  const text = typeof value === 'number' ? number(value) : value;
  return unit ? `${text} ${unit}` : text;
}

export function rangeText(range: Range | null): string {
  if (!range) return '';
  const { low, high, unit } = range;
  if (low !== undefined && high !== undefined) return `${number(low)} to ${number(high)} ${unit}`;
  if (high !== undefined) return `up to ${number(high)} ${unit}`;
  return low === undefined ? '' : `from ${number(low)} ${unit}`;
}

/** "Falling by 0.9 % over 397 days". */
export function trendText({ trend, change, unit }: Series): string {
  if (trend === 'too_few') return '';
  if (!change || trend === 'stable') return TRENDS[trend];
  return `${TRENDS[trend]} by ${amount(Math.abs(change.value), unit)} over ${number(change.days)} days`;
}

export function doseText({ value, unit, frequency }: Entry): string {
  return [amount(value, unit), frequency?.text].filter(Boolean).join(', ');
}

export function personText({ age, sex }: Person): string {
  return [age !== undefined && `${age} years`, sex && sex !== 'unknown' && sex].filter(Boolean).join(', ');
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function isOutOfRange({ points }: Measurement): boolean {
  const standing = points.at(-1)?.interpretation;
  return standing !== undefined && standing !== null && standing !== 'normal';
}
