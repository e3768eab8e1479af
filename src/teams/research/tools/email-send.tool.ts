/** Writes a mail of a research agent. It is not sent before a person has approved it. */
import { z } from 'zod';
import { researchTool } from './research-tool.ts';

export const emailSend = researchTool({
  name: 'email_send',
  description:
    'Writes a mail, for example to the authors of a study. A person has to approve it before it is sent; you are told what became of it, and of an answer.',
  input: z.object({
    to: z.email().max(320),
    subject: z
      .string()
      .min(1)
      .max(200)
      .refine((subject) => !/[\r\n]/.test(subject), 'must be one line'),
    body: z.string().min(1).max(20_000).describe('Nothing in it may tell who a patient is'),
  }),
  output: z.union([z.object({ email_id: z.string(), status: z.string() }), z.object({ error: z.string() })]),
  effect: 'write',
  perTurn: 5,
  async run(mail, { desk, key, agent: currentAgent }) {
    const { id, status } = await desk.askToSend(await currentAgent(), mail, key);
    return { email_id: id, status: status === 'pending' ? 'waiting for approval' : status };
  },
});
