/** The teams that a client may address: who is in them, who may hand over to whom, and who can do without a model. */
import { z } from 'zod';
import type { Agent, Team, Teams } from '../../src/engine/agents/team.ts';
import { transferTargets } from '../../src/engine/agents/transfer-policy.ts';
import type { EquipmentOf } from '../../src/engine/run/equipment.ts';
import { FUNCTIONS_TEAM } from '../../src/functions/functions-team.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { named } from '../http/schema-docs.ts';
import { TEAM } from './turns.examples.ts';

const AgentView = z.object({
  name: z.string(),
  type: z.string(),
  description: z.string(),
  parent: z.string().nullable(),
  transfers: z.array(z.string()).describe('Whom it may hand over to'),
  offline: z.boolean().describe('Works without a model'),
});

const TeamView = z.object({
  name: z.string(),
  description: z.string(),
  root: z.string(),
  subject: z.string().nullable().describe('Whom a turn is about, such as a patient; null: only who asks'),
  next_message: z.enum(['root', 'last_agent']).describe('Who gets the next message of a conversation'),
  agents: z.array(AgentView),
});

named('Team', TeamView, { description: 'A root agent and its tree.', examples: [TEAM] });

const TeamList = named('TeamList', z.object({ teams: z.array(TeamView) }));

export function teamRoutes(teams: () => Teams, equipmentOf: EquipmentOf): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/v1/teams',
      operation: 'listTeams',
      summary: 'The teams that answer turns, and their agents',
      tag: 'Teams',
      scope: 'turns:read',
      replies: { 200: { description: 'All teams', schema: TeamList } },
      async handle() {
        // Functions are called by their own routes.
        const shown = [...teams().values()].filter(({ name }) => name !== FUNCTIONS_TEAM);
        return { status: 200, body: { teams: shown.map((team) => teamView(team, equipmentOf)) } };
      },
    }),
  ];
}

function teamView(team: Team, equipmentOf: EquipmentOf): z.infer<typeof TeamView> {
  const { name, description, root, next_message } = team;
  const { subject, offline = {} } = equipmentOf(name).module;
  const agents = [...team.agents.values()].map((agent) => agentView(team, agent, agent.name in offline));
  return { name, description, root, subject, next_message, agents };
}

/** Only agents with a model need one. */
function agentView(team: Team, agent: Agent, hasRule: boolean): z.infer<typeof AgentView> {
  const { name, type, description, parent } = agent;
  const transfers = transferTargets(team, agent);
  return { name, type, description, parent, transfers, offline: type !== 'llm' || hasRule };
}
