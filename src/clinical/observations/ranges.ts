/** Adult reference ranges, and where a value stands in them. For children there is none here, and none is guessed. */
import { observationType } from './observation-types.ts';
import { RANGE_SOURCES, REFERENCE_RANGES } from './reference-ranges.ts';

export type Person = { sex?: 'male' | 'female'; age?: number };
/** The person of a record: a birth date in full or in part ("1980", "1980-03"), and a sex. */
export type Profile = { birth_date?: string; sex?: string };
export type ReferenceRange = { low?: number; high?: number; unit: string; source: string };
export type Interpretation = 'low' | 'normal' | 'high' | 'critical-low' | 'critical-high';

/** Where a value stands, as in "is above the usual range". */
export const STANDING_WORDS: Readonly<Record<Interpretation, string>> = {
  normal: 'within',
  low: 'below',
  high: 'above',
  'critical-low': 'far below',
  'critical-high': 'far above',
};
const BY_SERIOUSNESS: readonly Interpretation[] = ['normal', 'low', 'high', 'critical-low', 'critical-high'];

const ADULT_AGE = 18;

type Row = (typeof REFERENCE_RANGES)[number];

/** A row for everyone, or one for each sex. */
const BY_NAME = new Map<string, Row[]>();
for (const row of REFERENCE_RANGES) {
  const rows = BY_NAME.get(row.name);
  if (rows) rows.push(row);
  else BY_NAME.set(row.name, [row]);
}

/** The person at the time of a measurement: a value from childhood is not judged by an adult range. */
export function personAt({ birth_date, sex }: Profile, time: string | Date): Person {
  const age = birth_date === undefined ? undefined : ageAt(birth_date, new Date(time));
  return { ...((sex === 'female' || sex === 'male') && { sex }), ...(age !== undefined && { age }) };
}

/** In whole years. If the birth month or day is not known, the age that has been reached for certain. */
function ageAt(born: string, moment: Date): number | undefined {
  const [year, month = 12, day = 31] = born.split('-').map(Number);
  if (year === undefined || Number.isNaN(moment.getTime())) return undefined;
  const [m, d] = [moment.getUTCMonth() + 1, moment.getUTCDate()];
  const hadBirthday = m > month || (m === month && d >= day);
  const age = moment.getUTCFullYear() - year - (hadBirthday ? 0 : 1);
  return age < 0 ? undefined : age;
}

export function referenceRange(name: string, person: Person = {}): ReferenceRange | null {
  const found = rowFor(name, person);
  if (!found) return null;
  const { row, unit } = found;
  const range: ReferenceRange = { unit, source: RANGE_SOURCES[row.source] ?? row.source };
  if (row.low !== '') range.low = Number(row.low);
  if (row.high !== '') range.high = Number(row.high);
  return range;
}

/** At and beyond these a value is critical. The same for everyone: those that differ by sex differ little. */
export function alertLimits(name: string): { low?: number; high?: number; unit: string } | null {
  const type = observationType(name);
  const row = type && BY_NAME.get(type.name)?.[0];
  if (!row || (row.alertLow === '' && row.alertHigh === '')) return null;
  return {
    unit: type.unit,
    ...(row.alertLow !== '' && { low: Number(row.alertLow) }),
    ...(row.alertHigh !== '' && { high: Number(row.alertHigh) }),
  };
}

/** Where a value, in the observation's own unit, stands. Null where no range is known for this person. */
export function interpret(name: string, canonicalValue: number, person: Person = {}): Interpretation | null {
  const found = rowFor(name, person);
  if (!found || !Number.isFinite(canonicalValue)) return null;
  const { row } = found;
  if (row.alertLow !== '' && canonicalValue <= Number(row.alertLow)) return 'critical-low';
  if (row.alertHigh !== '' && canonicalValue >= Number(row.alertHigh)) return 'critical-high';
  if (row.low !== '' && canonicalValue < Number(row.low)) return 'low';
  if (row.high !== '' && canonicalValue > Number(row.high)) return 'high';
  return 'normal';
}

function rowFor(name: string, { sex, age }: Person) {
  if (age !== undefined && age < ADULT_AGE) return null;
  const type = observationType(name);
  if (!type) return null;
  const rows = BY_NAME.get(type.name) ?? [];
  const row = rows.find((candidate) => candidate.sex === sex) ?? rows.find((candidate) => candidate.sex === '');
  return row ? { row, unit: type.unit } : null;
}

/** A pair (systolic and diastolic) is judged by the worse of its two values, and not where one of them is not judged. */
export function worseOf(one: Interpretation | null, other: Interpretation | null): Interpretation | null {
  if (!one || !other) return null;
  return BY_SERIOUSNESS.indexOf(other) > BY_SERIOUSNESS.indexOf(one) ? other : one;
}
