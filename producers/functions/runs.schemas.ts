/** Requests to run a function or a pipeline: its own fields, and beside them what every run takes. */
import { z } from 'zod';
import { OVER_BUDGET, QUALITIES } from '../../src/engine/agents/call.ts';
import type { InputConfig, Pipeline } from '../../src/engine/agents/pipeline.ts';
import { Citation } from '../../src/engine/models/citation.ts';
import { TASK_STATUSES } from '../../src/engine/task/task.ts';
import type { AgentFunction } from '../../src/functions/agent-function.ts';
import type { RESERVED_INPUTS } from '../../src/functions/pipelines/known.ts';
import { named } from '../http/schema-docs.ts';
import { id, MAX_WAIT_SECONDS, PatientId } from '../turns/turns.schemas.ts';
import { RUN_RECEIPT, RUN_REQUESTS } from './functions.examples.ts';

/** Long enough for what has no model, or a quick one. */
const WAIT_SECONDS = 20;

export const RunQuery = z.object({
  wait: z.coerce
    .number()
    .min(0)
    .max(MAX_WAIT_SECONDS, `may be at most ${MAX_WAIT_SECONDS} seconds`)
    .default(WAIT_SECONDS)
    .describe('Seconds to wait for the run to end; 0: answer at once'),
});

const COMMON = {
  quality: z.enum(QUALITIES).optional().describe('Chooses the preset by the table of qualities'),
  cache: z.boolean().default(true).describe('false: neither take a cached result nor keep this one'),
  user_id: id('For whom it runs; cached results and artifacts are theirs').default('shared'),
  patient_id: PatientId.optional().describe('Whom the input is about: the run is erased with them'),
  conversation_id: z.string().max(128).optional().describe('For the audit of citations'),
  message_id: z.string().max(128).optional(),
};

const FUNCTION_OPTIONS: Record<(typeof RESERVED_INPUTS)[number], z.ZodType> = {
  ...COMMON,
  preset: z.string().max(20).optional().describe('S1 to P3; decides before variant and quality'),
  variant: z.string().max(40).optional().describe('A preset by the name that the function has for it'),
  over_budget: z.enum(OVER_BUDGET).default('refuse').describe('What is done with input above the budget'),
  citations: z.array(Citation).max(100).optional().describe('Sources that the text of the output may cite'),
};

/** `presetNames`, and the function's variants, are for the document: a name that there is not gets an error that suggests others. */
export function functionRequest({ name, input, presets }: AgentFunction, presetNames: readonly string[] = []) {
  const { preset, variant } = FUNCTION_OPTIONS;
  const options = {
    ...FUNCTION_OPTIONS,
    ...(presetNames.length > 0 && { preset: preset.meta({ ...preset.meta(), enum: presetNames }) }),
    variant: variant.meta({ ...variant.meta(), enum: Object.keys(presets.variants) }),
  };
  return request(name, (input as unknown as z.ZodObject).extend(options).superRefine(wellFormed));
}

export function pipelineRequest({ id, inputs }: Pipeline) {
  const fields = Object.entries(inputs).map(([name, config]) => [name, inputSchema(config)]);
  return request(id, z.strictObject({ ...Object.fromEntries(fields), ...COMMON }).superRefine(wellFormed));
}

/** ExtractStructureRequest, and an example where there is one: an operator's own pipelines have none. */
function request<S extends z.ZodType>(name: string, schema: S): S {
  const example = RUN_REQUESTS[name];
  const id = `_${name}_request`.replace(/[_-](\w)/g, (_all, next: string) => next.toUpperCase());
  return named(id, schema, { ...(example && { examples: [example as z.input<S>] }) });
}

/** Half a character cannot be written as UTF-8, and Redis scripts do not read it: as in a message, it is refused in any text. */
function wellFormed(body: Record<string, unknown>, context: z.RefinementCtx): void {
  for (const [field, value] of Object.entries(body))
    if (!isWellFormed(value))
      context.addIssue({ code: 'custom', path: [field], message: 'must be well-formed Unicode' });
}

/** As deep as a body may be, which the parser has checked. */
function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => key.isWellFormed() && isWellFormed(inner));
}

const MAX_TEXT = 900_000;

const INPUTS: Readonly<Record<InputConfig['type'], z.ZodType>> = {
  text: z.string().max(MAX_TEXT),
  integer: z.number().int(),
  number: z.number(),
  boolean: z.boolean(),
  list: z.array(z.unknown()).max(1_000),
};

function inputSchema({ type, default: fallback, description }: InputConfig): z.ZodType {
  const schema = INPUTS[type].describe(description);
  return fallback === undefined ? schema : schema.default(fallback as never);
}

const ReceiptFields = z.object({
  run_id: z.string(),
  status: z.enum(TASK_STATUSES),
  events_url: z.string(),
  result_url: z.string(),
});

export const RunReceipt = named('RunReceipt', ReceiptFields, { examples: [RUN_RECEIPT] });
