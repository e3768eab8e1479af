/** Schedules future work of a research agent. */
import { z } from 'zod';
import { PER_MESSAGE } from '../limits.ts';
import { orRefusal, researchTool } from './research-tool.ts';

export const createTrigger = researchTool({
  name: 'create_trigger',
  description:
    'Sets yourself a task for later: you will be woken with the instruction and your files. For a watch that repeats, or a date on which something is expected.',
  input: z.object({
    schedule: z
      .string()
      .min(1)
      .max(200)
      .describe(
        '"weekly", "every Monday at 8", "every two weeks on Tuesday", "last Friday of the month", "every 2 days, 10 times", "weekly until 1 May 2027", "+1 week", "May 2027", an ISO date, or a cron pattern',
      ),
    instruction: z.string().min(3).max(4000).describe('What to do then, with all you will need to know'),
  }),
  output: z.union([
    z.object({ trigger_id: z.string(), fire_at: z.string().nullable() }),
    z.object({ error: z.string() }),
  ]),
  effect: 'write',
  onlyForUser: true,
  perMessage: PER_MESSAGE.create_trigger,
  async run(plan, { desk, timezone, key, agent: currentAgent }) {
    const agent = await currentAgent();
    return orRefusal(async () => {
      const { id, fire_at } = await desk.createTrigger(agent, plan, timezone, key);
      return { trigger_id: id, fire_at };
    });
  },
});
