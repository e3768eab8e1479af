/** Creates a research agent for a topic and gives it its task. */
import { z } from 'zod';
import { EvidenceThreshold } from '../evidence-threshold.ts';
import { PER_MESSAGE } from '../limits.ts';
import { Requirements } from '../requirements.ts';
import { orRefusal, researchTool } from './research-tool.ts';

export const createAgent = researchTool({
  name: 'create_agent',
  description:
    'Creates a research agent for a topic that no agent of the roster covers, and gives it its first task. It works by itself and reports later; call list_agents first.',
  input: z.object({
    name: z.string().min(3).max(80).describe('Short and telling, e.g. "Duchenne MD Research"'),
    description: z.string().min(3).max(500).describe('What it looks after, in one sentence'),
    message: z
      .string()
      .min(3)
      .max(4000)
      .describe(
        'Its first task, with all requirements: evidence threshold, scope, how recent, how often to look again',
      ),
    evidence_threshold: EvidenceThreshold.optional().describe('When it has found enough, if the user said so'),
    requirements: Requirements.optional().describe('What a source must be to count, if the user said so'),
  }),
  output: z.union([
    z.object({ agent_id: z.string(), name: z.string(), status: z.string() }),
    z.object({ error: z.string() }),
  ]),
  effect: 'write',
  onlyForUser: true,
  perMessage: PER_MESSAGE.create_agent,
  async run(
    { name, description, message, evidence_threshold, requirements },
    { desk, conversation, letter, roster, key },
  ) {
    const wish = {
      name,
      description,
      message,
      ...(evidence_threshold && { evidence_threshold }),
      ...(requirements && { requirements }),
    };
    // If the name is in use, the existing agent gets the task.
    const namesake = (await roster()).find(
      (agent) => agent.status !== 'retired' && agent.name.toLowerCase() === name.toLowerCase(),
    );
    return orRefusal(async () => {
      const { agent, waiting } = namesake
        ? { agent: namesake, ...(await desk.message(conversation, namesake.id, message, key, letter)) }
        : await desk.createWithTask(conversation, wish, key, letter);
      return { agent_id: agent.id, name: agent.name, status: waiting ? 'busy; it will see the task next' : 'at work' };
    });
  },
});
