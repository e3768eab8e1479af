/** Values, ranges and trends as people read them. */
import type { Entry, Measurement, Person, Range, Series, Standing } from './record-data.ts';

const NUMBER = new Intl.NumberFormat(undefined, { maximumFractionDigits: 3 });

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
  const number = typeof value === 'number' ? NUMBER.format(value) : value;
  return unit ? `${number} ${unit}` : number;
}

export function rangeText(range: Range | null): string {
  if (!range) return '';
  const { low, high, unit } = range;
  if (low !== undefined && high !== undefined) return `${NUMBER.format(low)} to ${NUMBER.format(high)} ${unit}`;
  if (high !== undefined) return `up to ${NUMBER.format(high)} ${unit}`;
  return low === undefined ? '' : `from ${NUMBER.format(low)} ${unit}`;
}

/** "Falling by 0.9 % over 397 days". */
export function trendText({ trend, change, unit }: Series): string {
  if (trend === 'too_few') return '';
  if (!change || trend === 'stable') return TRENDS[trend];
  return `${TRENDS[trend]} by ${amount(Math.abs(change.value), unit)} over ${NUMBER.format(change.days)} days`;
}

export function doseText({ value, unit, frequency }: Entry): string {
  return [amount(value, unit), frequency?.text].filter(Boolean).join(', ');
}

export function personText({ age, sex }: Person): string {
  return [age !== undefined && `${age} years`, sex && sex !== 'unknown' && sex].filter(Boolean).join(', ');
}

export function countText(count: number, one: string, many = `${one}s`): string {
  return `${NUMBER.format(count)} ${count === 1 ? one : many}`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function isOutOfRange({ points }: Measurement): boolean {
  const standing = points.at(-1)?.interpretation;
  return standing !== undefined && standing !== null && standing !== 'normal';
}
