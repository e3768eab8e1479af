/** What is known about each kind of observation: its unit, its limits and its chemistry, from the vocabulary's table. */

import { termNamed } from '../vocabulary/find-terms.ts';
import { OBSERVATIONS } from '../vocabulary/observations.ts';
import { listOf } from '../vocabulary/table.ts';

export type Span = { low: number; high: number };

export type ObservationType = {
  name: string;
  /** The unit it is kept in. */
  unit: string;
  /** Other units it is commonly given in. */
  otherUnits: string[];
  molecularWeight?: number;
  charge?: number;
  /** What a living body can show, in `unit`. */
  possible: Span;
  /** Where almost all values lie, in `unit`. */
  usual: Span;
};

/** A blood pressure is told as a pair and filed as two observations. */
export const PRESSURE = 'Blood pressure';
export const SYSTOLIC = 'Systolic blood pressure';
export const DIASTOLIC = 'Diastolic blood pressure';

const TYPES: ReadonlyMap<string, ObservationType> = new Map(OBSERVATIONS.map((row) => [row.name, typeOf(row)]));

/** By canonical name or any name the vocabulary knows: "A1C" -> HbA1c. */
export function observationType(name: string): ObservationType | null {
  const known = TYPES.get(name);
  if (known) return known;
  const term = termNamed(name, ['observation']);
  return term ? (TYPES.get(term.name) ?? null) : null;
}

function typeOf(row: (typeof OBSERVATIONS)[number]): ObservationType {
  const type: ObservationType = {
    name: row.name,
    unit: row.unit,
    otherUnits: listOf(row.units),
    possible: spanOf(row.possible),
    usual: spanOf(row.usual),
  };
  const weight = /^[\d.]+/.exec(row.chem)?.[0];
  const charge = /z(\d)/.exec(row.chem)?.[1];
  if (weight) type.molecularWeight = Number(weight);
  if (charge) type.charge = Number(charge);
  return type;
}

function spanOf(cell: string): Span {
  const [low, high] = cell.split('..').map(Number);
  if (low === undefined || high === undefined || !(low < high)) throw new Error(`not a span: ${cell}`);
  return { low, high };
}
