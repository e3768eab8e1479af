/** A small team of the test's own on a whole fleet, with a scripted Gemini that identifies the agents by the first line of their instruction. */
import { onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import type { TurnView } from '../../../producers/turns/turn-view.ts';
import { healthTeam } from '../../../src/teams/health/index.ts';
import type { TeamFactory } from '../../../src/teams/team-parts.ts';
import { TEAMS } from '../../../src/teams/teams.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { type ScriptedRequest, startScriptedGemini } from '../../support/scripted-gemini.ts';
import type { AgentScript } from '../../support/scripted-health.ts';
import { teamYml, writeTeam } from '../agents/team-files.ts';

type Fields = Record<string, unknown>;

export type Demo = Fleet & {
  /** What an agent was asked, in order. */
  requests(agent: string): ScriptedRequest[];
  asked(agent: string): number;
  tell(text: string, fields?: Fields): Promise<TurnView>;
  stateOf(turn: TurnView): Promise<Record<string, unknown>>;
  kinds(turn: TurnView): Promise<string[]>;
};

export type DemoOptions = {
  /** The first one is the root. */
  agents: Record<string, Fields>;
  scripts?: Record<string, AgentScript>;
  team?: string[];
  env?: Record<string, string>;
};

/** With the tools and schemas of the health team, which the tests' agents use. */
const demoTeam: TeamFactory = (parts) => ({ ...healthTeam(parts), name: 'demo' });

/** What every model call costs unless a script says otherwise. */
export const USAGE = { input: 100, output: 10 };

export const VIDEO = 'VideoInsight';

/** An llm agent's config; its instruction may be lengthened. */
export function llm(fields: Fields = {}): Fields {
  return { type: 'llm', ...fields };
}

export function group(type: 'sequential' | 'parallel' | 'loop', subs: string[], fields: Fields = {}): Fields {
  return { type, sub_agents: subs, ...fields };
}

/** As `request` arrives: the answers that the tools have given so far, in order. */
export function toolAnswers(request: ScriptedRequest | undefined): unknown[] {
  const parts = request?.contents.flatMap((content) => content.parts) ?? [];
  return parts.flatMap((part) => (part.functionResponse ? [part.functionResponse.response] : []));
}

/** `name` is whose module the agents use; the tests' own team is called demo. `end`: of the test, or of the file (`afterAll`). */
export async function demoFiles({
  agents,
  team = [],
  name = 'demo',
  end = onTestFinished,
}: Pick<DemoOptions, 'agents' | 'team'> & { name?: string; end?: typeof onTestFinished }): Promise<string> {
  const [root = ''] = Object.keys(agents);
  const files = Object.entries(agents).map(([agent, fields]) => [agent, stringify(configOf(agent, fields))]);
  const yml = teamYml(root, ...team).replace('name: demo', `name: ${name}`);
  return writeTeam({ 'team.yml': yml, ...Object.fromEntries(files) }, name, end);
}

/** Answers as the scripts say; an agent without one says its own name. */
export async function startDemoModel(scripts: Record<string, AgentScript> = {}) {
  const counts = new Map<string, number>();
  const server = await startScriptedGemini(async (request) => {
    const agent = nameOf(request);
    const nth = (counts.get(agent) ?? 0) + 1;
    counts.set(agent, nth);
    const answer = (await scripts[agent]?.(request, nth)) ?? { text: `${agent} says so.` };
    return 'text' in answer || 'calls' in answer ? { usage: USAGE, ...answer } : answer;
  });
  const requests = (agent: string) => server.requests.filter((request) => nameOf(request) === agent);
  return { ...server, requestsOf: requests, asked: (agent: string) => counts.get(agent) ?? 0 };
}

export async function startDemo(options: DemoOptions): Promise<Demo> {
  const dir = await demoFiles(options);
  const model = await startDemoModel(options.scripts);
  const fleet = await startFleet({
    teamFactories: [...TEAMS, demoTeam],
    env: { AGENTS_DIR: dir, GEMINI_API_KEY: 'test', GEMINI_BASE_URL: model.url, ...options.env },
  });
  onTestFinished(async () => {
    await fleet.close();
    await model.close();
  });
  return {
    ...fleet,
    requests: model.requestsOf,
    asked: model.asked,
    tell: (text, fields = {}) => fleet.say(text, { team: 'demo', ...fields }),
    async stateOf(turn) {
      const { body } = await fleet.call('GET', `/v1/sessions/${turn.session_id}`);
      return body.state as Record<string, unknown>;
    },
    kinds: async (turn) => (await fleet.events(turn.turn_id)).map((event) => event.kind),
  };
}

/** Of a model call that fails: enough for a second and a third try, and tests of lasting failures stay short. */
const RETRY_SECONDS = 2;

function configOf(name: string, { instruction = '', ...fields }: Fields): Fields {
  const common = { name, description: `Does the work of ${name}`, worker: 'triage' };
  if (fields.type !== 'llm') return { ...common, worker: fields.type === 'remote' ? 'remote' : 'turn', ...fields };
  const limits = { retry_seconds: RETRY_SECONDS, ...(fields.limits as Fields | undefined) };
  const instructed = `I am ${name}.\n${String(instruction)}`;
  return { ...common, model: 'gemini-2.5-flash', instruction: instructed, ...fields, limits };
}

function nameOf(request: ScriptedRequest): string {
  const name = /^I am (\w+)\.$/.exec(request.agentHint ?? '')?.[1];
  if (name) return name;
  if (request.systemText.startsWith('You watch a video')) return VIDEO;
  throw new Error('a request of no agent that the script knows');
}
