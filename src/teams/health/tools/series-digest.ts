/** A series of measurements for an agent: latest value, range, trend, and a limited number of the newest points. */
import { z } from 'zod';
import { Series } from '../../../record/index.ts';

const Point = z.object({
  date: z.string(),
  value: z.union([z.number(), z.string()]),
  interpretation: z.string().optional(),
});

export const SeriesDigest = z.object({
  name: z.string(),
  unit: z.string().nullable(),
  reference_range: Series.shape.reference_range.describe('For this person’s sex and age where the profile has them'),
  trend: Series.shape.trend.describe('too_few: fewer than three days'),
  change: Series.shape.change.describe('What the trend adds up to, over how many days'),
  total: z.number().describe('How many values there are'),
  points: z.array(Point).describe('Newest first'),
  highest: Point.optional(),
  lowest: Point.optional(),
  left_out: z.number().optional().describe('Values whose unit does not fit'),
});
export type SeriesDigest = z.infer<typeof SeriesDigest>;

export function seriesDigest({ points, left_out, ...series }: Series, limit: number): SeriesDigest {
  const newestFirst = points.toReversed().map(pointOf);
  const numbers = newestFirst.filter((point): point is NumberPoint => typeof point.value === 'number');
  const [first] = numbers;
  return {
    ...series,
    total: points.length,
    points: newestFirst.slice(0, limit),
    ...(first && {
      highest: numbers.reduce((one, other) => (other.value > one.value ? other : one), first),
      lowest: numbers.reduce((one, other) => (other.value < one.value ? other : one), first),
    }),
    ...(left_out > 0 && { left_out }),
  };
}

type Digested = z.infer<typeof Point>;
type NumberPoint = Digested & { value: number };

function pointOf({ time, value, interpretation }: Series['points'][number]): Digested {
  return { date: time, value, ...(interpretation && { interpretation }) };
}
