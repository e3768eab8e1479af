/** Pauses, resumes or retires a research agent, or changes what is enough evidence, because the user has said so. */
import { z } from 'zod';
import { EvidenceThreshold } from '../evidence-threshold.ts';
import { Requirements } from '../requirements.ts';
import { AGENT_STATUSES } from '../research-agent.ts';
import { orRefusal, researchTool } from './research-tool.ts';

export const updateAgent = researchTool({
  name: 'update_agent',
  description:
    'Pauses (paused), resumes (active) or retires (retired, for good) a research agent of the roster, or changes its evidence ' +
    'threshold or requirements. Only what the user has asked for in this message.',
  input: z.object({
    agent_id: z.string().describe('From list_agents'),
    status: z.enum(AGENT_STATUSES).optional(),
    evidence_threshold: EvidenceThreshold.optional(),
    requirements: Requirements.optional(),
  }),
  output: z.union([z.object({ name: z.string(), status: z.string() }), z.object({ error: z.string() })]),
  effect: 'write',
  perTurn: 10,
  async run({ agent_id, ...change }, { desk, conversation, origin, roster }) {
    if (origin.kind !== 'user') return { error: 'Only the user can change an agent, in a message of their own.' };
    return orRefusal(async () => {
      const agent = (await roster()).find(({ id }) => id === agent_id);
      if (!agent) return { error: 'There is no such agent; call list_agents for the ids.' };
      const { name, status } = await desk.changeAgent(conversation, agent_id, change);
      return { name, status };
    });
  },
});
