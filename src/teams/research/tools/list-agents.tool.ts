/** Lists the research agents of a user: how each stands, when it looks again, and what it last reported. Their files are their own. */
import { z } from 'zod';
import { EvidenceThreshold } from '../evidence-threshold.ts';
import { researchTool } from './research-tool.ts';

const MAX_LISTED = 100;
const MAX_REPORTS = 100;
const REPORT_CHARS = 600;

export const listAgents = researchTool({
  name: 'list_agents',
  description:
    'Lists the research agents of this user, the last active first: id, name, description, status, evidence threshold, planned searches, and the last report.',
  input: z.object({}),
  output: z.object({
    agents: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        description: z.string(),
        status: z.string(),
        last_active: z.string(),
        evidence_threshold: EvidenceThreshold,
        planned: z.array(z.object({ trigger_id: z.string(), schedule: z.string(), fire_at: z.string().nullable() })),
        last_report: z.object({ at: z.string(), text: z.string() }).nullable(),
      }),
    ),
  }),
  effect: 'read',
  async run(_input, { desk, conversation, roster }) {
    const [agents, triggers, reports] = await Promise.all([
      roster(),
      desk.triggers(conversation),
      desk.inbox(conversation, MAX_REPORTS),
    ]);
    return {
      agents: agents.slice(0, MAX_LISTED).map((agent) => {
        const { id, name, description, status, last_active, evidence_threshold } = agent;
        const report = reports.find(({ agent_id, message }) => agent_id === id && message !== null);
        return {
          id,
          name,
          description,
          status,
          last_active,
          evidence_threshold,
          planned: triggers
            .filter((trigger) => trigger.agent_id === id && trigger.status === 'pending')
            .map(({ id: trigger_id, schedule, fire_at }) => ({ trigger_id, schedule, fire_at })),
          last_report: report ? { at: report.at, text: (report.message ?? '').slice(0, REPORT_CHARS) } : null,
        };
      }),
    };
  },
});
