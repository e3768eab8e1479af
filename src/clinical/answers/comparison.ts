/**
 * Two values of one measurement, in the unit of the later one: "7.9 %" and "53 mmol/mol" are compared as 63 and 53 mmol/mol. Where one
 * cannot be expressed in the unit of the other there is no comparison.
 */

import { referenceRange } from '../observations/ranges.ts';
import { toCanonical } from '../quantities/units.ts';
import { amountOf, canonicalAmount } from './amounts.ts';
import { fromCanonical } from './range-words.ts';

export type Comparison = {
  way: 'higher' | 'lower' | 'unchanged';
  /** The earlier value in the unit of the later one; empty where both have the same. */
  converted: string;
  /** "10 mmol/mol", "14/8 mmHg"; empty where nothing changed. */
  by: string;
};

/** A converted weight says more with one decimal; laboratories give the rest as they give the later value. */
const ONE_DECIMAL: ReadonlySet<string> = new Set(['kg', 'lb', 'st']);

/** Values as people write them: "53 mmol/mol", "138/86 mmHg". */
export function compareValues(name: string, earlier: string, later: string): Comparison | null {
  const [then, now] = [amountOf(earlier), amountOf(later)];
  if (!then || !now || then.values.length !== now.values.length) return null;
  const isSame = then.unit === now.unit;
  const values = isSame ? then.values : then.values.map((value) => inUnit(name, value, then.unit, now.unit));
  if (values.some((value) => value === null)) return null;
  const least = !isSame && ONE_DECIMAL.has(now.unit) ? 1 : 0;
  const decimals = Math.max(now.decimals, isSame ? then.decimals : least);
  const before = values.map((value) => Number((value ?? 0).toFixed(decimals)));
  const changes = now.values.map((value, nth) => Number((value - (before[nth] ?? 0)).toFixed(decimals)));
  const [first = 0] = changes;
  const unit = now.unit ? ` ${now.unit}` : '';
  return {
    way: changes.every((change) => change === 0) ? 'unchanged' : isUp(changes) ? 'higher' : 'lower',
    converted: isSame ? '' : `${before.map((value) => value.toFixed(decimals)).join('/')}${unit}`,
    by: changes.every((change) => change === 0)
      ? ''
      : `${sizeOf(changes, first)}${unit === ' %' ? ' percentage points' : unit}`,
  };
}

/** "3.2 kg lower", "unchanged". */
export function differenceText({ way, by }: Comparison): string {
  return by ? `${by} ${way}` : way;
}

/** What one blows out has no usual range, for it depends on size, age and sex. */
const MORE_IS_BETTER: ReadonlySet<string> = new Set(['Peak expiratory flow', 'FEV1', 'Forced vital capacity']);

/** Whether the later value is nearer to the usual range, or else better; empty where both are in it or neither is known. */
export function towardsBetter(name: string, earlier: string, later: string): string {
  if (MORE_IS_BETTER.has(name)) {
    const way = compareValues(name, earlier, later)?.way;
    return way === 'higher' ? 'which is better' : way === 'lower' ? 'which is worse' : '';
  }
  const range = referenceRange(name);
  const [then, now] = [earlier, later].map((amount) => {
    const value = canonicalAmount(name, amount);
    if (!range || value === null) return null;
    return Math.max((range.low ?? value) - value, value - (range.high ?? value), 0);
  });
  if (then === undefined || now === undefined || then === null || now === null || then === now) return '';
  if (now === 0) return 'now within the usual range';
  return now < then ? 'nearer to the usual range' : 'further from the usual range';
}

/** The upper number of a pair decides, unless it did not change. */
function isUp([first = 0, second = 0]: readonly number[]): boolean {
  return first !== 0 ? first > 0 : second > 0;
}

/** Of a pair whose numbers went different ways, only the upper one is said. */
function sizeOf(changes: readonly number[], first: number): string {
  const sameWay = changes.every((change) => change === 0 || change > 0 === isUp(changes));
  return (sameWay ? changes : [first]).map((change) => Math.abs(change)).join('/');
}

function inUnit(name: string, value: number, from: string, to: string): number | null {
  const canonical = toCanonical(name, value, from);
  if (!canonical) return null;
  return canonical.unit === to ? canonical.value : (fromCanonical(name, canonical.unit, to)?.(canonical.value) ?? null);
}
