/** A source that an answer rests on, as data: it survives hand-overs and the fan-in, which text does not. */
import { z } from 'zod';

export const Citation = z.object({
  url: z.string(),
  title: z.string(),
  supports: z
    .array(z.string())
    .describe('The passages of the answer that rest on it, in their order; none where the provider does not say'),
  source: z.enum(['google_search', 'web_search']).describe('Which search found it'),
});
export type Citation = z.infer<typeof Citation>;
