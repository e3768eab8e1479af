/** A research agent's only way out: what it has found goes to the agent that speaks to the user, never to the user. */
import { z } from 'zod';
import { defineTool } from '../../../engine/tools/tool.ts';
import { currentAgent, currentSeat } from '../current-seat.ts';

export const sendMessage = defineTool({
  name: 'send_message',
  description:
    'Reports findings or a question to the agent that speaks to the user. Say what is new, how strong the evidence is, which file holds the report, and what you will do next.',
  input: z.object({ message: z.string().min(3).max(8000) }),
  output: z.object({ ok: z.literal(true) }),
  effect: 'write',
  async run({ message }) {
    const { desk, key } = currentSeat();
    await desk.report(await currentAgent(), message, key);
    return { ok: true as const };
  },
});
