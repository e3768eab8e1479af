/** What a single schema cannot see in a pipeline: unknown functions and stages, circles, and hand-offs of the wrong type. */
import type { Pipeline, Stage } from '../../engine/agents/pipeline.ts';
import { joinIn, referenceIn, referencesIn } from '../../engine/agents/references.ts';
import { needsOf } from '../../engine/agents/stage-order.ts';
import { suggest } from '../../platform/nearest.ts';
import type { Path } from '../../platform/yaml/read-yaml.ts';
import { fits, type JsonSchema, listed, schemaAt, typesOf } from './json-types.ts';
import { type FunctionOf, inputSchema, knownTypes, referred } from './known-types.ts';

export type Report = (path: Path, message: string, fix: string) => void;

export type KnownToPipelines = {
  functionOf: FunctionOf;
  functions: readonly string[];
  presets: readonly string[];
  /** Fields of a request that are not the pipeline's own. */
  reserved: readonly string[];
};

export function checkPipeline(pipeline: Pipeline, known: KnownToPipelines, report: Report): void {
  for (const name of Object.keys(pipeline.inputs))
    if (known.reserved.includes(name))
      report(['inputs', name], `"${name}" is a field of every request`, 'give the input another name');
  const ids = pipeline.stages.map(({ id }) => id);
  for (const [index, stage] of pipeline.stages.entries()) {
    const at = (...path: (string | number)[]): Path => ['stages', index, ...path];
    if (ids.indexOf(stage.id) !== index)
      report(at('id'), `two stages are called "${stage.id}"`, 'give one of them another "id:"');
    stageNames(pipeline, stage, known, at, report);
    stageInput(pipeline, stage, known, at, report);
  }
  circles(pipeline, report);
  references(pipeline.output, knownTypes(pipeline, null, known.functionOf), ['output'], report);
}

function stageNames(
  { stages }: Pipeline,
  stage: Stage,
  { functions, functionOf, presets }: KnownToPipelines,
  at: (...path: (string | number)[]) => Path,
  report: Report,
): void {
  const ids = stages.map(({ id }) => id);
  const definition = functionOf(stage.function);
  if (!definition) report(at('function'), `unknown function "${stage.function}"`, suggest(stage.function, functions));
  if (stage.preset !== undefined && !presets.includes(stage.preset))
    report(at('preset'), `unknown preset "${stage.preset}"`, suggest(stage.preset, presets));
  const variants = Object.keys(definition?.presets.variants ?? {});
  if (definition && stage.variant !== undefined && !variants.includes(stage.variant))
    report(at('variant'), `${stage.function} has no variant "${stage.variant}"`, suggest(stage.variant, variants));
  for (const [index, need] of stage.needs.entries())
    if (!ids.includes(need)) report(at('needs', index), `unknown stage "${need}"`, suggest(need, ids));
  if (!stage.retry) return;
  const { stage: target, unless } = stage.retry;
  if (!ids.includes(target)) report(at('retry', 'stage'), `unknown stage "${target}"`, suggest(target, ids));
  if (stage.for_each) report(at('retry'), 'a stage with for_each cannot send work back', 'judge in a stage of its own');
  if (stages.filter(({ retry }) => retry).length > 1)
    report(at('retry'), 'only one stage of a pipeline can send work back', 'keep one "retry:"');
  const fields = knownTypes({ ...emptyPipeline, stages: [stage] }, null, functionOf);
  if (definition && !referred(['stages', stage.id, unless], fields))
    report(at('retry', 'unless'), `${stage.function} has no output "${unless}"`, 'name a field that is true or false');
}

const emptyPipeline: Pipeline = { id: 'none', description: '', inputs: {}, stages: [], output: {}, max_items: 1 };

function stageInput(
  pipeline: Pipeline,
  stage: Stage,
  { functionOf }: KnownToPipelines,
  at: (...path: (string | number)[]) => Path,
  report: Report,
): void {
  const definition = functionOf(stage.function);
  if (!definition) return;
  const types = knownTypes(pipeline, stage, functionOf);
  const target = inputSchema(definition);
  for (const [field, value] of Object.entries(stage.input)) {
    const wanted = schemaAt(target, field);
    if (!wanted) {
      const fields = Object.keys((target.properties as Record<string, unknown>) ?? {});
      report(at('input', field), `${stage.function} has no input "${field}"`, suggest(field, fields));
    } else handOff(value, wanted, types, at('input', field), report);
  }
  for (const field of (target.required as string[] | undefined) ?? [])
    if (!(field in stage.input))
      report(at('input'), `${stage.function} needs the input "${field}"`, `add "${field}:" to its input`);
  const others: [unknown, string[]][] = [
    [stage.citations, ['citations']],
    [stage.for_each?.in, ['for_each', 'in']],
  ];
  for (const [value, path] of others) {
    references(value, types, at(...path), report);
    const found = referredIn(value, types);
    if (found && !fits(typesOf(found), LIST))
      report(at(...path), `"${String(value)}" is ${listed(typesOf(found))}, and a list is needed`, 'refer to a list');
  }
}

/** A value against the schema of the field that it is for. */
function handOff(value: unknown, wanted: JsonSchema, known: JsonSchema, path: Path, report: Report): void {
  const needed = typesOf(wanted);
  const found = referredIn(value, known);
  if (found) {
    const given = typesOf(found);
    const fix = needed?.has('string')
      ? 'refer to a text, or write { $join: [...] }'
      : 'refer to something of that type';
    if (!fits(given, needed))
      report(path, `"${String(value)}" is ${listed(given)}, and ${listed(needed)} is needed`, fix);
  } else if (Array.isArray(value) && fits(LIST, needed)) {
    for (const [index, one] of value.entries()) element(one, wanted, known, [...path, index], report);
  } else {
    if (Array.isArray(value))
      report(path, `this is a list, and ${listed(needed)} is needed`, 'write { $join: [...] } for a text');
    if (joinIn(value) && !fits(TEXT, needed))
      report(path, `$join gives a text, and ${listed(needed)} is needed`, 'write a list');
    references(value, known, path, report);
  }
}

const LIST = new Set(['array']);
const TEXT = new Set(['string']);

/** The schema of what is referred to; undefined if it is no reference, or refers to nothing. */
function referredIn(value: unknown, known: JsonSchema): JsonSchema | undefined {
  const reference = referenceIn(value);
  return reference ? referred(reference, known) : undefined;
}

/** In a list, a list that is referred to stands for its elements. */
function element(value: unknown, list: JsonSchema, known: JsonSchema, path: Path, report: Report): void {
  const wanted = schemaAt(list, '*') ?? {};
  const found = referredIn(value, known);
  const elements = found?.type === 'array' ? schemaAt(found, '*') : undefined;
  if (elements && fits(typesOf(elements), typesOf(wanted))) return;
  handOff(value, wanted, known, path, report);
}

/** Whether everything that is referred to exists. */
function references(value: unknown, known: JsonSchema, path: Path, report: Report): void {
  for (const found of referencesIn(value)) {
    const place = [...path, ...found.path];
    if (!found.reference) {
      report(place, `"${found.text}" is not a reference`, 'write $name.field, or $$ for a plain $');
    } else if (!referred(found.reference, known)) {
      const [first = ''] = found.reference;
      const names = Object.keys((known.properties as Record<string, unknown>) ?? {});
      const fix = names.includes(first) ? 'check the names after the first point' : suggest(first, names);
      report(place, `"${found.text}" refers to nothing`, fix);
    }
  }
}

function circles({ stages }: Pipeline, report: Report): void {
  const byId = new Map(stages.map((stage, index) => [stage.id, { stage, index }]));
  const done = new Set<string>();
  const visit = (id: string, trail: readonly string[]): void => {
    const found = byId.get(id);
    if (!found || done.has(id)) return;
    const start = trail.indexOf(id);
    if (start >= 0) {
      const circle = [...trail.slice(start), id].join(' -> ');
      report(
        ['stages', found.index],
        `the stages depend on one another in a circle: ${circle}`,
        'remove one reference',
      );
    } else for (const need of needsOf(found.stage)) visit(need, [...trail, id]);
    done.add(id);
  };
  for (const { id } of stages) visit(id, []);
}
