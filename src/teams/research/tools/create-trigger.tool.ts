/** Schedules future work of a research agent. */
import { z } from 'zod';
import { AppError } from '../../../platform/errors.ts';
import { researchTool } from './research-tool.ts';

const MAX_PENDING = 50;

export const createTrigger = researchTool({
  name: 'create_trigger',
  description:
    'Sets yourself a task for later: you will be woken with the instruction and your files. For a watch that repeats, or a date on which something is expected.',
  input: z.object({
    schedule: z
      .string()
      .min(1)
      .max(200)
      .describe('"weekly", "every Monday at 8", "every 2 days", "+1 week", "May 2027", an ISO date, or a cron pattern'),
    instruction: z.string().min(3).max(4000).describe('What to do then, with all you will need to know'),
  }),
  output: z.union([
    z.object({ trigger_id: z.string(), fire_at: z.string().nullable() }),
    z.object({ error: z.string() }),
  ]),
  effect: 'write',
  async run(plan, { desk, conversation, timezone, key, agent: currentAgent }) {
    const agent = await currentAgent();
    const pending = (await desk.triggers(conversation, agent.id)).filter(({ status }) => status === 'pending');
    if (pending.length >= MAX_PENDING)
      return { error: `You have ${pending.length} triggers already; cancel some that you no longer need.` };
    try {
      const { id, fire_at } = await desk.createTrigger(agent, plan, timezone, key);
      return { trigger_id: id, fire_at };
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.code === 'invalid') return { error: thrown.message };
      throw thrown;
    }
  },
});
