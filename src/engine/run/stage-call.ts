/** The function call that a run makes: its references resolved against the message, the state, or the pipeline that it is a stage of. */
import { AppError } from '../../platform/errors.ts';
import type { FunctionCallConfig } from '../agents/call.ts';
import { feedbackKey, type Pipeline, type Stage } from '../agents/pipeline.ts';
import { type Known, resolve } from '../agents/references.ts';
import type { Agent } from '../agents/team.ts';
import { Citation } from '../models/citation.ts';
import type { Part, RunContext } from './context.ts';
import type { CallOptions, FunctionCall } from './functions.ts';
import { itemsOf, outputsOf } from './stage-items.ts';

type Given = Pick<RunContext, 'task' | 'input' | 'state' | 'part'>;

/** Of a function agent in a team's tree, of a stage, or of a task that is one function call. */
export function callOf(agent: Agent, given: Given): FunctionCall {
  const { pipeline, stage, call } = agent;
  const asked = (given.task.input.options ?? {}) as CallOptions;
  if (pipeline && stage) return forStage(resolved(stage, stageKnown(pipeline, stage, given)), asked);
  if (call) return resolved(call, { message: given.input, state: given.state.all() });
  return { name: agent.name, input: JSON.parse(given.task.text), options: asked };
}

/** A quality that was asked for the whole pipeline takes the place of the stages' own presets. */
function forStage(call: FunctionCall, { quality, cache }: CallOptions): FunctionCall {
  const options =
    quality === undefined ? call.options : { ...call.options, preset: undefined, variant: undefined, quality };
  return { ...call, options: { ...options, cache } };
}

/** What the references of a pipeline's own output may begin with. */
export function pipelineKnown(pipeline: Pipeline, { task, state }: Pick<Given, 'task' | 'state'>): Known {
  const inputs: unknown = JSON.parse(task.text);
  return { inputs, stages: outputsOf(pipeline, inputs, state) };
}

/** And those of a stage's input: also its item, what other stages gave for that item, and why the work came back. */
function stageKnown(pipeline: Pipeline, stage: Stage, { part = { round: 1 }, ...given }: Given): Known {
  const known = pipelineKnown(pipeline, given);
  const outputs = known.stages as Record<string, unknown>;
  return { ...known, ...itemKnown(stage, part, known, outputs), ...feedbackKnown(pipeline, part, given.state) };
}

function itemKnown(stage: Stage, part: Part, known: Known, outputs: Record<string, unknown>): Known {
  if (!stage.for_each || part.item === undefined) return {};
  const item = (itemsOf(stage, known) ?? []).find(({ key }) => key === part.item);
  if (!item) throw new AppError('internal', `The stage ${stage.id} has no such item.`);
  const ofItem = (key: string) => Object.entries(outputs).map(([id, byItem]) => [id, itemOf(byItem, key)] as const);
  return {
    [stage.for_each.as]: item.value,
    same: Object.fromEntries(ofItem(item.key).filter(([, output]) => output !== undefined)),
    before: item.after.flatMap((key) => itemOf(outputs[stage.id], key) ?? []),
  };
}

/** An item may be called `constructor`: only a field of its own is its output. */
function itemOf(byItem: unknown, key: string): unknown {
  const outputs = (byItem ?? {}) as Record<string, unknown>;
  return Object.hasOwn(outputs, key) ? outputs[key] : undefined;
}

/** The outputs of the stage that has sent the work back, of all rounds so far: what was fixed must not be forgotten. */
function feedbackKnown({ id, stages }: Pipeline, { round }: Part, state: Given['state']): Known {
  const judge = stages.find(({ retry }) => retry !== undefined);
  if (!judge) return {};
  const earlier = Array.from({ length: round - 1 }, (_, index) => state.get(feedbackKey(id, judge.id, index + 1)));
  return { feedback: earlier.filter((output) => output !== undefined) };
}

function resolved(config: FunctionCallConfig, known: Known): FunctionCall {
  const { preset, variant, quality, over_budget } = config;
  // The stage that was to find sources may have failed: then there are none.
  const citations = config.citations === undefined ? undefined : (resolve(config.citations, known) ?? []);
  return {
    name: config.function,
    input: resolve(config.input, known),
    options: {
      preset,
      variant,
      quality,
      over_budget,
      ...(citations !== undefined && { citations: Citation.array().parse(citations) }),
    },
  };
}
