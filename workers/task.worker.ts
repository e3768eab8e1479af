/**
 * The fan-in of a task. Started by: BullMQ, when all children of the task's flow have completed or failed. Reads their results,
 * runs inline children, calls the team's fan-in, ends the task and starts the lane's next one. Running twice is safe: a team's
 * fan-in must be repeatable, and only the first to end a task ends it. What a team does after the end is noted with the end.
 */
import type { z } from 'zod';
import type { Admission } from '../queues/admission/admission.ts';
import { JOBS } from '../queues/catalogue.ts';
import type { StartTask } from '../queues/start-task.ts';
import type { Left, Unfinished } from '../queues/unfinished.ts';
import { type Agent, agentOf, type Team } from '../src/engine/agents/team.ts';
import { kindOf } from '../src/engine/kinds/kinds.ts';
import { writtenByUser } from '../src/engine/models/model.ts';
import { Parked, type RunContext } from '../src/engine/run/context.ts';
import { hasFailed, noteWait } from '../src/engine/run/end-run.ts';
import { prefaceData, prefaced } from '../src/engine/run/preface.ts';
import { runInline } from '../src/engine/run/run-inline.ts';
import { addUsage, errorOf, flatten, type RunResult } from '../src/engine/run/run-result.ts';
import { HISTORY } from '../src/engine/run/run-store.ts';
import { sourceAgents } from '../src/engine/run/source-agents.ts';
import { isTriedAgain } from '../src/engine/run/stand-in.ts';
import type { FanInResult, TeamModule } from '../src/engine/run/team-module.ts';
import { runEntry, stepEntry } from '../src/engine/run/trace.ts';
import type { Write } from '../src/engine/run/writes.ts';
import { TASK_RUN } from '../src/engine/task/keys.ts';
import {
  type AgentOutcome,
  NO_USAGE,
  type TaskError,
  type TaskResult,
  type TaskStatus,
} from '../src/engine/task/task.ts';
import { toAppError } from '../src/platform/errors.ts';
import type { Handler } from './job-host.ts';
import { type RunParts, runContext, teamOf } from './run.worker.ts';

type TaskParts = RunParts & { admission: Admission; startTask: StartTask; unfinished: Unfinished };

/** The combined result of the agents. */
type Gathered = {
  runs: RunResult[];
  tree: RunResult | null;
  fanIn: FanInResult;
  /** When the team's fan-in was done, and how long it took. */
  filed?: Filed;
  error: TaskError | null;
};

type Outcome = { status: Extract<TaskStatus, 'completed' | 'degraded' | 'failed'>; error: TaskError | null };

type Filed = { at: number; ms: number; value: null };

export function taskHandler(parts: TaskParts): Handler<'task'> {
  return async (payload, helpers) => {
    const team = teamOf(parts.teams(), payload.team);
    const root = agentOf(team, payload.agent);
    const opened = await parts.services.store.open(payload.task_id, {
      run: TASK_RUN,
      queue: helpers.job.queueName,
      tries: helpers.tries,
      history: HISTORY,
      results: true,
    });
    if (!opened) return { status: 'skipped' };
    const { task } = opened;
    helpers.endBy(task.deadline_ms);
    // Inline runs get as many attempts as jobs of their own would; the team's fan-in is retried for longer.
    const lastAttempt = helpers.tries >= JOBS.run.options.attempts;
    const run = { agent: root, team, runId: root.name, depth: 0, speaks: true };
    const context = await runContext(parts, run, opened, { ...helpers, lastAttempt });

    const { runs, tree, fanIn, filed, error } = await gatherRuns(root, context, helpers.lastAttempt);
    const answer = tree && tree.text.trim() !== '' ? { agent: tree.answered_by, text: tree.text } : null;
    const hasOutput = tree?.output !== undefined;
    const silent = tree?.silent === true;
    const outcome = judge(team, runs, answer !== null || hasOutput, silent, error);
    const result: TaskResult = {
      agents: Object.fromEntries(runs.map((run) => [run.agent, outcomeOf(run)])),
      usage: runs.reduce((sum, one) => addUsage(sum, one.usage), NO_USAGE),
      // Where nothing is said, nothing is cited.
      citations: silent ? [] : (tree?.citations ?? []),
      source_agents: tree && answer ? sourceAgents(team, tree, fanIn.sources) : [],
      error: outcome.error,
      warnings: runs.flatMap(({ agent, warning }) => (warning ? [{ ...warning, agent }] : [])),
      data: { ...prefaceData(context), ...fanIn.data },
    };
    const fallback =
      silent || hasOutput ? null : { agent: root.name, text: root.fallback_reply ?? team.fallback_reply };
    const said = answer ?? fallback;
    const reply = said && { agent: said.agent, text: prefaced(context, said.text) };
    const ms = runs.reduce((sum, one) => sum + one.ms, 0);
    const again = runs
      .filter((run) => isTriedAgain(run.stood_in) && run.output !== undefined)
      .map(({ agent }) => agent);
    const left = leftToDo(context.equipment.module, fanIn, again, ms);
    const end = await parts.admission.end(task.id, {
      status: outcome.status,
      result,
      reply,
      ...(fanIn.events && { events: fanIn.events }),
      ...(fanIn.session && { session: fanIn.session }),
      left,
      trace: traceOf(context, root, filed),
      job: { queue: helpers.job.queueName, log: logOf(context, outcome, filed) },
    });
    // The lane's next task first: what is recorded afterwards must not delay it.
    if (end.next) await parts.startTask(end.next);
    if (end.ended) {
      const seconds = (Date.now() - Date.parse(task.created_at)) / 1000;
      parts.metrics.turnSeconds.observe({ team: team.name, status: outcome.status }, seconds);
      helpers.log.info({ status: outcome.status, duration_ms: Math.round(seconds * 1000) }, `${task.kind}.completed`);
      // What has just failed in the fan-in is tried again later, by upkeep.
      if (left && left.work === undefined)
        await parts.unfinished.finish({ task, result: end.result, reply: reply?.text ?? null, left }, helpers.log);
    }
    return { status: outcome.status };
  };
}

/** Null for most tasks: then the end costs nothing more. */
function leftToDo(module: TeamModule, fanIn: FanInResult, again: string[], ms: number): Left | null {
  const ended = module.ended !== undefined;
  if (!ended && fanIn.left === undefined && again.length === 0) return null;
  return { ended, ms, ...(fanIn.left !== undefined && { work: fanIn.left }), ...(again.length > 0 && { again }) };
}

/** A failure that a retry cannot help becomes the task's error; everything else is rethrown. */
async function gatherRuns(root: Agent, context: RunContext, lastAttempt: boolean): Promise<Gathered> {
  const { task, state, log, equipment, signal } = context;
  let tree: RunResult | null = null;
  let runs: RunResult[] = [];
  try {
    tree = await rootRun(root, context);
    runs = flatten(tree).filter(({ agent }) => isWorking(context.team, agent));
    if (!equipment.module.fanIn) return { runs, tree, fanIn: {}, error: null };
    const began = performance.now();
    const fanIn = await equipment.module.fanIn({ task, runs, earlier: writtenByUser(context.history), state, log });
    const filed: Filed = { at: Date.now(), ms: performance.now() - began, value: null };
    return { runs, tree, fanIn, filed, error: null };
  } catch (thrown) {
    const failure = toAppError(signal.aborted ? signal.reason : thrown);
    if (thrown instanceof Parked || !hasFailed(failure, lastAttempt)) {
      noteWait(context, thrown);
      throw thrown;
    }
    return { runs, tree, fanIn: {}, error: errorOf(failure) };
  }
}

/** The task's own job, and the part of it that is the team's. */
function traceOf(context: RunContext, root: Agent, filed: Filed | undefined): string[] {
  const { task, tries } = context;
  const note = { kind: 'step', name: 'fan-in' } as const;
  const job = { agent: root.name, status: 'success', attempts: tries } as const;
  return [
    ...(filed ? [stepEntry(task, `${TASK_RUN}/fan-in`, filed, note)] : []),
    runEntry({ ...context, runId: TASK_RUN }, job),
  ];
}

/** Written with the end of the task. */
function logOf({ journal: { log }, task }: RunContext, { status, error }: Outcome, filed: Filed | undefined): Write[] {
  const steps = filed ? [log.step({ kind: 'step', name: 'fan-in', ms: filed.ms })] : [];
  return [...steps, ...log.end({ status, error, ms: Date.now() - Date.parse(task.created_at) })];
}

/** Some roots are the task itself; any other is the task's one child, as a job or inline. */
async function rootRun(root: Agent, context: RunContext): Promise<RunResult> {
  if (kindOf(root).isTask) return context.services.run(root, context);
  const run = { agent: root, runId: root.name, speaks: true };
  if (root.dispatch === 'inline') return runInline(run, context);
  const [result] = await context.dispatch.children([[run]], { depth: 0, changes: {} });
  return result as RunResult;
}

function outcomeOf({ status, ms, attempts, usage, stood_in }: RunResult): z.infer<typeof AgentOutcome> {
  const isRule = stood_in !== undefined || (usage.model_calls === 0 && (usage.rule_calls ?? 0) > 0);
  const by = isRule ? 'rules' : usage.model_calls > 0 ? 'model' : undefined;
  return { status, ms, attempts, ...(by && { by }) };
}

function isWorking(team: Team, name: string): boolean {
  const agent = team.agents.get(name);
  return agent !== undefined && kindOf(agent).works;
}

function judge(team: Team, runs: RunResult[], answered: boolean, silent: boolean, error: TaskError | null): Outcome {
  if (error) return { status: 'failed', error };
  const failures = runs.filter((run) => run.status === 'error');
  const failed = failures.find((run) => team.agents.get(run.agent)?.required) ?? failures[0];
  const failure = failed
    ? { ...(failed.error ?? { code: 'internal', detail: 'It failed.' }), agent: failed.agent }
    : null;
  const warned = runs.find((run) => run.warning);
  if (failed && team.agents.get(failed.agent)?.required && !answered) return { status: 'failed', error: failure };
  if (!answered && !silent)
    return { status: 'degraded', error: failure ?? { code: 'no_answer', detail: 'No agent had an answer.' } };
  if (!failed && warned?.warning) return { status: 'degraded', error: { ...warned.warning, agent: warned.agent } };
  return failed ? { status: 'degraded', error: failure } : { status: 'completed', error: null };
}
