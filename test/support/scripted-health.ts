/** A scripted Gemini for the health team: tests define only what differs from the default answers. */

import { loadTeams } from '../../src/engine/agents/load.ts';
import { knownToAgents } from '../../src/engine/known.ts';
import { FUNCTION_NAMES } from '../../src/functions/agent-function.ts';
import { describeTeams } from '../../src/teams/teams.ts';
import {
  type ScriptedAnswer,
  type ScriptedGemini,
  type ScriptedRequest,
  startScriptedGemini,
} from './scripted-gemini.ts';

export type AgentScript = (
  request: ScriptedRequest,
  nth: number,
) => ScriptedAnswer | undefined | Promise<ScriptedAnswer | undefined>;

export type ScriptedHealth = ScriptedGemini & {
  /** How often each agent asked so far. */
  asked(agent: string): number;
};

/** `scripts` by agent name; where they return undefined, the default answer is used. `nth` counts an agent's requests from 1. */
export async function startScriptedHealth(scripts: Record<string, AgentScript> = {}): Promise<ScriptedHealth> {
  const team = (await loadTeams('agents', knownToAgents(describeTeams(), null, FUNCTION_NAMES))).get('health');
  const openings = [...(team?.agents.values() ?? [])].flatMap((agent) =>
    // Up to the first value that is filled in.
    agent.instruction ? [[agent.instruction.split('{')[0]?.slice(0, 110) ?? '', agent.name] as const] : [],
  );
  const counts = new Map<string, number>();
  const server = await startScriptedGemini(async (request) => {
    const agent = openings.find(([opening]) => request.systemText.startsWith(opening))?.[1];
    if (!agent) throw new Error('a request of no agent that the script knows');
    const nth = (counts.get(agent) ?? 0) + 1;
    counts.set(agent, nth);
    return (await scripts[agent]?.(request, nth)) ?? defaultAnswer(agent, request);
  });
  return { ...server, asked: (agent) => counts.get(agent) ?? 0 };
}

export function defaultAnswer(agent: string, request: ScriptedRequest): ScriptedAnswer {
  const usage = { input: 100, output: 10 };
  if (agent === 'TriageAgent')
    return {
      calls: [{ name: 'transfer_to_agent', args: { agent_name: 'HealthConsultantAgent', reason: 'about the user' } }],
      usage,
    };
  if (agent === 'HealthConsultantAgent' && !answered(request, 'get_patient_record'))
    return { calls: [{ name: 'get_patient_record', args: {} }], usage };
  if (agent.startsWith('HealthConsultant')) return { text: ['All ', 'is ', 'well.'], usage };
  return { text: '{"facts": []}', usage };
}

export function answered(request: ScriptedRequest, tool: string): boolean {
  return request.contents.some((content) => content.parts.some((part) => part.functionResponse?.name === tool));
}
