/** The functions and pipelines as a client sees them: what they take and give, which presets they have, and who answers for their models. */
import { z } from 'zod';
import type { Pipeline } from '../engine/agents/pipeline.ts';
import { levelsOf, needsOf } from '../engine/agents/stage-order.ts';
import type { ModelGateway } from '../engine/models/model.ts';
import type { AgentFunction } from './agent-function.ts';
import type { Preset, Presets } from './runtime/preset.ts';

const JsonSchema = z.record(z.string(), z.unknown());

const PresetView = z.object({
  name: z.string(),
  mode: z.string(),
  models: z.array(z.object({ role: z.string(), name: z.string(), served_by: z.string() })),
});

export const FunctionView = z.object({
  name: z.string(),
  description: z.string(),
  endpoint: z.string(),
  offline: z.boolean().describe('Whether it works without a model'),
  budget: z.object({ input: z.number(), output: z.number() }).describe('In tokens'),
  tools: z.array(z.string()),
  presets: z.object({
    default: PresetView,
    variants: z.record(z.string(), PresetView),
    quality: z.record(z.string(), PresetView),
  }),
  input: JsonSchema,
  output: JsonSchema,
});

export const PipelineView = z.object({
  id: z.string(),
  description: z.string(),
  endpoint: z.string(),
  inputs: z.record(z.string(), JsonSchema),
  stages: z.array(
    z.object({ id: z.string(), function: z.string(), preset: z.string().optional(), needs: z.array(z.string()) }),
  ),
  levels: z.array(z.array(z.string())).describe('Stages that run side by side stand together'),
  mermaid: z.string().describe('The stages as a diagram'),
});

export function functionView(
  fn: AgentFunction,
  presets: Presets,
  model: Pick<ModelGateway, 'serves'>,
): z.infer<typeof FunctionView> {
  const view = (name: string) => presetView(presets.get(name), name, model);
  const each = (names: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(names).map(([key, name]) => [key, view(name)]));
  return {
    name: fn.name,
    description: fn.description,
    endpoint: functionEndpoint(fn.name),
    offline: fn.rule !== undefined,
    budget: fn.budget,
    tools: [...fn.tools],
    presets: {
      default: view(fn.presets.default),
      variants: each(fn.presets.variants),
      quality: each(fn.presets.quality),
    },
    input: z.toJSONSchema(fn.input, { io: 'input' }),
    output: z.toJSONSchema(fn.output),
  };
}

export function pipelineView(pipeline: Pipeline): z.infer<typeof PipelineView> {
  const { id, description, inputs, stages } = pipeline;
  return {
    id,
    description,
    endpoint: pipelineEndpoint(id),
    inputs,
    stages: stages.map((stage) => ({
      id: stage.id,
      function: stage.function,
      ...(stage.preset !== undefined && { preset: stage.preset }),
      needs: needsOf(stage),
    })),
    levels: levelsOf(pipeline).map((level) => level.map((stage) => stage.id)),
    mermaid: mermaid(pipeline),
  };
}

export function functionEndpoint(name: string): string {
  return `/v1/functions/${name.replaceAll('_', '-')}/run`;
}

export function pipelineEndpoint(id: string): string {
  return `/v1/pipelines/${id}/run`;
}

function presetView(preset: Preset | undefined, name: string, model: Pick<ModelGateway, 'serves'>) {
  const members = preset?.members ?? [];
  return {
    name,
    mode: preset?.mode ?? 'unknown',
    models: members.map((member) => ({
      role: member.role,
      name: member.model,
      served_by: model.serves(member.model).by,
    })),
  };
}

function mermaid({ stages }: Pipeline): string {
  const lines = stages.flatMap((stage) => {
    const many = stage.for_each ? `${stage.id}[["${stage.id} (for each ${stage.for_each.as})"]]` : stage.id;
    const needs = needsOf(stage).map((need) => `  ${need} --> ${stage.id}`);
    const back = stage.retry ? [`  ${stage.id} -. not ${stage.retry.unless} .-> ${stage.retry.stage}`] : [];
    return [`  ${many}`, ...needs, ...back];
  });
  return ['flowchart TD', ...lines].join('\n');
}
