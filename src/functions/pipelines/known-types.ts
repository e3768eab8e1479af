/** What a stage's references may begin with, as JSON schemas: the counterpart of what `src/engine/run/stage-call.ts` finds at run time. */
import { z } from 'zod';
import type { Pipeline, Stage } from '../../engine/agents/pipeline.ts';
import { type Reference, referenceIn } from '../../engine/agents/references.ts';
import { CitedContent } from '../../engine/models/citation.ts';
import type { AgentFunction } from '../agent-function.ts';
import { type JsonSchema, schemaAt } from './json-types.ts';

export type FunctionOf = (name: string) => AgentFunction | undefined;

const INPUT_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  text: { type: 'string' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  list: { type: 'array' },
};

export function inputSchema(definition: AgentFunction): JsonSchema {
  return z.toJSONSchema(definition.input, { io: 'input' }) as JsonSchema;
}

/** By the first word of a reference. `stage` is null for the pipeline's own output. */
export function knownTypes(pipeline: Pipeline, stage: Stage | null, functionOf: FunctionOf): JsonSchema {
  const outputs = (wrap: boolean) =>
    objectOf(
      pipeline.stages.flatMap(({ id, function: name, for_each, input: _input, ...rest }) => {
        const definition = functionOf(name);
        if (!definition) return [];
        const schema = outputSchema(definition, rest.citations !== undefined);
        return [[id, wrap && for_each ? { type: 'object', additionalProperties: schema } : schema] as const];
      }),
    );
  const inputs = Object.entries(pipeline.inputs).map(([name, { type }]) => [name, INPUT_SCHEMAS[type] ?? {}] as const);
  const known: [string, JsonSchema][] = [
    ['inputs', objectOf(inputs)],
    ['stages', outputs(true)],
  ];
  if (stage?.for_each) {
    const own = functionOf(stage.function);
    known.push(
      [stage.for_each.as, itemSchema(pipeline, stage, functionOf)],
      ['same', outputs(false)],
      ['before', { type: 'array', items: own ? outputSchema(own, stage.citations !== undefined) : {} }],
    );
  }
  const judge = pipeline.stages.find(({ retry }) => retry !== undefined);
  const judging = judge && functionOf(judge.function);
  if (stage && judging)
    known.push(['feedback', { type: 'array', items: outputSchema(judging, judge.citations !== undefined) }]);
  return objectOf(known);
}

/** Undefined: there is nothing like that. */
export function referred(reference: Reference, known: JsonSchema): JsonSchema | undefined {
  let at: JsonSchema | undefined = known;
  let many = false;
  for (const name of reference) {
    at = at && schemaAt(at, name);
    // The lists of several elements become one list.
    if (name === '*' && many && at?.type === 'array') at = at.items as JsonSchema;
    many ||= name === '*';
  }
  if (!at || !many) return at;
  return at.type === 'array' ? at : { type: 'array', items: at };
}

/** Kept: a pipeline's check asks for the same few schemas once for each of its stages. */
const outputSchemas = new WeakMap<AgentFunction, JsonSchema>();

function outputSchema(definition: AgentFunction, cites: boolean): JsonSchema {
  const schema = outputSchemas.get(definition) ?? (z.toJSONSchema(definition.output, { io: 'output' }) as JsonSchema);
  outputSchemas.set(definition, schema);
  const cited = cites ? { cited: z.toJSONSchema(CitedContent) as JsonSchema } : {};
  return objectOf(Object.entries({ ...(schema.properties as Record<string, JsonSchema>), ...cited }));
}

function itemSchema(pipeline: Pipeline, stage: Stage, functionOf: FunctionOf): JsonSchema {
  const items = stage.for_each?.in;
  const reference = referenceIn(items);
  if (!reference) return { type: 'string' };
  const list = referred(reference, knownTypes(pipeline, null, functionOf));
  return (list && schemaAt(list, '*')) ?? {};
}

function objectOf(fields: readonly (readonly [string, JsonSchema])[]): JsonSchema {
  return { type: 'object', properties: Object.fromEntries(fields), additionalProperties: false };
}
