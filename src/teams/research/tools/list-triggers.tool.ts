/** Lists the triggers of a research agent. */
import { z } from 'zod';
import { researchTool } from './research-tool.ts';

export const listTriggers = researchTool({
  name: 'list_triggers',
  description: 'Lists your triggers that are still to fire, with schedule, instruction and next time.',
  input: z.object({}),
  output: z.object({
    triggers: z.array(
      z.object({
        trigger_id: z.string(),
        schedule: z.string(),
        instruction: z.string(),
        fire_at: z.string().nullable(),
      }),
    ),
  }),
  effect: 'read',
  async run(_input, { desk, conversation, agent: currentAgent }) {
    const agent = await currentAgent();
    const triggers = await desk.triggers(conversation, agent.id);
    return {
      triggers: triggers
        .filter(({ status }) => status === 'pending')
        .map(({ id, schedule, instruction, fire_at }) => ({ trigger_id: id, schedule, instruction, fire_at })),
    };
  },
});
