/**
 * One kind of measurement over time, as a chart or an answer needs it: in one unit, with the range for this person, the
 * interpretation of each value, and the trend. What cannot be brought into that unit is left out, and counted.
 */
import { z } from 'zod';
import type { PatientProfile } from '../patient-graph.ts';
import type { PatientRecord, RecordEntry } from '../record.ts';
import type { ReferenceRange, Terminology } from '../terminology.ts';
import { utc } from '../times.ts';
import { observationsAsked } from './observation-asked.ts';

export const Series = z.object({
  name: z.string(),
  /** Null if it has none: a ratio, or words. */
  unit: z.string().nullable(),
  reference_range: z
    .object({ low: z.number().optional(), high: z.number().optional(), unit: z.string(), source: z.string() })
    .nullable(),
  points: z.array(
    z.object({
      id: z.string().describe('Of the fact'),
      time: z.string().describe('When it was measured, as precisely as it was told, or when it was told'),
      value: z.union([z.number(), z.string()]),
      interpretation: z.enum(['low', 'normal', 'high', 'critical-low', 'critical-high']).nullable(),
    }),
  ),
  trend: z.enum(['rising', 'falling', 'stable', 'too_few']),
  /** What the trend adds up to, in the unit, over how many days. */
  change: z.object({ value: z.number(), days: z.number() }).nullable(),
  left_out: z.number().int().describe('Values whose unit is missing or does not belong to this kind'),
});
export type Series = z.infer<typeof Series>;

export type SeriesOptions = {
  terminology: Terminology;
  /** Read from the record if not given. */
  profile?: PatientProfile;
  since?: string;
  until?: string;
  limit?: number;
};

/** Some years of one value a day. */
const MAX_POINTS = 1000;

/** By any name the vocabulary knows ("A1C"), oldest point first. Null if nothing of that kind was ever measured. */
export async function series(
  record: PatientRecord,
  patient: string,
  asked: string,
  options: SeriesOptions,
): Promise<Series | null> {
  // Mostly the name is the kind's own, and one question to the record is enough.
  const direct = await readSeries(record, patient, options.terminology.observationNamed(asked)?.name ?? asked, options);
  if (direct.points.length > 0) return direct;
  const [name] = await observationsAsked(record, patient, asked, options.terminology);
  return name === undefined ? null : readSeries(record, patient, name, options);
}

/** The same for a name that means several kinds: "blood pressure" is two. */
export async function seriesOfAll(
  record: PatientRecord,
  patient: string,
  asked: string,
  options: SeriesOptions,
): Promise<Series[]> {
  const profile = options.profile ?? (await record.profile(patient));
  const names = await observationsAsked(record, patient, asked, options.terminology);
  return Promise.all(names.map((name) => readSeries(record, patient, name, { ...options, profile })));
}

async function readSeries(
  record: PatientRecord,
  patient: string,
  name: string,
  { terminology, profile, limit = MAX_POINTS, ...window }: SeriesOptions,
): Promise<Series> {
  const [person, entries] = await Promise.all([
    profile ?? record.profile(patient),
    record.observations(patient, name, { ...window, limit }),
  ]);
  return seriesOf(entries[0]?.name ?? name, entries, person, terminology);
}

/** From entries of one kind, newest first. */
export function seriesOf(
  name: string,
  entries: readonly RecordEntry[],
  profile: PatientProfile,
  terminology: Terminology,
): Series {
  const unit = terminology.observationNamed(name)?.unit ?? commonUnit(entries);
  const points = entries.flatMap((entry) => pointOf(terminology, entry, unit, profile)).reverse();
  const numbers = points.flatMap(({ time, value }) => (typeof value === 'number' ? [{ time, value }] : []));
  const { direction, change, days } = terminology.trendOf(name, numbers);
  return {
    name,
    unit,
    reference_range: rangeFor(terminology, name, unit, profile, points.at(-1)?.time),
    points,
    trend: direction,
    change: change === undefined || days === undefined ? null : { value: change, days },
    left_out: entries.length - points.length,
  };
}

function pointOf(
  terminology: Terminology,
  entry: RecordEntry,
  unit: string | null,
  profile: PatientProfile,
): Series['points'] {
  const value = valueIn(unit, entry);
  if (value === undefined) return [];
  const time = utc(entry.effective_time) === undefined ? entry.recorded_at : String(entry.effective_time);
  const judged = typeof value === 'number' && rangeFor(terminology, entry.name, unit, profile, time) !== null;
  const interpretation = judged ? terminology.interpret(entry.name, value, terminology.personAt(profile, time)) : null;
  return [{ id: entry.id, time, value, interpretation }];
}

/** Words ("negative") need no unit; a number without one could be anything, unless nothing of its kind has one. */
function valueIn(unit: string | null, { value, unit: given, canonical }: RecordEntry): number | string | undefined {
  if (canonical && canonical.unit === unit) return canonical.value;
  if (value === undefined || (typeof value === 'string' && given === undefined)) return value;
  return (given ?? null) === unit ? value : undefined;
}

/** The range is in the vocabulary's unit; values that were never converted are not judged by it. */
function rangeFor(
  terminology: Terminology,
  name: string,
  unit: string | null,
  profile: PatientProfile,
  time: string | undefined,
): ReferenceRange | null {
  const range = terminology.referenceRange(name, terminology.personAt(profile, time ?? new Date()));
  return range && range.unit === unit ? range : null;
}

/** Of a kind that the vocabulary does not know: the unit that most of its values have, the newest if two are as common. */
function commonUnit(entries: readonly RecordEntry[]): string | null {
  const counts = new Map<string | null, number>();
  for (const { value, canonical, unit } of entries) {
    if (typeof value !== 'number') continue;
    const key = canonical?.unit ?? unit ?? null;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].reduce<readonly [string | null, number]>(
    (best, next) => (next[1] > best[1] ? next : best),
    [null, 0],
  )[0];
}
