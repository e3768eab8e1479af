/** What the end of a task notes about the sources that its message has used, in the hash of the task. */
import { z } from 'zod';

export const CitationAudit = z.object({
  citations_used: z.array(z.string()).describe('Ids of citations'),
  retrieval_scores: z
    .array(z.number().nullable())
    .describe('One for each citation, in the same order; null where the search gives no score'),
});
export type CitationAudit = z.infer<typeof CitationAudit>;
