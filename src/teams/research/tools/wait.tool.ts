/** Ends the turn without a reply: a report that is not worth the user's attention is stored with the reason. */
import { z } from 'zod';
import { researchTool } from './research-tool.ts';

export const wait = researchTool({
  name: 'wait',
  description:
    'Says nothing to the user and ends the turn. For reports that are not worth their attention: nothing new, progress only, a ' +
    'repetition. Never after a message of the user, nor for a report that answers one, unless it is progress only.',
  input: z.object({
    reason: z.string().min(3).max(500).describe('Why the user need not hear of it'),
    progress_only: z
      .boolean()
      .default(false)
      .describe('True if the agent says that it is still at work and will report again'),
  }),
  output: z.union([z.object({ status: z.literal('waiting') }), z.object({ error: z.string() })]),
  effect: 'write',
  ends: () => 'silence',
  async run({ reason, progress_only }, { desk, conversation, origin, asked }) {
    if (origin.kind !== 'report' || (asked && !progress_only))
      return { error: 'The user has asked something and needs an answer: use respond.' };
    await desk.settle(conversation, origin.report_id, { kept_back: reason });
    return { status: 'waiting' as const };
  },
});
