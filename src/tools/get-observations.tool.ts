/** How one measurement has gone over time, for questions such as "is my HbA1c getting better?". */
import { z } from 'zod';
import { observationType } from '../clinical/observations/observation-types.ts';
import { interpret, referenceRange } from '../clinical/observations/ranges.ts';
import { nameKey } from '../record/identity.ts';
import type { RecordEntry } from '../record/record.ts';
import { clipped } from './entry-digest.ts';
import { defineTool } from './tool.ts';

const Point = z.object({
  name: z.string(),
  value: z.union([z.number(), z.string()]).optional(),
  unit: z.string().optional(),
  date: z.string().describe('When it was measured, or told if no time was given'),
  interpretation: z.string().optional().describe('Where the value stands in the reference range for adults'),
});
type Point = z.infer<typeof Point>;

const Range = z.object({
  name: z.string(),
  low: z.number().optional(),
  high: z.number().optional(),
  unit: z.string(),
  source: z.string(),
});

export const getObservations = defineTool({
  name: 'get_observations',
  description:
    'Reads this patient’s measurements of one kind (a lab test or a vital sign), newest first, with value, unit and date, and the adult reference range where one is known.',
  input: z.object({
    name: z.string().min(1).max(100).describe('What was measured, e.g. "HbA1c", "blood pressure", "weight"'),
    limit: z.number().int().min(1).max(50).default(20).describe('At most this many, newest first'),
  }),
  output: z.union([
    z.object({
      observations: z.array(Point),
      total: z.number().describe('How many were found, shown or not'),
      reference_ranges: z.array(Range),
      note: z.string().optional(),
    }),
    z.object({ error: z.string(), measured: z.array(z.string()) }),
  ]),
  effect: 'read',
  needsRecord: true,
  async run({ name, limit }, context) {
    const panel = await context.record().sidePanel(context.patient, context.patientId);
    const found = panel.observations.filter((entry) => isAbout(entry, name));
    if (found.length === 0) {
      const measured = [...new Set(panel.observations.map((entry) => entry.name))].slice(0, 50);
      return { error: 'The record has no such measurement.', measured };
    }
    const shown = found.slice(0, limit);
    const older = (panel.counts.observations ?? 0) - panel.observations.length;
    return {
      observations: shown.map(pointOf),
      total: found.length,
      reference_ranges: [...new Set(shown.map((entry) => entry.name))].flatMap(rangeOf),
      ...(older > 0 && { note: `${older} older measurements of all kinds were not searched.` }),
    };
  },
});

/** Asked by any name the vocabulary knows ("A1C"), or by some of the words of its name ("blood pressure"). */
function isAbout(entry: RecordEntry, name: string): boolean {
  const words = new Set(nameKey(entry.name).split(' '));
  return [name, observationType(name)?.name ?? name].some((asked) =>
    nameKey(asked)
      .split(' ')
      .every((word) => words.has(word)),
  );
}

/** In the unit its kind is kept in where there is one, so that the values of a series can be compared. */
function pointOf(entry: RecordEntry): Point {
  const { value, unit } = entry.canonical ?? entry;
  const interpretation = interpretationOf(entry);
  return {
    name: clipped(entry.name),
    ...(value !== undefined && { value: clipped(value) }),
    ...(unit !== undefined && { unit }),
    date: entry.effective_time ?? entry.recorded_at,
    ...(interpretation && { interpretation }),
  };
}

function interpretationOf({ name, canonical }: RecordEntry): string | null {
  if (!canonical || canonical.unit !== referenceRange(name)?.unit) return null;
  return interpret(name, canonical.value);
}

function rangeOf(name: string): z.infer<typeof Range>[] {
  const range = referenceRange(name);
  return range ? [{ name, ...range }] : [];
}
