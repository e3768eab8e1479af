/** Sends a research agent's findings to the InteractionAgent; research agents never write to the user directly. */
import { z } from 'zod';
import { researchTool } from './research-tool.ts';

export const sendMessage = researchTool({
  name: 'send_message',
  description:
    'Reports findings or a question to the agent that speaks to the user. Say what is new, how strong the evidence is, which ' +
    'file holds the report, and what you will do next.',
  input: z.object({ message: z.string().min(3).max(8000) }),
  output: z.union([z.object({ ok: z.literal(true) }), z.object({ error: z.string() })]),
  effect: 'write',
  perTurn: 3,
  async run({ message }, { desk, letter, asked, key, agent: currentAgent }) {
    await desk.report(await currentAgent(), message, key, { ...letter, asked });
    return { ok: true as const };
  },
});
