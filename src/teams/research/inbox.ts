/** The reports of a user's research agents with the status of each: told in a conversation, kept back, or not handled yet. */
import { z } from 'zod';

export const InboxItem = z.object({
  report_id: z.string(),
  agent_id: z.string(),
  agent_name: z.string(),
  session_id: z.string(),
  at: z.string(),
  state: z.enum(['arriving', 'said', 'kept_back']),
  message: z.string().nullable().describe('What the user was told'),
  reason: z.string().nullable().describe('Why it was kept back'),
});
export type InboxItem = z.infer<typeof InboxItem>;
