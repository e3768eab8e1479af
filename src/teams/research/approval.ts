/** Effects that a person must approve before they are sent: at present, mail. */
import { z } from 'zod';

/**
 * unclear: the worker died while it sent the mail, so it is not known whether the server accepted it. It is not sent again automatically;
 * a person may approve it once more.
 */
export const APPROVAL_STATUSES = ['pending', 'approved', 'rejected', 'sending', 'sent', 'failed', 'unclear'] as const;

export const Mail = z.object({ to: z.string(), subject: z.string(), body: z.string() });
export type Mail = z.infer<typeof Mail>;

export const Approval = z.object({
  id: z.string(),
  tenant: z.string(),
  user_id: z.string(),
  agent_id: z.string(),
  agent_name: z.string(),
  kind: z.literal('email'),
  mail: Mail,
  status: z.enum(APPROVAL_STATUSES),
  note: z.string().nullable().describe('What the person who decided wrote, or why it could not be sent'),
  created_at: z.string(),
  decided_at: z.string().nullable(),
  sent_at: z.string().nullable(),
});
export type Approval = z.infer<typeof Approval>;

export const Decision = z.strictObject({
  decision: z.enum(['approve', 'reject']),
  note: z.string().max(2000).optional(),
});
export type Decision = z.infer<typeof Decision>;
