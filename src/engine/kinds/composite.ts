/** What the kinds that are made of sub-agents have in common. */
import type { AgentDraft, Report } from '../agents/rules/rule.ts';
import { type Agent, agentOf } from '../agents/team.ts';
import type { ChildRun, RunContext } from '../run/context.ts';
import { runInline } from '../run/run-inline.ts';
import { failureOf, type RunResult, takeOver, together } from '../run/run-result.ts';
import { NO_USAGE } from '../task/task.ts';
import type { Kind, KindOf } from './kind.ts';

/** Fields that only an agent with a model can follow; one that runs others has no use for them. */
const LLM_FIELDS = [
  'model',
  'instruction',
  'instruction_short',
  'generate_config',
  'tools',
  'transfers',
  'output',
  'include_contents',
  'access',
  'callbacks',
] as const;

export function validateComposite({ config, source }: AgentDraft, report: Report): void {
  if (config.sub_agents.length === 0) {
    report(source, ['sub_agents'], `a ${config.type} agent needs sub_agents`, 'list the agents that it runs');
  }
  noModelFields({ config, source }, report);
}

export function noModelFields({ config, source }: Pick<AgentDraft, 'config' | 'source'>, report: Report): void {
  const given = source.value as Record<string, unknown>;
  for (const field of LLM_FIELDS) {
    if (field in given) {
      report(source, [field], `a ${config.type} agent has no ${field}`, 'remove it, or make it "type: llm"');
    }
  }
}

/** Whether one of the sub-agents can answer the user. */
export function someAnswer(kindOf: KindOf): Kind['answers'] {
  return (agent, team) =>
    agent.sub_agents.some((name) => {
      const sub = agentOf(team, name);
      return kindOf(sub).answers(sub, team);
    });
}

export async function runStage(stage: ChildRun, context: RunContext): Promise<RunResult> {
  if (stage.agent.dispatch === 'inline') return runInline(stage, context);
  const [result] = await runAsJobs([[stage]], context);
  return result as RunResult;
}

/** Level after level, as a layout has them. The results are in the order of the runs. */
export async function runAsJobs(levels: ChildRun[][], context: RunContext): Promise<RunResult[]> {
  const caller = { depth: context.depth, changes: context.state.delta() };
  const results = await context.dispatch.children(levels, caller);
  return results.map((result) => takeOver(result, context.state));
}

/** Whether a required sub-agent, or the one that took its place, has failed. */
export function requiredFailure(result: RunResult, { team }: RunContext): RunResult | null {
  return team.agents.get(result.agent)?.required ? failureOf(result) : null;
}

type Gathered = {
  children: RunResult[];
  /** Whose words are the composite's. */
  heard: RunResult[];
  /** Whose words these were built on: their sources are passed on. */
  earlier?: RunResult[];
  output?: unknown;
  ms: number;
  /** The result stands although a required child failed. */
  tolerant?: boolean;
};

/** The composite's result. Without a required child it is an error. */
export function gather(agent: Agent, context: RunContext, gathered: Gathered): RunResult {
  const { children, heard, earlier = [], output, ms, tolerant = false } = gathered;
  const failed = tolerant ? undefined : children.find((child) => requiredFailure(child, context));
  const result: RunResult = {
    agent: agent.name,
    status: children.some((child) => child.status === 'success') ? 'success' : 'empty',
    text: '',
    answered_by: agent.name,
    usage: NO_USAGE,
    ms: Math.round(ms),
    attempts: context.tries,
    children,
  };
  if (failed) {
    const detail = `${agent.name} needs ${failed.agent}, which failed (${failureOf(failed)?.error?.code ?? 'unknown'}).`;
    return { ...result, status: 'error', error: { code: 'child_failed', detail } };
  }
  Object.assign(result, together(heard, earlier));
  result.answered_by = heard[0]?.answered_by ?? agent.name;
  if (output !== undefined) result.output = output;
  if (agent.output_key) context.state.set(agent.output_key, result.output ?? result.text);
  return result;
}
