/** A source of an answer, as data: unlike text, it is kept through hand-overs and the fan-in. */
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
