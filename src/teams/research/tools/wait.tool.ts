/** Ends the turn without a reply: a report that is not worth the user's attention is stored with the reason. */
import { z } from 'zod';
import { researchTool } from './research-tool.ts';

export const wait = researchTool({
  name: 'wait',
  description:
    'Says nothing to the user and ends the turn. For reports that are not worth their attention: nothing new, progress only, a repetition. Never after a message of the user.',
  input: z.object({ reason: z.string().min(3).max(500).describe('Why the user need not hear of it') }),
  output: z.union([z.object({ status: z.literal('waiting') }), z.object({ error: z.string() })]),
  effect: 'write',
  ends: () => 'silence',
  async run({ reason }, { desk, conversation, origin }) {
    if (origin.kind !== 'report') return { error: 'The user has asked something and needs an answer: use respond.' };
    await desk.settle(conversation, origin.report_id, { kept_back: reason });
    return { status: 'waiting' as const };
  },
});
