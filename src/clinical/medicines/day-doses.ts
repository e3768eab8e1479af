/**
 * A medicine's doses over one day: what they add up to, and what they are after one of them was changed. "12.5 mg twice a day" is one in
 * the morning and one in the evening; "300 mg in the morning and 600 mg at night" is kept as its first dose and the rest of its words.
 */
import { matchesOf } from '../text/matches.ts';
import { frequencyIn } from './dosage.ts';

export const DAY_TIMES = ['morning', 'noon', 'evening', 'night'] as const;
export type DayTime = (typeof DAY_TIMES)[number];

/** As the record keeps it. */
export type KeptDose = {
  value?: number | string | undefined;
  unit?: string | undefined;
  frequency?: string | undefined;
};
type DayDose = { at: DayTime | null; value: number };
/** By a factor, or to a value. */
export type DoseChange = { at: DayTime; factor?: number | undefined; value?: number | undefined };

const WORDS: Readonly<Record<DayTime, RegExp>> = {
  morning: /morning|breakfast|\bam\b/i,
  noon: /noon|midday|lunch/i,
  evening: /evening|dinner|supper|tonight|\bpm\b/i,
  night: /night|bed/i,
};
const SAID: Readonly<Record<DayTime, string>> = {
  morning: 'in the morning',
  noon: 'at noon',
  evening: 'in the evening',
  night: 'at night',
};
const PART =
  /(?:(?<![\d.])(\d{1,5}(?:\.\d{1,4})?)\s{0,3}[\p{L}µ]{1,12}\s{1,3})?\b(?:in\s{1,3}the|every|each|at|before|with|after|and)\s{1,3}(?:the\s{1,3}|my\s{1,3})?(mornings?|evenings?|nights?|afternoon|bedtime|bed|breakfast|lunch|dinner|supper|midday|noon)\b/giu;
/** "Two in the morning and one at night": so many of them at a time, and how much is in one is not said. */
const PIECES =
  /\b(?:two|three|four|five|six|half|[2-9])\s{1,3}(?:(?:tablet|tab|pill|capsule|cap|puff)s?\s{1,3})?(?:in|at|before|with|after|every|each)\b/i;
/** When a medicine is taken that is taken so often, unless it is said. */
const USUAL: Readonly<Record<number, readonly (DayTime | null)[]>> = {
  1: [null],
  2: ['morning', 'evening'],
  3: ['morning', 'noon', 'evening'],
  4: DAY_TIMES,
};

/** Null where the dose is no number, or its words say no number of times a day. */
export function dayDoses({ value, unit, frequency }: KeptDose): DayDose[] | null {
  if (typeof value !== 'number' || !unit || !frequency || PIECES.test(frequency)) return null;
  const parts = matchesOf(PART, `${value} ${unit} ${frequency}`);
  const times = frequencyIn(frequency)?.value.times_per_day;
  if (parts.length > 1 || (parts.length === 1 && (times ?? 1) <= 1)) {
    let dose = value;
    return parts.map(([, said, words = '']) => {
      dose = said ? Number(said) : dose;
      return { at: timeIn(words), value: dose };
    });
  }
  if (times === undefined || times < 1 || !Number.isInteger(times)) return null;
  return (USUAL[times] ?? Array<null>(times).fill(null)).map((at) => ({ at, value }));
}

/** What is taken in a day, with its sum in figures: "3 × 850 mg", "300 mg + 600 mg". */
export function dailyTotal(kept: KeptDose): { total: number; sum: string } | null {
  const doses = dayDoses(kept);
  if (!doses || doses.length === 0) return null;
  const total = Number(doses.reduce((sum, { value }) => sum + value, 0).toFixed(4));
  const [first] = doses;
  const isEqual = doses.every(({ value }) => value === first?.value);
  const sum = isEqual
    ? `${doses.length} × ${first?.value} ${kept.unit}`
    : doses.map(({ value }) => `${value} ${kept.unit}`).join(' + ');
  return { total, sum };
}

/** The doses with one of them changed, as the record keeps them; null where none is taken at that time. */
export function withChangedDose(
  kept: KeptDose,
  { at, factor = 1, value }: DoseChange,
): { value: number; unit: string; frequency: string } | null {
  const doses = dayDoses(kept);
  const place = doses ? placeOf(doses, at) : -1;
  if (!doses || place < 0 || !kept.unit) return null;
  const changed = doses.map((dose, nth) => ({
    at: dose.at ?? at,
    value: nth === place ? Number((value ?? dose.value * factor).toFixed(4)) : dose.value,
  }));
  const [first, ...rest] = changed;
  if (!first) return null;
  const others = rest.map((dose) => `and ${dose.value} ${kept.unit} ${SAID[dose.at]}`);
  return { value: first.value, unit: kept.unit, frequency: [SAID[first.at], ...others].join(' ') };
}

export function timeIn(words: string): DayTime | null {
  return DAY_TIMES.find((time) => WORDS[time].test(words)) ?? null;
}

/** Whoever takes nothing in the evening means the night. */
function placeOf(doses: readonly DayDose[], at: DayTime): number {
  const exact = doses.findIndex((dose) => dose.at === at);
  const late = (time: DayTime | null) => time === 'evening' || time === 'night';
  return exact < 0 && late(at) ? doses.findIndex((dose) => late(dose.at)) : exact;
}
