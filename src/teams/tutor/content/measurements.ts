/** What can be asked about tests and vital signs: the usual range, the unit, and where a value stands. */
import {
  inSentence,
  interpret,
  OBSERVATIONS,
  type ReferenceRange,
  rangeText,
  referenceRange,
  sourceText,
  toCanonical,
} from '../../../clinical/index.ts';
import type { Item } from './item.ts';

const STANDINGS = ['below the usual range', 'within the usual range', 'above the usual range'] as const;
/** Two ranges whose bounds are nearer to each other than this could both be called right. */
const LEAST_DIFFERENCE = 0.3;

type Measured = { name: string; system: string; unit: string; range: ReferenceRange };

export function measurementItems(): Item[] {
  const measured = OBSERVATIONS.flatMap(({ name, system, unit }): Measured[] => {
    const range = referenceRange(name);
    return range && unit !== '' ? [{ name, system, unit, range }] : [];
  });
  const units = [...new Set(measured.map(({ unit }) => unit))];
  return measured.flatMap((one) => [
    rangeItem(one, measured),
    // An INR is given as an INR.
    ...(one.name.includes(one.unit) ? [] : [unitItem(one, units)]),
    ...valueItems(one),
  ]);
}

function base({ name, system, range }: Measured) {
  return { term: name, area: system || 'general', source: sourceText(range) };
}

function rangeItem(one: Measured, all: readonly Measured[]): Item {
  const { name, unit, range } = one;
  const question = `What is the usual adult range of ${inSentence(name)}?`;
  const answer = rangeText(range);
  const choice = () => {
    const others = all.filter((other) => other.unit === unit && areApart(range, other.range));
    return { question, answer, wrong: [...new Set(others.map((other) => rangeText(other.range)))] };
  };
  return { ...base(one), id: `range:${name}`, front: question, back: answer, choice };
}

function unitItem(one: Measured, units: readonly string[]): Item {
  const question = `In which unit is ${inSentence(one.name)} usually given?`;
  const choice = () => ({
    question,
    answer: one.unit,
    // What can be converted into the right unit may be used elsewhere.
    wrong: units.filter((unit) => unit !== one.unit && toCanonical(one.name, 1, unit) === null),
  });
  return { ...base(one), id: `unit:${one.name}`, front: question, back: one.unit, choice };
}

/** A value far enough beyond each bound to leave no doubt, and one in the middle. */
function valueItems(one: Measured): Item[] {
  const { name, unit, range } = one;
  const { low, high } = range;
  const values = [
    ...(low !== undefined && low > 0 ? [rounded(low * 0.8)] : []),
    ...(low !== undefined && high !== undefined ? [rounded((low + high) / 2)] : []),
    ...(high !== undefined && high > 0 ? [rounded(high * 1.25)] : []),
  ];
  return values.flatMap((value) => {
    const standing = standingOf(name, value);
    if (standing === null) return [];
    const question = `Where does ${inSentence(name)} of ${value}${unit === 'INR' ? '' : ` ${unit}`} stand in an adult?`;
    return [
      {
        ...base(one),
        id: `value:${name}:${value}`,
        front: question,
        back: `${standing} (${rangeText(range)})`,
        choice: () => ({
          question,
          answer: standing,
          wrong: STANDINGS.filter((other) => other !== standing),
          options: STANDINGS,
        }),
      },
    ];
  });
}

function standingOf(name: string, value: number): (typeof STANDINGS)[number] | null {
  const where = interpret(name, value);
  if (where === null) return null;
  if (where === 'normal') return STANDINGS[1];
  return where.endsWith('low') ? STANDINGS[0] : STANDINGS[2];
}

function areApart(one: ReferenceRange, other: ReferenceRange): boolean {
  if ((one.low === undefined) !== (other.low === undefined) && one.high === other.high) return false;
  return differs(one.low, other.low) || differs(one.high, other.high);
}

function differs(one = 0, other = 0): boolean {
  const larger = Math.max(Math.abs(one), Math.abs(other));
  return larger > 0 && Math.abs(one - other) / larger >= LEAST_DIFFERENCE;
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
