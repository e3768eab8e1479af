/** The last word of the agent that speaks to the user: this is said. */
import { z } from 'zod';
import { defineTool } from '../../../engine/tools/tool.ts';
import { currentSeat } from '../current-seat.ts';

export const respond = defineTool({
  name: 'respond',
  description: 'Says something to the user and ends the turn. Put findings into your own words, with their sources.',
  input: z.object({ message: z.string().min(1).max(20_000) }),
  output: z.object({ status: z.literal('said') }),
  effect: 'write',
  ends: ({ message }) => ({ say: message }),
  async run({ message }) {
    const { desk, conversation, origin } = currentSeat();
    if (origin.kind === 'report') await desk.settle(conversation, origin.report_id, { said: message });
    return { status: 'said' as const };
  },
});
