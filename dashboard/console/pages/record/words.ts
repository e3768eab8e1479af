/** Values, ranges and trends as people read them. */

import type { Entry } from '../../parts/fact/fact.ts';
import { measuredText, toldText } from '../../parts/measured.ts';
import type { Measurement, Person, Range, Series, Standing } from './record-data.ts';

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

/** A measured value, rounded if it was converted. Doses and what was told: `told`. */
export function amount(value: number | string | undefined, unit?: string | null): string {
  return withUnit(typeof value === 'number' ? measuredText(value) : value, unit);
}

/** A dose or a value in the words of whoever told it: never rounded. */
export function told(value: number | string | undefined, unit?: string | null): string {
  return withUnit(typeof value === 'number' ? toldText(value) : value, unit);
}

/** The measured value in full, for a tooltip; undefined where it is shown in full. */
export function exactly(value: number | string | undefined, unit?: string | null): string | undefined {
  return told(value, unit) === amount(value, unit) ? undefined : told(value, unit);
}

function withUnit(text: string | undefined, unit: string | null | undefined): string {
  if (text === undefined) return '';
  return unit ? `${text} ${unit}` : text;
}

export function rangeText(range: Range | null): string {
  if (!range) return '';
  const { low, high, unit } = range;
  if (low !== undefined && high !== undefined) return `${measuredText(low)} to ${measuredText(high)} ${unit}`;
  if (high !== undefined) return `up to ${measuredText(high)} ${unit}`;
  return low === undefined ? '' : `from ${measuredText(low)} ${unit}`;
}

/** "Falling by 0.9 % over 397 days". */
export function trendText({ trend, change, unit }: Series): string {
  if (trend === 'too_few') return '';
  if (!change || trend === 'stable') return TRENDS[trend];
  return `${TRENDS[trend]} by ${amount(Math.abs(change.value), unit)} over ${toldText(change.days)} days`;
}

export function doseText({ value, unit, frequency }: Entry): string {
  return [told(value, unit), frequency?.text].filter(Boolean).join(', ');
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
