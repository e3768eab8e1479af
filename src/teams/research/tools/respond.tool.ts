/** The final reply of the InteractionAgent to the user; ends the turn. */
import { z } from 'zod';
import { researchTool } from './research-tool.ts';

export const respond = researchTool({
  name: 'respond',
  description: 'Says something to the user and ends the turn. Put findings into your own words, with their sources.',
  input: z.object({ message: z.string().min(1).max(20_000) }),
  output: z.object({ status: z.literal('said') }),
  effect: 'write',
  ends: ({ message }) => ({ say: message }),
  async run({ message }, { desk, conversation, origin }) {
    if (origin.kind === 'report') await desk.settle(conversation, origin.report_id, { said: message });
    return { status: 'said' as const };
  },
});
