/** Reference ranges in words, with where they come from. */
import { DIASTOLIC, SYSTOLIC } from '../observations/observation-types.ts';
import { type Person, type ReferenceRange, referenceRange } from '../observations/ranges.ts';
import { toCanonicalExactly } from '../quantities/units.ts';
import { inSentence } from '../questions/rows.ts';

/** Ranges of vital signs do not depend on the laboratory. */
const VITALS = new Set(['Heart rate', 'Respiratory rate', 'Body temperature', 'Oxygen saturation', 'Body mass index']);

/** "4 to 5.6 %", "up to 100 mg/dL", "60 mL/min or more". */
export function rangeText({ low, high, unit: written }: ReferenceRange): string {
  // An INR is a ratio, and its unit a name.
  const unit = written === 'INR' ? '' : ` ${written}`;
  if (low !== undefined && high !== undefined) return `${low} to ${high}${unit}`;
  return high !== undefined ? `up to ${high}${unit}` : `${low}${unit} or more`;
}

/** The source's own name, without the document: "American Diabetes Association". */
export function sourceText({ source }: ReferenceRange): string {
  const end = source.search(/[,(]/);
  return (end < 0 ? source : source.slice(0, end)).trim();
}

export function pressureText(person: Person = {}): string | null {
  const systolic = referenceRange(SYSTOLIC, person);
  const diastolic = referenceRange(DIASTOLIC, person);
  if (!systolic || !diastolic) return null;
  return `${systolic.low}/${diastolic.low} to ${systolic.high}/${diastolic.high} ${systolic.unit}`;
}

/** The range in the unit that the value was given in. */
export function rangeIn(name: string, unit: string, person: Person = {}): ReferenceRange | null {
  const range = referenceRange(name, person);
  if (!range || unit === range.unit) return range;
  const given = fromCanonical(name, range.unit, unit);
  if (!given) return range;
  return {
    ...range,
    unit,
    ...(range.low !== undefined && { low: given(range.low) }),
    ...(range.high !== undefined && { high: given(range.high) }),
  };
}

/** Back from the unit that we keep a kind in to the one that was given: the two are a straight line apart. */
export function fromCanonical(name: string, canonical: string, unit: string): ((value: number) => number) | null {
  const [one, two] = [toCanonicalExactly(name, 1, unit), toCanonicalExactly(name, 2, unit)];
  if (!one || !two || one.unit !== canonical || one.value === two.value) return null;
  return (value) => Number((1 + (value - one.value) / (two.value - one.value)).toPrecision(3));
}

/** "The usual adult range of TSH is 0.5 to 4 mIU/L (…)", for men and women apart where they differ. */
export function rangeSentence(name: string): string {
  if (name === 'Blood pressure') {
    const systolic = referenceRange(SYSTOLIC);
    return systolic ? `The usual adult range of blood pressure is ${pressureText()} (${sourceText(systolic)}).` : '';
  }
  const shared = referenceRange(name);
  const male = referenceRange(name, { sex: 'male' });
  const female = referenceRange(name, { sex: 'female' });
  const differ = VITALS.has(name) ? '' : '; laboratories differ a little';
  if (male && female && rangeText(male) !== rangeText(female))
    return [
      `The usual adult range of ${inSentence(name)} is ${rangeText(male)} for men`,
      `and ${rangeText(female)} for women (${sourceText(male)})${differ}.`,
    ].join(' ');
  const range = shared ?? male ?? female;
  return range
    ? `The usual adult range of ${inSentence(name)} is ${rangeText(range)} (${sourceText(range)})${differ}.`
    : `I have no reference range for ${inSentence(name)}.`;
}

/** "TSH (usual adult range 0.5 to 4 mIU/L)" */
export function nameWithRange(name: string): string {
  const own = referenceRange(name);
  const range = name === 'Blood pressure' ? pressureText() : own && rangeText(own);
  return range ? `${name} (usual adult range ${range})` : name;
}
