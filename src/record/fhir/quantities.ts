/** Values and units between the record and FHIR: UCUM codes for the units we know, comparators and ranges out of the words. */
import type { Quantity } from 'fhir/r4.js';
import type { SourceCodes } from '../fact.ts';
import type { Terminology } from '../terminology.ts';
import { lookup, UCUM } from './systems.ts';

/** A dose may also count things such as tablets: UCUM writes them as annotations in braces. */
const DOSE_UNITS: Readonly<Record<string, string>> = {
  mcg: 'ug',
  mg: 'mg',
  g: 'g',
  mL: 'mL',
  IU: '[iU]',
  units: '{unit}',
  mEq: 'meq',
  '%': '%',
  tablet: '{tbl}',
  capsule: '{capsule}',
  pill: '{pill}',
  puff: '{puff}',
  drop: '[drp]',
  spray: '{spray}',
};

const COMPARED = /^(<=|>=|<|>|≤|≥)\s*(\d+(?:\.\d+)?)$/;
const RANGE = /^(\d+(?:\.\d+)?)\s*(?:-|–|to)\s*(\d+(?:\.\d+)?)$/;
type Comparator = NonNullable<Quantity['comparator']>;
const COMPARATORS: Readonly<Record<string, Comparator>> = {
  '<': '<',
  '>': '>',
  '<=': '<=',
  '>=': '>=',
  '≤': '<=',
  '≥': '>=',
};
const SIGNS: Readonly<Record<Comparator, string>> = { '<': '<', '>': '>', '<=': '≤', '>=': '≥' };

export function measured(terminology: Terminology, value: number | undefined, unit: string | undefined): Quantity {
  return quantity(value, unit, unit === undefined ? undefined : terminology.ucumOf(unit));
}

export function dosed(value: number, unit: string | undefined, coded: UnitCode): Quantity {
  return quantity(value, unit, codeKept(unit, coded) ?? doseCode(unit));
}

export function doseCode(unit: string | undefined): string | undefined {
  return lookup(DOSE_UNITS, unit);
}

type UnitCode = SourceCodes['unit'];

/** UCUM's code of a unit as a source wrote it, where ours is another or there is none. */
export function unitCoded(
  unit: string | undefined,
  { system, code }: { system?: string; code?: string } = {},
  known: (unit: string) => string | undefined,
  { isUcum }: Pick<Terminology, 'isUcum'>,
): UnitCode {
  if (unit === undefined || code === undefined || system !== UCUM) return undefined;
  const ours = known(unit);
  return ours !== code && isUcum(code, ours) ? { unit, code } : undefined;
}

export function codeKept(unit: string | undefined, coded: UnitCode): string | undefined {
  return coded?.unit === unit ? coded?.code : undefined;
}

/** "<5" as FHIR says it. Null for words that are no number. */
export function compared(terminology: Terminology, words: string, unit: string | undefined): Quantity | null {
  const match = COMPARED.exec(words.trim());
  const comparator = COMPARATORS[match?.[1] ?? ''];
  return match && comparator ? { ...measured(terminology, Number(match[2]), unit), comparator } : null;
}

export function ranged(
  terminology: Terminology,
  words: string,
  unit: string | undefined,
): { low: Quantity; high: Quantity } | null {
  const match = RANGE.exec(words.trim());
  if (!match || Number(match[1]) > Number(match[2])) return null;
  return { low: measured(terminology, Number(match[1]), unit), high: measured(terminology, Number(match[2]), unit) };
}

/** A quantity's value as the record writes it: the number, or "<5". */
export function valueIn(quantity: { value?: number; comparator?: string }): number | string | undefined {
  if (quantity.value === undefined) return undefined;
  const comparator = quantity.comparator as Comparator | undefined;
  return comparator === undefined ? quantity.value : `${lookup(SIGNS, comparator) ?? comparator}${quantity.value}`;
}

export function doseUnitIn(quantity: { unit?: string; code?: string }): string | undefined {
  const { unit, code } = quantity;
  if (unit !== undefined && (code === undefined || Object.hasOwn(DOSE_UNITS, unit))) return unit;
  return Object.keys(DOSE_UNITS).find((word) => DOSE_UNITS[word] === code) ?? unit ?? code;
}

function quantity(value: number | undefined, unit: string | undefined, code: string | undefined): Quantity {
  const told: Quantity = {};
  if (value !== undefined) told.value = value;
  if (unit !== undefined) told.unit = unit;
  return code === undefined ? told : { ...told, system: UCUM, code };
}
