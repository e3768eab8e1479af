/**
 * One member's call as a run of the engine: an agent made for the occasion, nested in the task's job. So its model calls are journaled
 * steps, its output is repaired by its schema, its limits hold and its tools work. It sees nothing of the session: functions are
 * stateless.
 */
import { AgentConfig } from '../../engine/agents/schema.ts';
import type { Agent } from '../../engine/agents/team.ts';
import type { RunContext } from '../../engine/run/context.ts';
import { runAgent } from '../../engine/run/run-agent.ts';
import type { Output } from '../../engine/run/team-module.ts';
import { createState, type State } from '../../engine/task/state.ts';
import type { TaskUsage } from '../../engine/task/task.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import type { AgentFunction } from '../agent-function.ts';
import type { Question } from './modes/mode.ts';

/** Enough for the answer and two repairs; with tools, for some rounds of looking things up. */
const MODEL_TURNS = 3;
const MODEL_TURNS_WITH_TOOLS = 8;
/** A thinking model with a long answer takes a minute or two. */
const SECONDS = 300;
/** Of all calls of one member: five drafts of the largest output budget fit into each. */
const TOKENS = 500_000;
/** Providers count a model's thoughts as output, and cut the answer off where they use the limit up. */
const THINKING_TOKENS = 16_384;

/** Instructions are templates over the state: as a value of it, a text with braces is left as it is. */
const INSTRUCTION = 'temp:instruction';

export type MemberRun = { output: unknown; usage: TaskUsage; state: State };

/** `tools` are made with the run's own context. */
type Means = { output: Output; tools(context: RunContext): readonly Tool[] };

export async function runMember(
  fn: AgentFunction,
  { member, step, instruction, prompt }: Question,
  means: Means,
  outer: RunContext,
): Promise<MemberRun> {
  const state = createState({ [INSTRUCTION]: instruction });
  const context: RunContext = {
    ...outer,
    state,
    input: prompt,
    history: [],
    speaks: false,
    nested: true,
    found: new Set(),
  };
  const tools = means.tools(context);
  const { module, callbacks } = outer.equipment;
  context.equipment = {
    module,
    callbacks,
    tools: new Map(tools.map((tool) => [tool.name, tool])),
    outputs: { [OUTPUT]: means.output },
  };
  const agent = memberAgent(fn, { step, model: member.model, tools, team: outer.team.name });
  const { output, usage } = await runAgent(agent, context);
  return { output, usage, state };
}

const OUTPUT = 'answer';

/** What all members have in common: parsed once. */
const BASE = AgentConfig.parse({
  name: 'Member',
  description: 'Drafts the output of a function',
  worker: 'function',
  instruction: `{${INSTRUCTION}}`,
  output: OUTPUT,
  include_contents: 'none',
  limits: { tokens: TOKENS, seconds: SECONDS },
});

function memberAgent(
  { name, description, budget }: AgentFunction,
  { step, model, tools, team }: { step: string; model: string; tools: readonly Tool[]; team: string },
): Agent {
  return {
    ...BASE,
    name: `${pascalCase(name)}${pascalCase(step)}`,
    description,
    model,
    tools: tools.map((tool) => tool.name),
    generate_config: { max_output_tokens: budget.output + THINKING_TOKENS },
    limits: { ...BASE.limits, model_turns: tools.length > 0 ? MODEL_TURNS_WITH_TOOLS : MODEL_TURNS },
    team,
    file: 'agents/presets.yml',
    parent: null,
  };
}

/** `generate_code` is GenerateCode, `debater-2` is Debater2. */
function pascalCase(name: string): string {
  return name
    .split(/[_-]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
