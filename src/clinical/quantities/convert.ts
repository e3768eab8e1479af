/**
 * Conversion between units without a library, for what messages are made of: each UCUM code is taken apart into atoms of known size.
 * A test compares every factor with UCUM's reference library, which is used for codes that are not known here.
 */
import { type Powers, times } from './dimensions.ts';
import { atomCoded } from './unit-atoms.ts';

/** How the zero of a scale lies in kelvin: °C and °F are not only larger or smaller. */
const OFFSETS: Readonly<Record<string, number>> = { Cel: 273.15, '[degF]': 459.67 * (5 / 9) };

type Measure = { factor: number; powers: Powers; offset: number };

const known = new Map<string, Measure | null>();

export type Chemistry = { molecularWeight?: number; charge?: number };

/** A value in another unit; null if either is not known here, or they measure different things. */
export function convertUcum(
  value: number,
  from: string,
  to: string,
  { molecularWeight, charge = 1 }: Chemistry = {},
): number | null {
  const [source, target] = [measureOf(from), measureOf(to)];
  if (!source || !target) return null;
  const base = value * source.factor + source.offset;
  const equivalents = (from.includes('eq') ? 1 / charge : 1) * (to.includes('eq') ? charge : 1);
  const difference = times(source.powers, target.powers, -1);
  // A percentage is a number like any other.
  const bases = Object.keys(difference).filter((base) => base !== 'F');
  if (bases.length === 0) return ((base - target.offset) / target.factor) * equivalents;
  // From moles to grams and back, if the weight of a mole is known.
  if (
    !molecularWeight ||
    bases.length !== 2 ||
    Math.abs(difference.M ?? 0) !== 1 ||
    difference.N !== -(difference.M ?? 0)
  )
    return null;
  const weight = difference.N === 1 ? molecularWeight : 1 / molecularWeight;
  return ((base * weight) / target.factor) * equivalents;
}

function measureOf(ucum: string): Measure | null {
  let measure = known.get(ucum);
  if (measure === undefined) {
    measure = takeApart(ucum);
    known.set(ucum, measure);
  }
  return measure;
}

/** "10*9/L", "mL/min/{1.73_m2}", "mm[Hg]", "kg/m2", "/min". */
function takeApart(ucum: string): Measure | null {
  const whole = atomCoded(ucum);
  if (whole) return { factor: whole.factor, powers: whole.powers, offset: OFFSETS[ucum] ?? 0 };
  let measure: Measure = { factor: 1, powers: {}, offset: 0 };
  for (const [, stroke, part] of ucum.matchAll(
    /([/.]|^)((?:\[[^\]]{0,80}\]|\{[^}]{0,80}\}|[^/.[\]{}]|(?<=\d)\.(?=\d))+)/g,
  )) {
    const sign = stroke === '/' ? -1 : 1;
    const scale = /^10\*(-?\d+)$/.exec(String(part));
    if (scale || part === '1' || /^\d+$/.test(String(part))) {
      measure = { ...measure, factor: measure.factor * (scale ? 10 ** Number(scale[1]) : Number(part)) ** sign };
      continue;
    }
    if (/^\{[^}]*\}$/.test(String(part))) continue;
    const [, code, power] = /^(.*?)(-?\d)?$/.exec(String(part)) ?? [];
    const atom = atomCoded(String(part)) ?? atomCoded(String(code));
    if (!atom) return null;
    const raised = (atomCoded(String(part)) ? 1 : Number(power ?? 1)) * sign;
    measure = {
      ...measure,
      factor: measure.factor * atom.factor ** raised,
      powers: times(measure.powers, atom.powers, raised),
    };
  }
  return measure;
}
