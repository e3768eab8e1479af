/**
 * Runs an agent of any type. An LlmAgent loops; the others are made of their sub-agents, of which some run as jobs of their own
 * (`dispatch.children` has their results, or parks us) and some inline, right here, as journaled steps of this job.
 */
import { type Agent, agentOf } from '../agents/team.ts';
import { AppError, toAppError } from '../platform/errors.ts';
import { type ChildRun, Parked, type RunContext } from './context.ts';
import { runAgent } from './run-agent.ts';
import { failedRun, NO_USAGE, type RunResult } from './run-result.ts';

export async function runTree(agent: Agent, context: RunContext): Promise<RunResult> {
  if (agent.type === 'llm') return runAgent(agent, context);
  const began = performance.now();
  const children = await CHILDREN[agent.type](agent, context);
  refuseMissing(agent, children, context);
  return gather(agent, context, children, performance.now() - began);
}

const CHILDREN = { parallel: inParallel, sequential: inSequence, loop: inLoop } as const;

/** Parallel groups within a parallel group are one group: there is nothing to join in between. */
export function parallelRuns(agent: Agent, runId: string, context: Pick<RunContext, 'team'>): ChildRun[] {
  return agent.sub_agents.flatMap((name) => {
    const sub = agentOf(context.team, name);
    const subId = `${runId}.${name}`;
    return sub.type === 'parallel' ? parallelRuns(sub, subId, context) : [{ agent: sub, runId: subId }];
  });
}

/** A sequence whose stages are all plain jobs is laid out beforehand, each stage the child of the next. */
export function isChain(agent: Agent, context: Pick<RunContext, 'team'>): boolean {
  return agent.sub_agents.every((name) => {
    const stage = agentOf(context.team, name);
    return stage.type === 'llm' && stage.dispatch === 'job';
  });
}

/** Whether a stage's words go to the user: the last one's do, the others work for it. */
export function stageSpeaks(agent: Agent, index: number): boolean {
  return agent.type === 'sequential' && index === agent.sub_agents.length - 1;
}

async function inParallel(agent: Agent, context: RunContext): Promise<RunResult[]> {
  const runs = parallelRuns(agent, context.runId, context);
  const jobs = runs.filter((run) => run.agent.dispatch === 'job');
  const results = await context.dispatch.children(jobs, 'parallel');
  const inline = runs.filter((run) => run.agent.dispatch === 'inline');
  const settled = await Promise.allSettled(inline.map((run) => runInline(run, context)));
  const rejected = settled.filter((one) => one.status === 'rejected');
  // A parked sibling goes first: when its child is done the whole job runs again, and the others with it.
  const thrown = rejected.find((one) => one.reason instanceof Parked) ?? rejected[0];
  if (thrown) throw thrown.reason;
  return [...results, ...settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))];
}

async function inSequence(agent: Agent, context: RunContext): Promise<RunResult[]> {
  const stages = agent.sub_agents.map((name) => ({
    agent: agentOf(context.team, name),
    runId: `${context.runId}.${name}`,
  }));
  if (isChain(agent, context)) return context.dispatch.children(stages, 'sequential');
  const results: RunResult[] = [];
  for (const [index, stage] of stages.entries()) {
    const speaks = context.speaks && stageSpeaks(agent, index);
    results.push(...(await runStage(stage, { ...context, speaks })));
    if (results.at(-1)?.status === 'error' && stage.agent.required) break;
  }
  return results;
}

async function inLoop(agent: Agent, context: RunContext): Promise<RunResult[]> {
  let round: RunResult[] = [];
  for (let i = 1; i <= (agent.max_iterations ?? 1); i += 1) {
    round = [];
    for (const name of agent.sub_agents) {
      const run = { agent: agentOf(context.team, name), runId: `${context.runId}.${i}.${name}` };
      round.push(...(await runStage(run, { ...context, speaks: false })));
      if (round.at(-1)?.escalate) return round;
    }
  }
  return round;
}

function runStage(stage: ChildRun, context: RunContext): Promise<RunResult[]> {
  if (stage.agent.dispatch === 'job') return context.dispatch.children([stage], 'sequential');
  return runInline(stage, context).then((result) => [result]);
}

/** An inline child's failure is a value, as a failed child job's is, once trying again cannot help. */
async function runInline(run: ChildRun, context: RunContext): Promise<RunResult> {
  try {
    return await runTree(run.agent, { ...context, runId: run.runId, journal: context.journal.nested(run.runId) });
  } catch (thrown) {
    if (thrown instanceof Parked || context.signal.aborted) throw thrown;
    const error = toAppError(thrown);
    const again = error.policy.retry === 'pause' || (error.policy.retry === 'backoff' && !context.lastAttempt);
    if (again || error.code === 'cancelled') throw thrown;
    context.log.warn({ err: error, agent: run.agent.name }, 'inline_run.failed');
    return failedRun(run.agent.name, { code: error.code, detail: error.message }, 0, context.tries);
  }
}

function refuseMissing(agent: Agent, children: RunResult[], context: RunContext): void {
  const failed = children.find((child) => child.status === 'error' && context.team.agents.get(child.agent)?.required);
  if (failed && agent.name !== context.team.root) {
    throw new AppError(
      'child_failed',
      `${agent.name} needs ${failed.agent}, which failed (${failed.error?.code ?? 'unknown'}).`,
    );
  }
}

function gather(agent: Agent, context: RunContext, children: RunResult[], ms: number): RunResult {
  const spoken = agent.type === 'parallel' ? children.filter((child) => child.text !== '') : children.slice(-1);
  const result: RunResult = {
    agent: agent.name,
    status: children.some((child) => child.status === 'success') ? 'success' : 'empty',
    text: spoken.map((child) => child.text).join('\n\n'),
    answered_by: spoken[0]?.answered_by ?? agent.name,
    usage: NO_USAGE,
    ms: Math.round(ms),
    attempts: context.tries,
    children,
  };
  if (agent.type !== 'parallel') result.output = children.at(-1)?.output;
  if (agent.output_key) context.state.set(agent.output_key, result.output ?? result.text);
  return result;
}
