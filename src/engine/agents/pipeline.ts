/** A pipeline as data: stages, each a function call, that depend on one another. The loader of `src/functions/pipelines` checks it. */
import { z } from 'zod';
import { FunctionCallConfig } from './call.ts';

const Name = z.string().regex(/^[a-z][a-z0-9_]*$/, 'lower-case letters, digits and _ only');

export const INPUT_TYPES = ['text', 'integer', 'number', 'boolean', 'list'] as const;

const InputConfig = z.strictObject({
  type: z.enum(INPUT_TYPES).default('text'),
  description: z.string().default(''),
  default: z.unknown().optional().describe('An input without it must be given'),
});
export type InputConfig = z.infer<typeof InputConfig>;

const ForEach = z.strictObject({
  as: Name.describe('What the item is called in the input: $<name>'),
  in: z.union([z.array(z.string()).min(1), z.string()]).describe('The items, or a reference to a list of them'),
  after: z.string().optional().describe('Field of an item that lists the ids of the items that must be done before it'),
});

const Retry = z.strictObject({
  stage: z.string().describe('Where the work goes back to'),
  unless: z.string().describe('Field of the output that must be true'),
  limit: z.number().int().min(1).max(5),
});

/** Where an output is kept: until the pipeline ends, for 24 hours, or for good. */
export const TIERS = ['handoff_cache', 'compression_cache', 'artifact_store'] as const;
export type Tier = (typeof TIERS)[number];

export const StageConfig = FunctionCallConfig.extend({
  id: Name.optional().describe('The name of the function if it is not given'),
  needs: z
    .array(z.string())
    .default([])
    .describe('Stages that must be done before, besides those whose output it uses'),
  for_each: ForEach.optional(),
  cache: z.enum(TIERS).default('handoff_cache'),
  artifact: z
    .string()
    .optional()
    .describe('For the artifact_store: the field of the output that is kept; all if not given'),
  on_failure: z
    .enum(['fail', 'continue'])
    .default('fail')
    .describe('continue: the pipeline goes on without it, and without the failed items of a for_each'),
  retry: Retry.optional(),
  dispatch: z.enum(['job', 'inline']).default('job'),
}).transform((stage) => ({ ...stage, id: stage.id ?? stage.function }));
export type Stage = z.infer<typeof StageConfig>;

export const PipelineDefinition = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/, 'lower-case letters, digits and - only'),
  description: z.string().min(1),
  inputs: z.record(Name, InputConfig),
  stages: z.array(StageConfig).min(1).max(50),
  output: z.record(z.string(), z.unknown()).describe('What a run gives, from inputs and outputs of stages'),
  max_items: z.number().int().min(1).max(200).default(50).describe('The most items that a for_each may have'),
});
export type Pipeline = z.infer<typeof PipelineDefinition>;

/** The key under which later stages find an output. */
export function handoffKey(pipeline: string, stage: string, item?: string): string {
  return `temp:${pipeline}:${stage}${item === undefined ? '' : `:${item}`}`;
}

/** The key of what a stage that may send work back has said in a round. */
export function feedbackKey(pipeline: string, stage: string, round: number): string {
  return `${handoffKey(pipeline, stage)}@${round}`;
}

/** The name of a stage's agent. */
export function stageAgent(pipeline: string, stage: string): string {
  return `${pipeline}/${stage}`;
}
