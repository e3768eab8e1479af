/**
 * Runs an agent of any type. An LlmAgent loops; the others are made of their sub-agents, of which some run as jobs of their own
 * (`dispatch.children` has their results, or parks us) and some inline, right here, as journaled steps of this job.
 */

import { toAppError } from '../../platform/errors.ts';
import { type Agent, agentOf } from '../agents/team.ts';
import { createState } from '../task/state.ts';
import { type ChildRun, Parked, type RunContext } from './context.ts';
import { finishRun, hasFailed } from './finish-run.ts';
import { runAgent } from './run-agent.ts';
import { failedRun, NO_USAGE, type RunResult, takeOver } from './run-result.ts';
import { isChain, parallelRuns, stagesOf } from './tree-runs.ts';

export async function runTree(agent: Agent, context: RunContext): Promise<RunResult> {
  if (agent.type === 'llm') return runAgent(agent, context);
  const began = performance.now();
  const children = await CHILDREN[agent.type](agent, context);
  return gather(agent, context, children, performance.now() - began);
}

const CHILDREN = { parallel: inParallel, sequential: inSequence, loop: inLoop } as const;

async function inParallel(agent: Agent, context: RunContext): Promise<RunResult[]> {
  const runs = parallelRuns(agent, context.runId, context);
  const jobs = runs.filter((run) => run.agent.dispatch === 'job');
  const inline = runs.filter((run) => run.agent.dispatch === 'inline');
  const results = new Map<string, RunResult>();
  for (const [index, result] of (await asJobs(jobs, 'parallel', context)).entries())
    results.set(String(jobs[index]?.runId), result);
  const settled = await Promise.allSettled(inline.map((run) => runInline(run, context)));
  const rejected = settled.filter((one) => one.status === 'rejected');
  // A parked sibling goes first: when its child is done the whole job runs again, and the others with it.
  const thrown = rejected.find((one) => one.reason instanceof Parked) ?? rejected[0];
  if (thrown) throw thrown.reason;
  for (const [index, one] of settled.entries())
    if (one.status === 'fulfilled') results.set(String(inline[index]?.runId), one.value);
  return runs.map((run) => results.get(run.runId) as RunResult);
}

async function inSequence(agent: Agent, context: RunContext): Promise<RunResult[]> {
  const stages = stagesOf(agent, context.runId, context);
  if (isChain(agent, context)) return asJobs(stages, 'sequential', context);
  const results: RunResult[] = [];
  for (const stage of stages) {
    const result = await runStage(stage, context);
    results.push(result);
    if (result.status === 'error' && stage.agent.required) break;
  }
  return results;
}

/** All rounds are kept: what an earlier one used or failed at belongs to the turn's account. */
async function inLoop(agent: Agent, context: RunContext): Promise<RunResult[]> {
  const results: RunResult[] = [];
  for (let round = 1; round <= (agent.max_iterations ?? 1); round += 1) {
    for (const name of agent.sub_agents) {
      const run = { agent: agentOf(context.team, name), runId: `${context.runId}.${round}.${name}`, speaks: false };
      const result = await runStage(run, context);
      results.push(result);
      if (result.escalate || (result.status === 'error' && run.agent.required)) return results;
    }
  }
  return results;
}

async function runStage(stage: ChildRun, context: RunContext): Promise<RunResult> {
  if (stage.agent.dispatch === 'inline') return runInline(stage, context);
  const [result] = await asJobs([stage], 'parallel', context);
  return result as RunResult;
}

async function asJobs(runs: ChildRun[], order: 'parallel' | 'sequential', context: RunContext): Promise<RunResult[]> {
  const caller = { depth: context.depth, changes: context.state.delta() };
  const results = await context.dispatch.children(runs, order, caller);
  return results.map((result) => takeOver(result, context.state));
}

/**
 * Like a job of its own: it is given the state as it stands, its result is journaled, and its failure is a value once trying
 * again cannot help.
 */
export async function runInline(run: ChildRun, outer: RunContext): Promise<RunResult> {
  const known = outer.journal.resultOf(run.runId);
  if (known) return takeOver(known, outer.state);
  const journal = outer.journal.nested(run.runId);
  const context: RunContext = {
    ...outer,
    runId: run.runId,
    speaks: run.speaks,
    journal,
    state: createState(outer.state.all()),
  };
  let result: RunResult;
  try {
    result = await runTree(run.agent, context);
  } catch (thrown) {
    if (thrown instanceof Parked || outer.signal.aborted) throw thrown;
    const error = toAppError(thrown);
    if (!hasFailed(error, outer.lastAttempt)) throw thrown;
    outer.log.warn({ err: error, agent: run.agent.name }, 'inline_run.failed');
    const cost = { ms: journal.spentMs(), attempts: outer.tries, usage: journal.used() };
    result = failedRun(run.agent.name, { code: error.code, detail: error.message }, cost);
    context.state = createState({});
  }
  // What is nested in a tool call becomes visible with it.
  if (!outer.nested) await finishRun(run.agent, context, result);
  return takeOver({ ...result, changes: context.state.delta() }, outer.state);
}

function gather(agent: Agent, context: RunContext, children: RunResult[], ms: number): RunResult {
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
  const failed = children.find((child) => child.status === 'error' && context.team.agents.get(child.agent)?.required);
  // At the top of a team, one branch's failure does not take back what another has already said.
  if (failed && !(agent.type === 'parallel' && agent.name === context.team.root)) {
    const detail = `${agent.name} needs ${failed.agent}, which failed (${failed.error?.code ?? 'unknown'}).`;
    return { ...result, status: 'error', error: { code: 'child_failed', detail } };
  }
  const speaking = children.filter((child) => child.text.trim() !== '');
  const heard = agent.type === 'parallel' ? speaking : agent.type === 'loop' ? speaking.slice(-1) : children.slice(-1);
  result.text = heard.map((child) => child.text).join('\n\n');
  result.answered_by = heard[0]?.answered_by ?? agent.name;
  if (agent.type !== 'parallel') result.output = children.at(-1)?.output;
  if (agent.output_key) context.state.set(agent.output_key, result.output ?? result.text);
  return result;
}
