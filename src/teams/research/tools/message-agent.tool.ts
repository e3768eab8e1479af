/** Sends a message to an existing research agent. It answers later, by a report. */
import { z } from 'zod';
import { PER_MESSAGE } from '../limits.ts';
import { orRefusal, researchTool } from './research-tool.ts';

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
  perMessage: PER_MESSAGE.message_agent,
  async run({ agent_id, message, more_budget }, { desk, conversation, origin, letter, taskId, key }) {
    // Only a person can give more budget, once with each message of theirs.
    if (more_budget && origin.kind !== 'user')
      return { error: 'Only the user can give more budget, in a message of their own: ask them with respond.' };
    if (more_budget && !(await desk.mayCall({ taskId, tool: 'more_budget', key }, 1)))
      return { error: 'A message of the user gives more budget to one agent, once. Ask the user about the others.' };
    return orRefusal(async () => {
      const options = { ...letter, ...(more_budget && { raise: taskId }) };
      const { waiting } = await desk.message(conversation, agent_id, message, key, options);
      return { status: waiting ? 'It is busy and will see the message next.' : 'at work' };
    });
  },
});
