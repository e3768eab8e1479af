/** A source that an answer rests on, as data: it survives hand-overs and the fan-in, which text does not. */
import { z } from 'zod';

export const Citation = z.object({
  url: z.string(),
  title: z.string(),
  /** The words of the answer that rest on it. */
  quote: z.string().optional(),
  source: z.string().describe('Who named it: the search or the model'),
});
export type Citation = z.infer<typeof Citation>;
