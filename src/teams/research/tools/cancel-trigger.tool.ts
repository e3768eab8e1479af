/** Cancels a trigger that is no longer needed. */
import { z } from 'zod';
import { AppError } from '../../../platform/errors.ts';
import { researchTool } from './research-tool.ts';

export const cancelTrigger = researchTool({
  name: 'cancel_trigger',
  description: 'Cancels one of your own triggers.',
  input: z.object({ trigger_id: z.string() }),
  output: z.union([z.object({ status: z.string() }), z.object({ error: z.string() })]),
  effect: 'write',
  async run({ trigger_id }, { desk, conversation, timezone, agent: currentAgent }) {
    const agent = await currentAgent();
    try {
      const trigger = await desk.trigger(conversation, trigger_id);
      if (trigger.agent_id !== agent.id) return { error: 'This trigger is not yours.' };
      if (trigger.status !== 'pending') return { status: trigger.status };
      return { status: (await desk.changeTrigger(conversation, trigger_id, { status: 'cancelled' }, timezone)).status };
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.code === 'not_found')
        return { error: 'There is no such trigger; call list_triggers.' };
      throw thrown;
    }
  },
});
