/**
 * Stages that depend on one another, each a function call. Stages that are known beforehand are laid out as one flow; those that depend
 * on an output, such as one run for each subtask, are added when it is there. A stage may send the work back to an earlier one: that and
 * everything that builds on it runs again, with the reason, until the stage is content or its limit is reached.
 */
import { AppError } from '../../platform/errors.ts';
import type { FieldError } from '../../platform/invalid-input.ts';
import { handoffKey, type Pipeline, type Stage, stageAgent } from '../agents/pipeline.ts';
import { type Known, resolve } from '../agents/references.ts';
import { dependentsOf, levelsOf } from '../agents/stage-order.ts';
import { type Agent, agentOf, type Team } from '../agents/team.ts';
import type { ChildRun, RunContext } from '../run/context.ts';
import { runInline } from '../run/run-inline.ts';
import { failureOf, type RunResult } from '../run/run-result.ts';
import { pipelineKnown } from '../run/stage-call.ts';
import { type Item, itemsOf, wavesOf } from '../run/stage-items.ts';
import type { StateDelta } from '../task/state.ts';
import { NO_USAGE, type TaskError } from '../task/task.ts';
import type { Kind } from './kind.ts';

export const pipelineKind: Kind = {
  works: true,
  isTask: true,
  taskQueue: 'function',
  validate({ source }, report) {
    report(source, ['type'], 'a pipeline is not an agent of a team', 'write it as a file in the folder "pipelines"');
  },
  answers: () => false,
  layout({ agent, runId }, team) {
    const pipeline = pipelineOf(agent);
    const place = { pipeline, runId, team, outdated: {} };
    return laidOut(levelsOf(pipeline).map((stages) => stages.flatMap((stage) => knownRuns(stage, 1, {}, place))));
  },
  async run(agent, context) {
    const began = performance.now();
    const pipeline = pipelineOf(agent);
    const { results, rounds, failure, unmet } = await runStages(pipeline, context);
    const result: RunResult = {
      agent: agent.name,
      status: failure ? 'error' : 'success',
      text: '',
      answered_by: agent.name,
      usage: NO_USAGE,
      ms: Math.round(performance.now() - began),
      attempts: context.tries,
      children: results,
    };
    if (failure) return { ...result, ...(failure.error && { error: failure.error }) };
    result.output = resolve(pipeline.output, pipelineKnown(pipeline, context));
    result.citations = citationsOf(results, rounds);
    if (unmet) {
      const detail = `The stage ${unmet.id} is not content with the result, and its limit of ${unmet.retry?.limit} more rounds is reached.`;
      result.warning = { code: 'not_valid', detail };
    }
    return result;
  },
};

/** `outdated`: outputs of earlier rounds whose stage has failed since, as deletions. */
type Place = { pipeline: Pipeline; runId: string; team: Team; outdated: StateDelta };

type Ran = {
  results: RunResult[];
  /** Which round of each stage is the last. */
  rounds: ReadonlyMap<string, number>;
  /** Of a stage without which the pipeline cannot go on. */
  failure: RunResult | null;
  /** The stage that would have sent the work back once more. */
  unmet: Stage | null;
};

async function runStages(pipeline: Pipeline, context: RunContext): Promise<Ran> {
  const levels = levelsOf(pipeline);
  const rounds = new Map(pipeline.stages.map(({ id }) => [id, 1]));
  const results = new Map<string, RunResult>();
  const place = { pipeline, runId: context.runId, team: context.team, outdated: {} };
  let unmet: Stage | null = null;
  for (let at = 0; at < levels.length; at += 1) {
    const stages = levels[at] ?? [];
    const failure = await runLevel(levels.slice(at), rounds, place, context, results);
    if (failure) return { results: [...results.values()], rounds, failure, unmet: null };
    const done = levels.slice(0, at + 1).flat().length;
    context.journal.log.advance(done, pipeline.stages.length, stages.at(-1)?.id);
    const judge = stages.find((stage) => stage.retry && !isContent(stage, pipeline, context));
    if (!judge?.retry) continue;
    const round = rounds.get(judge.id) ?? 1;
    if (round > judge.retry.limit) {
      unmet = judge;
      continue;
    }
    const again = dependentsOf(pipeline, judge.retry.stage);
    for (const id of again) rounds.set(id, round + 1);
    // One less: the loop adds it again.
    at = levels.findIndex((level) => level.some(({ id }) => id === judge.retry?.stage)) - 1;
  }
  return { results: [...results.values()], rounds, failure: null, unmet };
}

/**
 * All runs of the stages of the first of the levels; those of a stage whose items depend on one another in waves. What follows is added
 * with each wave, as far as it is known: it comes to the same level by itself, and finds the results.
 */
async function runLevel(
  [stages = [], ...later]: readonly Stage[][],
  rounds: ReadonlyMap<string, number>,
  place: Place,
  context: RunContext,
  results: Map<string, RunResult>,
): Promise<RunResult | null> {
  const known = pipelineKnown(place.pipeline, context);
  const ofStages = stages.map((stage) => {
    const items = itemsOf(stage, known) ?? [];
    if (items.length > place.pipeline.max_items) throw tooManyItems(stage, items.length, place.pipeline);
    const round = rounds.get(stage.id) ?? 1;
    const waves = stage.for_each ? wavesOf(items) : [[]];
    return waves.map((wave) => runsOf(stage, round, wave, place) ?? []);
  });
  const depth = Math.max(...ofStages.map((waves) => waves.length));
  const waves = Array.from({ length: depth }, (_, wave) => ofStages.flatMap((ofStage) => ofStage[wave] ?? []));
  const { inputs } = known;
  const ahead = later.map((level) =>
    level.flatMap((stage) => knownRuns(stage, rounds.get(stage.id) ?? 1, { inputs }, place)),
  );
  for (const [wave, runs] of waves.entries()) {
    for (const run of runs) delete place.outdated[keyOf(run, place)];
    const following = laidOut([...waves.slice(wave), ...ahead]).slice(1);
    const done = await runAll(runs, following, place, context);
    for (const [index, run] of runs.entries()) results.set(run.runId, done[index] as RunResult);
    const failure = done.find((result) => failureOf(result) && context.team.agents.get(result.agent)?.required);
    if (failure) return failure;
  }
  return null;
}

async function runAll(
  runs: ChildRun[],
  following: ChildRun[][],
  place: Place,
  context: RunContext,
): Promise<RunResult[]> {
  const jobs = runs.filter(({ agent }) => agent.dispatch === 'job');
  const caller = { depth: context.depth, changes: place.outdated };
  const ofJobs = jobs.length > 0 ? await context.dispatch.children([jobs, ...following], caller) : [];
  const results = new Map<string, RunResult>();
  for (const [index, { changes = {}, ...result }] of ofJobs.slice(0, jobs.length).entries()) {
    // Each job has written its own output: it need not be written again for the next level.
    context.state.take(changes);
    results.set(jobs[index]?.runId ?? '', result);
  }
  for (const run of runs)
    if (run.agent.dispatch === 'inline') results.set(run.runId, await runInline(run, { ...context, part: run.part }));
  return runs.map((run) => {
    const result = results.get(run.runId) as RunResult;
    return failureOf(result) ? failed(run, result, place, context) : result;
  });
}

/** A failed run does not know which part it was. It has no output, and that of an earlier round was made from something else. */
function failed(run: ChildRun, result: RunResult, place: Place, context: RunContext): RunResult {
  const { agent, part = { round: 1 } } = run;
  if (part.round > 1) {
    place.outdated[keyOf(run, place)] = null;
    context.state.take({ [keyOf(run, place)]: null });
  }
  const error = result.error && asSent(agent.stage, result.error);
  const details = { stage: agent.stage?.id, function: agent.stage?.function, ...part };
  return { ...result, ...(error && { error }), details };
}

/** By the name of the input that the caller has sent, or as a field of the stage. */
function asSent<E extends Omit<TaskError, 'agent'>>(stage: Stage | undefined, error: E): E {
  if (!stage || !error.errors) return error;
  const sent = ({ path, message }: FieldError): FieldError => {
    const [field = '', ...rest] = path.split('.');
    const [root, input] = String(stage.input[field]).split('.');
    return { path: root === '$inputs' && input ? [input, ...rest].join('.') : `stages.${stage.id}.${path}`, message };
  };
  const detail = `What the stage ${stage.id} was given does not fit; see errors.`;
  return { ...error, ...(error.code === 'invalid' && { detail }), errors: error.errors.map(sent) };
}

function keyOf({ agent, part }: ChildRun, { pipeline }: Place): string {
  return handoffKey(pipeline.id, agent.stage?.id ?? agent.name, part?.item);
}

/** Null: the items are not known yet. */
function runsOf(
  stage: Stage,
  round: number,
  items: readonly Pick<Item, 'key' | 'index'>[] | null,
  { pipeline, runId, team }: Place,
): ChildRun[] | null {
  const agent = agentOf(team, stageAgent(pipeline.id, stage.id));
  const run = (part: ChildRun['part'], ...names: (string | number)[]): ChildRun => ({
    agent,
    runId: [runId, ...names, agent.name].join('.'),
    speaks: false,
    ...(part && { part }),
  });
  if (!stage.for_each) return [run({ round }, round)];
  return items?.map(({ key, index }) => ({ ...run({ round, item: key }, round, key), index })) ?? null;
}

/** With [null] for those that are not known: items of outputs, and items that depend on one another. */
function knownRuns(stage: Stage, round: number, known: Known, place: Place): (ChildRun | null)[] {
  const items = stage.for_each?.after === undefined ? itemsOf(stage, known) : null;
  return runsOf(stage, round, items, place) ?? [null];
}

/** The first levels, as far as their runs are known, are jobs, and can be a flow; and no further than the first that may turn it. */
function laidOut(levels: (ChildRun | null)[][]): ChildRun[][] {
  const flow: ChildRun[][] = [];
  for (const level of levels) {
    const runs = level.flatMap((run) => (run && run.agent.dispatch === 'job' ? [run] : []));
    if (runs.length < level.length || (flow.length > 0 && runs.length > 1)) break;
    flow.push(runs);
    if (runs.some(mayTurn)) break;
  }
  return flow;
}

/** It may send the work back; or it may fail in a later round, and then its output of an earlier one is to be deleted first. */
function mayTurn({ agent, part = { round: 1 } }: ChildRun): boolean {
  return agent.stage?.retry !== undefined || (!agent.required && part.round > 1);
}

/** The run of an id that this pipeline has given. */
export function stageRun(runId: string, team: Team): ChildRun {
  const names = runId.split('.');
  const agent = agentOf(team, names.pop() ?? '');
  const item = agent.stage?.for_each && names.pop();
  return { agent, runId, speaks: false, ...(agent.stage && { part: { round: Number(names.pop()), item } }) };
}

function isContent(stage: Stage, pipeline: Pipeline, { state }: RunContext): boolean {
  const output = state.get(handoffKey(pipeline.id, stage.id)) as Record<string, unknown> | null | undefined;
  // A stage that failed and may has no say.
  return !output || output[stage.retry?.unless ?? ''] === true;
}

/** Of the last rounds, each source once. What an earlier round has cited is not in the output. */
function citationsOf(results: readonly RunResult[], rounds: ReadonlyMap<string, number>) {
  const cited = results
    .filter(({ details }) => rounds.get(String(details?.stage)) === details?.round)
    .flatMap(({ citations }) => citations ?? []);
  return [...new Map(cited.map((citation) => [citation.id, citation])).values()];
}

function pipelineOf({ name, pipeline }: Agent): Pipeline {
  if (!pipeline) throw new Error(`${name} is no pipeline`);
  return pipeline;
}

function tooManyItems({ id }: Stage, count: number, { max_items }: Pipeline): AppError {
  return new AppError('limit_reached', `The stage ${id} has ${count} items, and ${max_items} is the limit.`);
}
