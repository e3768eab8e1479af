/** Future work that an agent has scheduled for itself. */
import { z } from 'zod';
import { Timezone } from '../../engine/task/task.ts';
import { Schedule } from '../schedule.ts';

export const Trigger = z.object({
  id: z.string(),
  tenant: z.string(),
  user_id: z.string(),
  agent_id: z.string(),
  schedule: z.string().describe('As it was asked for: "weekly", "every Monday at 8", "0 8 * * 1", "May 2026"'),
  when: Schedule.nullable(),
  timezone: z.string().optional().describe('Of "at 8" in its schedule'),
  instruction: z.string(),
  status: z
    .enum(['pending', 'completed', 'cancelled', 'unreadable'])
    .describe('unreadable: what is stored cannot be understood; it does not fire, and can be deleted'),
  paused: z.boolean(),
  held: z
    .boolean()
    .default(false)
    .describe('Its time has come while its agent was paused; it fires when the agent resumes'),
  fire_at: z.string().nullable().describe('When it fires next'),
  fired: z.number().describe('How often it has fired'),
  last_fired_at: z.string().nullable(),
  stands_for: z
    .number()
    .default(1)
    .describe(
      'How many times its last firing stands for: more than one where it could not fire when it was due; 100 at most',
    ),
  counted_from: z
    .number()
    .default(0)
    .describe('How often it had fired when its schedule was set: "10 times" counts from then'),
  created_at: z.string(),
});
export type Trigger = z.infer<typeof Trigger>;

export const TriggerChange = z.strictObject({
  schedule: z.string().min(1).max(200).optional(),
  timezone: Timezone.optional().describe('The time zone of "at 8" in the schedule; the trigger’s own unless given'),
  instruction: z.string().min(1).max(4000).optional(),
  paused: z.boolean().optional(),
  status: z.literal('cancelled').optional(),
});
export type TriggerChange = z.infer<typeof TriggerChange>;
