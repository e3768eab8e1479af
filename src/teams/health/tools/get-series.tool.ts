/** How one measurement has gone over time: values in one unit, the range for this person, and the trend. */
import { z } from 'zod';
import { observationType, relatedTypes } from '../../../clinical/index.ts';
import { type Series, seriesOfAll } from '../../../record/index.ts';
import { terminology } from '../terminology.ts';
import { type RecordToolContext, recordTool } from './record-tool.ts';
import { SeriesDigest, seriesDigest } from './series-digest.ts';

const Day = z.string().regex(/^\d{4}(?:-\d{2}(?:-\d{2})?)?$/, 'a date such as 2026-03-01, 2026-03 or 2026');

export const getSeries = recordTool({
  name: 'get_series',
  description:
    'Reads this patient’s values of one measurement (a lab test or a vital sign) over time, in one unit, with the reference ' +
    'range for their sex and age, where each value stands in it, the highest, the lowest and the trend. "Glucose" also brings ' +
    'the fasting one, "blood pressure" both numbers.',
  input: z.object({
    name: z.string().min(1).max(100).describe('What was measured, e.g. "HbA1c", "blood pressure", "cholesterol"'),
    since: Day.optional().describe('Only from this day, month or year on'),
    until: Day.optional().describe('Only up to and including this day, month or year'),
    limit: z
      .number()
      .int()
      .min(1)
      .max(100)
      .default(30)
      .describe('At most this many points of each series, newest first'),
  }),
  output: z.union([
    z.object({ series: z.array(SeriesDigest) }),
    z.object({ error: z.string(), measured: z.array(z.string()) }),
  ]),
  effect: 'read',
  async run({ name, since, until, limit }, context) {
    const found = await read(name, { ...(since && { since }), ...(until && { until }) }, context);
    if (found.length > 0) return { series: found.map((one) => seriesDigest(one, limit)) };
    const measured = (await context.record().observationNames(context.patient)).map((one) => one.name);
    return { error: 'The record has no such measurement.', measured: measured.slice(0, 50) };
  },
});

async function read(
  name: string,
  window: { since?: string; until?: string },
  context: RecordToolContext,
): Promise<Series[]> {
  const record = context.record();
  const profile = await record.profile(context.patient);
  const canonical = observationType(name)?.name ?? name;
  const asked = [...new Set([name, ...relatedTypes(canonical)])];
  const found = await Promise.all(
    asked.map((one) => seriesOfAll(record, context.patient, one, { ...window, profile, terminology })),
  );
  // The same series may have been found by two of the names.
  return [...new Map(found.flat().map((one) => [one.name, one])).values()];
}
