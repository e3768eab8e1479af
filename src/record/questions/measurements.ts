/** Everything that was measured, one row a kind: where it stands now and how it got there. For a list of results; a plot reads the series. */
import { z } from 'zod';
import type { PatientRecord } from '../record.ts';
import type { Terminology } from '../terminology.ts';
import { OBSERVATION_CATEGORIES, observationCategory } from '../vital-signs.ts';
import { Series, seriesOf } from './series.ts';

export const Measurement = Series.omit({ left_out: true }).extend({
  category: z.enum(OBSERVATION_CATEGORIES),
  points: Series.shape.points.describe('The newest, oldest first'),
  total: z.number().int().describe('How many values there are, those in other units too'),
});
export type Measurement = z.infer<typeof Measurement>;

/** More than the vocabulary has. */
const MAX_KINDS = 500;
/** As for a series; the trend is that of all of them. */
const MAX_VALUES = 1000;
/** As many as a small curve can show. */
const SHOWN_POINTS = 30;

/** The kind measured last comes first. */
export async function measurements(
  record: PatientRecord,
  patient: string,
  terminology: Terminology,
): Promise<Measurement[]> {
  const [profile, names] = await Promise.all([record.profile(patient), record.observationNames(patient)]);
  const found: Measurement[] = [];
  // One after the other: the values of one kind are let go before the next are read.
  for (const { name } of names.slice(0, MAX_KINDS)) {
    const entries = await record.observations(patient, name, { limit: MAX_VALUES });
    const { left_out, points, ...series } = seriesOf(name, entries, profile, terminology);
    const category = observationCategory(entries[0]?.code);
    found.push({ ...series, category, points: points.slice(-SHOWN_POINTS), total: entries.length });
  }
  return found;
}
