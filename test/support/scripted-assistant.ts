/** A scripted Gemini for the assistant: the script is told which agent asks, and what that agent's hand-overs were answered with. */
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

export type Asked = {
  agent: string;
  text: string;
  request: ScriptedRequest;
  /** Answers of tools to this agent in this run, by tool. */
  answers: { name: string; response: Record<string, unknown> }[];
};

export type ScriptedAssistant = ScriptedGemini & {
  /** The agents that asked about a message, in order. */
  askedAbout(text: string): string[];
};

type Otherwise = (request: ScriptedRequest) => ScriptedAnswer | Promise<ScriptedAnswer>;

/** `otherwise` answers requests of no agent, such as those of functions. */
export async function startScriptedAssistant(
  script: (asked: Asked) => ScriptedAnswer,
  otherwise?: Otherwise,
): Promise<ScriptedAssistant> {
  const team = (await loadTeams('agents', knownToAgents(describeTeams(), null, FUNCTION_NAMES))).get('assistant');
  const openings = [...(team?.agents.values() ?? [])].map(
    // Up to the first value that is filled in.
    ({ instruction = '', name }) => [instruction.split('{')[0]?.slice(0, 110) ?? '', name] as const,
  );
  const seen = new Map<string, string[]>();
  const server = await startScriptedGemini((request) => {
    const agent = openings.find(([opening]) => request.systemText.startsWith(opening))?.[1];
    if (!agent && otherwise) return otherwise(request);
    if (!agent) throw new Error('a request of no agent that the script knows');
    const text = request.lastUserText;
    seen.set(text, [...(seen.get(text) ?? []), agent]);
    const answers = request.contents
      .flatMap(({ parts }) => parts)
      .flatMap(({ functionResponse: given }) => (given ? [{ name: given.name, response: given.response }] : []));
    return script({ agent, text, request, answers });
  });
  return { ...server, askedAbout: (text) => seen.get(text) ?? [] };
}

export function handOver(to: unknown, reason = 'their work'): ScriptedAnswer {
  return { calls: [{ name: 'transfer_to_agent', args: { agent_name: to, reason } }] };
}
