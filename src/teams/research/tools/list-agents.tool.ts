/** Lists the research agents of a user, without their findings. */
import { z } from 'zod';
import { researchTool } from './research-tool.ts';

const MAX_LISTED = 100;

export const listAgents = researchTool({
  name: 'list_agents',
  description: 'Lists the research agents of this user with id, name and description, the last active first.',
  input: z.object({}),
  output: z.object({
    agents: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        description: z.string(),
        status: z.string(),
        last_active: z.string(),
      }),
    ),
  }),
  effect: 'read',
  async run(_input, { roster }) {
    const agents = await roster();
    return {
      agents: agents
        .slice(0, MAX_LISTED)
        .map(({ id, name, description, status, last_active }) => ({ id, name, description, status, last_active })),
    };
  },
});
