/** A value as people write it, read back into its numbers and its unit: "53 mmol/mol", "138/86 mmHg". */
import { toCanonical } from '../quantities/units.ts';

export type Amount = { values: readonly number[]; unit: string; decimals: number };

const AMOUNT = /^(\d+(?:\.\d+)?)(?:\/(\d+(?:\.\d+)?))?(?![\d./])\s*(.*)$/u;

/** Null for a bound ("<5") or a word. */
export function amountOf(written: string): Amount | null {
  const [, first, second, unit = ''] = AMOUNT.exec(written.trim()) ?? [];
  if (!first) return null;
  const numbers = second ? [first, second] : [first];
  const decimals = Math.max(...numbers.map((number) => number.split('.')[1]?.length ?? 0));
  return { values: numbers.map(Number), unit, decimals };
}

/** In the canonical unit of the measurement; of a pair the first. */
export function canonicalAmount(name: string, written: string): number | null {
  const amount = amountOf(written);
  return amount ? (toCanonical(name, amount.values[0] ?? Number.NaN, amount.unit)?.value ?? null) : null;
}
