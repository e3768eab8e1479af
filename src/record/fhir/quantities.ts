/** Values and units between the record and FHIR: UCUM codes for the units we know, comparators and ranges out of the words. */
import { observationType } from '../../clinical/observations/observation-types.ts';
import { UNIT_SPELLINGS } from '../../clinical/quantities/unit-spellings.ts';
import { unitNamed } from '../../clinical/quantities/units.ts';
import type { Quantity } from './elements.ts';
import { lookup, UCUM } from './systems.ts';

const UNITS: ReadonlyMap<string, string> = new Map(UNIT_SPELLINGS.map(({ unit, ucum }) => [unit, ucum]));

/** Doses come in things as well: UCUM counts them with a note in braces. */
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

export function measured(value: number | undefined, unit: string | undefined): Quantity {
  return quantity(value, unit, unit === undefined ? undefined : UNITS.get(unitNamed(unit) ?? unit));
}

export function dosed(value: number, unit: string | undefined): Quantity {
  return quantity(value, unit, unit === undefined ? undefined : lookup(DOSE_UNITS, unit));
}

/** "<5" as FHIR says it. Null for words that are no number. */
export function compared(words: string, unit: string | undefined): Quantity | null {
  const match = COMPARED.exec(words.trim());
  const comparator = COMPARATORS[match?.[1] ?? ''];
  return match && comparator ? { ...measured(Number(match[2]), unit), comparator } : null;
}

export function ranged(words: string, unit: string | undefined): { low: Quantity; high: Quantity } | null {
  const match = RANGE.exec(words.trim());
  if (!match || Number(match[1]) > Number(match[2])) return null;
  return { low: measured(Number(match[1]), unit), high: measured(Number(match[2]), unit) };
}

/** A quantity's value as the record writes it: the number, or "<5". */
export function valueIn(quantity: { value?: number; comparator?: string }): number | string | undefined {
  if (quantity.value === undefined) return undefined;
  const comparator = quantity.comparator as Comparator | undefined;
  return comparator === undefined ? quantity.value : `${lookup(SIGNS, comparator) ?? comparator}${quantity.value}`;
}

/** The unit in our spelling. Ours stays as it is; another's is read by its UCUM code, the observation's own unit first. */
export function unitIn(
  quantity: { unit?: string; code?: string },
  observation: string,
  own: boolean,
): string | undefined {
  const { unit, code } = quantity;
  if (own) return unit;
  const type = observationType(observation);
  const usual = type ? [type.unit, ...type.otherUnits].find((candidate) => UNITS.get(candidate) === code) : undefined;
  const known = unit === undefined ? null : unitNamed(unit);
  return usual ?? known ?? UNIT_SPELLINGS.find(({ ucum }) => ucum === code)?.unit ?? unit ?? code;
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
