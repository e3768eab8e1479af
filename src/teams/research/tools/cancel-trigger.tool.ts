/** Cancels a trigger that is no longer needed: an agent its own, the InteractionAgent those of the roster, if the user says so. */
import { z } from 'zod';
import { AppError } from '../../../platform/errors.ts';
import { ASK_USER, researchTool } from './research-tool.ts';

export const cancelTrigger = researchTool({
  name: 'cancel_trigger',
  description:
    'Cancels a planned search: one of your own, or, if you talk to the user and they say so, one of an agent of the roster.',
  input: z.object({ trigger_id: z.string() }),
  output: z.union([z.object({ status: z.string() }), z.object({ error: z.string() })]),
  effect: 'write',
  async run({ trigger_id }, { desk, conversation, origin, team }) {
    if (origin.kind === 'report') return { error: ASK_USER };
    const agents = await team();
    try {
      const trigger = await desk.trigger(conversation, trigger_id);
      if (!agents.some(({ id }) => id === trigger.agent_id)) return { error: 'This trigger is not yours.' };
      if (trigger.status !== 'pending') return { status: trigger.status };
      return { status: (await desk.changeTrigger(conversation, trigger_id, { status: 'cancelled' })).status };
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.code === 'not_found')
        return { error: 'There is no such trigger; call list_triggers.' };
      throw thrown;
    }
  },
});
