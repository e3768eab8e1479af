/** Sends a message to an existing research agent. It answers later, by a report. */
import { z } from 'zod';
import { AppError } from '../../../platform/errors.ts';
import { DEFAULT_BUDGET } from '../research-agent.ts';
import { researchTool } from './research-tool.ts';

export const messageAgent = researchTool({
  name: 'message_agent',
  description:
    'Gives a research agent of the roster a message: a new question, a change of its task, or leave to go on when it has paused. It works by itself and reports later.',
  input: z.object({
    agent_id: z.string().describe('From list_agents'),
    message: z.string().min(1).max(4000),
    more_budget: z
      .boolean()
      .default(false)
      .describe('True only if the agent has paused because its budget was spent and the user wants it to go on'),
  }),
  output: z.union([z.object({ status: z.string() }), z.object({ error: z.string() })]),
  effect: 'write',
  async run({ agent_id, message, more_budget }, { desk, conversation, addresses, key }) {
    try {
      const more = more_budget ? DEFAULT_BUDGET : {};
      const { waiting } = await desk.message(conversation, agent_id, message, key, more, addresses);
      return { status: waiting ? 'It is busy and will see the message next.' : 'at work' };
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.code === 'not_found')
        return { error: 'There is no such agent; call list_agents for the ids.' };
      throw thrown;
    }
  },
});
