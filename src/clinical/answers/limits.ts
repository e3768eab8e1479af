/** "What platelet number is dangerous?": from where help is needed at once, what is far outside the range, and the range. */
import { alertLimits } from '../observations/ranges.ts';
import { lines } from '../questions/rows.ts';
import { LIMITS } from '../red-flags/limits.ts';
import type { Term } from '../vocabulary/term.ts';
import { termFacts } from './facts.ts';
import { fromCanonical } from './range-words.ts';

/** Counts of cells are mostly told in the smaller unit: 20,000. */
const SMALL_UNIT = '/µL';

export function limitFacts(test: Term): string {
  return lines(urgentLine(test.name), alertLine(test.name), termFacts(test, 'range'));
}

function alertLine(name: string): string {
  const limits = alertLimits(name);
  if (!limits) return '';
  const { low, high, unit } = limits;
  const sides = [
    low === undefined ? '' : `${amount(name, low, unit)} or less`,
    high === undefined ? '' : `${amount(name, high, unit)} or more`,
  ].filter(Boolean);
  return `Far outside the usual range: ${sides.join(', and ')}.`;
}

function urgentLine(name: string): string {
  const limit = LIMITS.get(name);
  const unit = alertLimits(name)?.unit;
  if (!limit || !unit) return '';
  const { below, from, source } = limit;
  const sides = [
    ...(Number.isFinite(below) ? [`below ${amount(name, below, unit)}`] : []),
    ...(Number.isFinite(from) ? [`from ${amount(name, from, unit)}`] : []),
  ];
  return `Get help at once ${sides.join(' or ')} (${source}).`;
}

function amount(name: string, value: number, unit: string): string {
  const small = unit.startsWith('10^') ? fromCanonical(name, unit, SMALL_UNIT)?.(value) : undefined;
  const also = small === undefined ? '' : ` (${small.toLocaleString('en-US')} ${SMALL_UNIT})`;
  return `${value.toLocaleString('en-US')}${unit === name ? '' : ` ${unit}`}${also}`;
}
