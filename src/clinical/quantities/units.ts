/**
 * Units: from the way people write them to the one unit in which each kind of observation is kept. The common conversions are our
 * own (convert.ts); for the rest there is UCUM's reference library, loaded only when it is needed because loading it is slow.
 */
import { createRequire } from 'node:module';
import type { UnitCustoms } from '../dates/customs.ts';
import { type ObservationType, observationType } from '../observations/observation-types.ts';
import { referenceRange } from '../observations/ranges.ts';
import { ofWord } from '../text/cache.ts';
import { listOf } from '../vocabulary/table.ts';
import { convertUcum } from './convert.ts';
import type { Quantity } from './find-quantities.ts';
import { readUnitAt } from './read-unit.ts';
import { UNIT_SPELLINGS } from './unit-spellings.ts';

type Ucum = {
  convertUnitTo(
    from: string,
    value: number,
    to: string,
    options?: { molecularWeight?: number; charge?: number },
  ): { status: string; toVal: number | null };
  validateUnitString(code: string): { status: string };
};

/** IFCC to NGSP, the master equation of the HbA1c reference laboratories. */
const HBA1C_SLOPE = 0.09148;
const HBA1C_OFFSET = 2.152;
/** Enough for any instrument, without binary rounding errors: 81.6466266 -> 81.6466. */
const SIGNIFICANT_DIGITS = 6;

/** What UCUM cannot know: a ratio to creatinine (113.12 g/mol), and the WHO standard's 6 pmol to a milliunit of insulin. */
const FACTORS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'Urine albumin-creatinine ratio': { 'mg/mmol': 8.84 },
  'Insulin level': { 'pmol/L': 1 / 6 },
};

const UCUM_CODES: ReadonlyMap<string, string> = new Map(UNIT_SPELLINGS.map(({ unit, ucum }) => [unit, ucum]));
const BY_SPELLING: ReadonlyMap<string, string> = new Map(
  UNIT_SPELLINGS.flatMap(({ unit, spellings }) =>
    [unit, ...listOf(spellings)].map((spelling) => [squeeze(spelling), unit] as const),
  ),
);
const BY_CODE: ReadonlyMap<string, string> = new Map(
  [...UNIT_SPELLINGS].reverse().map(({ unit, ucum }) => [ucum, unit] as const),
);

const MOLAR = /^(?:[mµnp]?mol|g)\/L$/;
/** Twice too much or too little. */
const FAR_OFF = Math.log(2);
/** How many times the usual bounds a number without a unit may be. */
const FAR_BEYOND = 2;

const INHERITED = Object.getOwnPropertyNames(Object.prototype);

let ucum: Ucum | null = null;

/** The unit that a spelling means, as we show it: "lbs" -> "lb", "mg per dl" -> "mg/dL". */
export const unitNamed = ofWord((spelling): string | null => {
  // The one unit that its case tells from another, a millimetre.
  const known = spelling.trim() === 'mM' ? 'mmol/L' : BY_SPELLING.get(squeeze(spelling));
  if (known) return known;
  const read = readUnitAt(spelling.trim(), 0);
  return read && read.end === spelling.trim().length ? unitCoded(read.ucum) : null;
});

function unitCoded(ucum: string): string | null {
  return BY_CODE.get(ucum) ?? null;
}

/**
 * The unit of an observation that a quantity was given in, as we show it. Undefined if it came without one, null if its unit is none
 * of an observation ("iron 65 mg" is a dose).
 */
export function unitFor(observation: string, { ucum, unitText, value }: Pick<Quantity, 'ucum' | 'unitText' | 'value'>) {
  if (ucum === undefined) return undefined;
  const type = observationType(observation);
  // "101 degrees" leaves open which.
  if (ucum === 'deg') return type?.name === 'Body temperature' ? undefined : null;
  // "Hb 9.2 gm", "urine output 900 ml": the decilitre or the day goes without saying, where the value is that of such a test.
  const rate = type && [type.unit, ...type.otherUnits].find((unit) => unit === `${ucum}/dL` || unit === `${ucum}/24h`);
  const kept = rate && value !== undefined ? convert(type, value, rate) : null;
  if (type && kept !== null && kept >= type.usual.low && kept <= type.usual.high) return rate;
  const own = type && [type.unit, ...type.otherUnits].find((unit) => UCUM_CODES.get(unit) === ucum);
  return own ?? unitNamed(unitText ?? '') ?? unitCoded(ucum);
}

/** A value in the unit its observation is kept in; null if the unit does not belong to such an observation. */
export function toCanonical(observation: string, value: number, unit: string): { value: number; unit: string } | null {
  const exact = toCanonicalExactly(observation, value, unit);
  if (!exact) return null;
  // Reported to one decimal place: the equation's own error is larger than the second.
  const isConverted = exact.value !== value && observationType(observation)?.name === 'HbA1c';
  return { value: isConverted ? Math.round(exact.value * 10) / 10 : tidy(exact.value), unit: exact.unit };
}

/** The same before it is rounded, for the way back. */
export function toCanonicalExactly(
  observation: string,
  value: number,
  unit: string,
): { value: number; unit: string } | null {
  const type = observationType(observation);
  const given = unitNamed(unit);
  if (!type || !given || !Number.isFinite(value)) return null;
  const converted = convert(type, value, given);
  return converted === null ? null : { value: converted, unit: type.unit };
}

/** Whether a value in one unit could be given in the other: mg and g, not mg and mL. */
export function measureAlike(unit: string, other: string): boolean {
  const [from, to] = [unit.trim(), other.trim()].map((spelling) => {
    const read = readUnitAt(spelling, 0);
    return read && read.end === spelling.length ? read.ucum : UCUM_CODES.get(unitNamed(spelling) ?? '');
  });
  if (from === undefined || to === undefined) return unit.trim().toLowerCase() === other.trim().toLowerCase();
  return convertUcum(1, from, to) !== null;
}

/** Whether UCUM has this code, for as much as `same` where that is given. The library writes what it stumbles over into the log, which must not have the words of a chart. */
export function isUcum(code: string, same?: string): boolean {
  if (!/^[!-'*-~]{1,100}$/.test(code) || INHERITED.some((name) => code.includes(name))) return false;
  if (same !== undefined && Math.abs((convertUcum(1, code, same) ?? 0) - 1) > 1e-9) return false;
  return library().validateUnitString(code).status === 'valid';
}

/** False for what no living body shows: a heart rate of 7000, an HbA1c of 65 %. */
export function isPossible(observation: string, canonicalValue: number): boolean {
  const type = observationType(observation);
  return !type || (canonicalValue >= type.possible.low && canonicalValue <= type.possible.high);
}

/**
 * The unit of a number that came without one, where the number itself tells: 98.6 is °F, 37 is °C. Where two units would fit, the
 * custom of the place decides; without a place the unit it is kept in, unless the value would be far from usual in that and usual in
 * the other (a magnesium of 0.84, a troponin of 12). "unclear" if that leaves two (a weight of 120), null if none does.
 */
export function inferUnit(observation: string, value: number, customs: UnitCustoms = {}): string | 'unclear' | null {
  const type = observationType(observation);
  if (!type) return null;
  const within = (factor: number) =>
    [type.unit, ...type.otherUnits].filter((unit) => {
      // Nobody says their weight in stones without saying so.
      if (unit === 'st') return false;
      const converted = convert(type, value, unit);
      return converted !== null && converted >= type.usual.low / factor && converted <= type.usual.high * factor;
    });
  const fitting = within(1);
  if (fitting.length === 0) {
    // What is far from usual is what matters most, where only one unit makes it possible: a sugar of 612.
    const [only, ...others] = within(FAR_BEYOND);
    return only && others.length === 0 && type.otherUnits.length > 0 ? only : null;
  }
  if (fitting.length < 2) return fitting[0] ?? null;
  // Bodies are weighed in two units.
  if (type.name === 'Weight' && customs.pounds !== undefined) return customs.pounds ? 'lb' : type.unit;
  if (type.name === 'Weight' || !fitting.includes(type.unit)) return 'unclear';
  // Hemoglobin is given in moles in two countries, and everywhere else in grams.
  const molar = fitting.find((unit) => MOLAR.test(unit) && !(type.name === 'Hemoglobin' && unit === 'mmol/L'));
  if (customs.molar && molar) return molar;
  const off = (unit: string) => distanceFromUsual(type, convert(type, value, unit) as number);
  const here = off(type.unit);
  const settled = customs.molar === false && molar !== undefined;
  if (settled || here < FAR_OFF || fitting.every((unit) => off(unit) > here / 3)) return type.unit;
  return 'unclear';
}

/** 0 inside the reference range; outside, how many times too much or too little, as a logarithm. */
function distanceFromUsual(type: ObservationType, canonical: number): number {
  const { low, high } = referenceRange(type.name) ?? {};
  if (high !== undefined && canonical > high && high > 0) return Math.log(canonical / high);
  return low !== undefined && canonical < low && canonical > 0 ? Math.log(low / canonical) : 0;
}

function convert(type: ObservationType, value: number, unit: string): number | null {
  if (unit === type.unit) return value;
  if (type.name === 'HbA1c' && unit === 'mmol/mol') return value * HBA1C_SLOPE + HBA1C_OFFSET;
  const factor = FACTORS[type.name]?.[unit];
  if (factor) return value * factor;
  const from = UCUM_CODES.get(unit);
  const to = UCUM_CODES.get(type.unit);
  if (!from || !to) return null;
  if (from === to) return value;
  const options: { molecularWeight?: number; charge?: number } = {};
  if (type.molecularWeight) options.molecularWeight = type.molecularWeight;
  if (type.charge) options.charge = type.charge;
  return convertUcum(value, from, to, options) ?? library().convertUnitTo(from, value, to, options).toVal;
}

function library(): Ucum {
  if (!ucum) {
    const load = createRequire(import.meta.url);
    const { UcumLhcUtils } = load('@lhncbc/ucum-lhc') as { UcumLhcUtils: { getInstance(): Ucum } };
    ucum = UcumLhcUtils.getInstance();
  }
  return ucum;
}

function tidy(value: number): number {
  const isShort = Number.isInteger(value) && Math.abs(value) < 10 ** SIGNIFICANT_DIGITS;
  return isShort ? value : Number(value.toPrecision(SIGNIFICANT_DIGITS));
}

function squeeze(spelling: string): string {
  return spelling.trim().toLowerCase().replace(/μ/g, 'µ').replace(/\s+/g, ' ').replace(/\.$/, '');
}
