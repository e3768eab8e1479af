/** A scripted Gemini for one of our teams: the script is told which agent asks, and what that agent's hand-overs were answered with. */
import { loadShippedTeams } from '../../src/load-shipped-teams.ts';
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

export type ScriptedTeam = ScriptedGemini & {
  /** The agents that asked about a message, in order. */
  askedAbout(text: string): string[];
};

type Otherwise = (request: ScriptedRequest) => ScriptedAnswer | Promise<ScriptedAnswer>;

/** `otherwise` answers requests of no agent, such as those of functions. */
export async function startScriptedTeam(
  name: string,
  script: (asked: Asked) => ScriptedAnswer,
  otherwise?: Otherwise,
): Promise<ScriptedTeam> {
  const { teams } = await loadShippedTeams('agents');
  const openings = [...(teams.get(name)?.agents.values() ?? [])].flatMap(
    // Up to the first value that is filled in.
    ({ instruction, name }) => (instruction ? [[instruction.split('{')[0]?.slice(0, 110) ?? '', name] as const] : []),
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
