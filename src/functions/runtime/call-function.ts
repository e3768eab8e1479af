/**
 * Calls functions: checks the input and its budget, chooses the preset, looks in the cache, lets the preset's models or the rule draft,
 * finishes and checks the output. The functions themselves know nothing of models, journals or caches.
 */
import { z } from 'zod';
import type { Citation, CitedContent } from '../../engine/models/citation.ts';
import type { ToolDeclaration } from '../../engine/models/model.ts';
import type { Functions, RunContext } from '../../engine/run/context.ts';
import type { CallDetails, CallOptions, FunctionCall, FunctionOutcome } from '../../engine/run/functions.ts';
import { addUsage } from '../../engine/run/run-result.ts';
import { NO_USAGE, type TaskUsage } from '../../engine/task/task.ts';
import { AppError } from '../../platform/errors.ts';
import { invalid } from '../../platform/invalid-input.ts';
import { suggest } from '../../platform/nearest.ts';
import type { AgentFunction, Helpers } from '../agent-function.ts';
import type { ResultCache } from '../state/result-cache.ts';
import { auditHash } from './audit-hash.ts';
import { checkBudget, fitToBudget, inputTokens } from './budget.ts';
import { findResult, keepResult, type Result } from './cached-results.ts';
import { choosePreset } from './choose-preset.ts';
import { draftWithModels } from './draft-with-models.ts';
import type { FunctionThreads } from './function-threads.ts';
import type { Preset, Presets } from './preset.ts';
import { sideBySide } from './side-by-side.ts';

/** Pieces of one input that are drafted at the same time. */
const PIECES_AT_ONCE = 4;

export type FunctionParts = {
  functions: ReadonlyMap<string, AgentFunction>;
  presets: Presets;
  threads: FunctionThreads;
  cache: ResultCache;
  /** Bound to the task's tenant and user. */
  helpers(context: RunContext): Helpers;
  /** Extracts what matters of a text, within so many tokens. Runs in a thread. */
  compress(text: string, tokens: number, signal: AbortSignal): Promise<string>;
  /** What a model is told about the sources that it may cite. */
  citingInstruction(citations: readonly Citation[]): string;
  citedContent(text: string, citations: readonly Citation[]): CitedContent;
};

type Calls = Pick<Functions, 'call' | 'declarations'>;

/** A call whose input and options are right. */
type Checked = { fn: AgentFunction; input: unknown; options: CallOptions; preset: Preset; byRule: boolean };

/** What one draft has given, of the whole input or of a piece. */
type Made = {
  output: unknown;
  sources: readonly Citation[];
  usage: TaskUsage;
  notes: Pick<CallDetails, 'agreement' | 'failed'>;
};

/** All of the port but what keeps outputs of stages. */
export function createFunctions(parts: FunctionParts): Calls {
  checkTools(parts.functions);
  const functions: Calls = {
    call: (call, context) => callFunction(parts, functions, call, context),
    declarations: new Map([...parts.functions.values()].map((fn) => [fn.name, declarationOf(fn)])),
  };
  return functions;
}

async function callFunction(
  parts: FunctionParts,
  functions: Calls,
  { name, input: given, options }: FunctionCall,
  context: RunContext,
): Promise<FunctionOutcome> {
  const fn = parts.functions.get(name);
  if (!fn) throw new AppError('not_found', `There is no such function; ${suggest(name, parts.functions.keys())}`);
  const parsed = fn.input.safeParse(given);
  if (!parsed.success) throw invalid(parsed.error, 'input');
  const input = parsed.data;
  const preset = choosePreset(fn, parts.presets, options);
  const { models, byRule } = draftersOf(fn, preset, context);
  const { over_budget: handling = 'refuse', citations = [] } = options;
  checkBudget(fn, input, handling);

  const tokens = inputTokens(fn, input);
  const reads = fn.readsLibrary ? parts.helpers(context).library : null;
  const hash = auditHash({
    fn,
    input,
    options: { citations, ...(tokens > fn.budget.input && { over_budget: handling }) },
    preset,
    servedBy: models.map(({ served_by }) => served_by),
    libraryGeneration: reads && (await reads.generation()),
  });
  const details: CallDetails = {
    audit_hash: hash,
    cached: false,
    preset: preset.name,
    mode: byRule ? 'rule' : preset.mode,
    models,
    input_tokens: tokens,
    budget: fn.budget,
  };
  const known = options.cache === false ? null : await findResult(parts.cache, fn, hash, context);
  if (known) return { ...known, usage: NO_USAGE, details: { ...details, cached: true } };

  const { inputs, over } = await fitToBudget(fn, input, handling, {
    compress: (text, most) => parts.compress(text, most, context.signal),
    split: (_fn, whole, most) => parts.threads.run('split', { fn: name, input: whole, tokens: most }, context.signal),
  });
  const made = await sideBySide(inputs, PIECES_AT_ONCE, (piece, index) =>
    makeOutput(
      parts,
      functions,
      { fn, input: piece, options, preset, byRule },
      pieceContext(context, inputs.length, index),
    ),
  );
  const whole = { input, made, hash, offersSources: options.citations !== undefined };
  const result = await resultOf(parts, fn, whole, context);
  const failed = made.flatMap(({ notes }) => notes.failed ?? []);
  if (options.cache !== false && failed.length === 0) await keepResult(parts.cache, fn, hash, context, result);
  return {
    ...result,
    usage: made.reduce((sum, { usage }) => addUsage(sum, usage), NO_USAGE),
    details: {
      ...details,
      ...(over && { over_budget: over }),
      ...agreementOf(made),
      ...(failed.length > 0 && { failed }),
    },
  };
}

/** Who answers for the preset's models. Where that is nobody, the function's rule drafts. */
function draftersOf(fn: AgentFunction, preset: Preset, { services }: RunContext) {
  const served = preset.members.map(({ model }) => ({ name: model, ...services.model.serves(model) }));
  const byRule = served[0]?.usesTokens === false;
  if (byRule && !fn.rule) {
    throw new AppError(
      'model_required',
      `${fn.name} needs a model, and none is configured. Set GEMINI_API_KEY, or OPENAI_BASE_URL for a local one.`,
    );
  }
  return { models: served.map(({ name, by }) => ({ name, served_by: by })), byRule };
}

/** Looks things up, drafts and finishes. */
async function makeOutput(
  parts: FunctionParts,
  functions: Calls,
  { fn, input, options, preset, byRule }: Checked,
  context: RunContext,
): Promise<Made> {
  const prepare = fn.prepare?.bind(fn);
  const prepared = prepare && (await context.journal.step('prepare', () => prepare(input, parts.helpers(context))));
  const offered = options.citations ?? [];
  const { run } = parts.threads;
  const finish = (draft: unknown, sources: readonly Citation[]) =>
    run('finish', { fn: fn.name, draft, input, prepared, sources }, context.signal);
  if (byRule) {
    const draft = await run('rule', { fn: fn.name, input, prepared, sources: offered }, context.signal);
    return { output: await finish(draft, offered), sources: offered, usage: NO_USAGE, notes: {} };
  }
  const { draft, sources, usage, failed, agreement } = await draftWithModels(
    {
      fn,
      preset,
      instruction: fn.cites && offered.length > 0 ? withSources(parts, fn, offered) : fn.instruction,
      prompt: fn.prompt(input, prepared),
      offered,
      tools: { functions: toolsOf(fn, parts.functions), call: functions.call },
      agreement: (drafts) => run('agreement', drafts, context.signal),
    },
    context,
  );
  const notes = { failed, ...(agreement !== undefined && { agreement }) };
  return { output: await finish(draft, sources), sources, usage, notes };
}

/** `offersSources`: the caller wants to know which of its sources are cited, even if it has none. */
type Whole = { input: unknown; made: readonly Made[]; hash: string; offersSources: boolean };

/** One output of all pieces, with its hash where it has a place for it, checked by its schema. */
async function resultOf(
  parts: FunctionParts,
  fn: AgentFunction,
  { input, made, hash, offersSources }: Whole,
  context: RunContext,
): Promise<Result> {
  const outputs = made.map(({ output }) => output);
  const whole =
    outputs.length === 1
      ? outputs[0]
      : await parts.threads.run('join', { fn: fn.name, input, outputs }, context.signal);
  const parsed = fn.output.safeParse(hasHash(whole) ? { ...whole, audit_hash: hash } : whole);
  if (!parsed.success)
    throw new AppError('bad_output', `${fn.name} did not give a valid output.`, { cause: parsed.error });
  const output = parsed.data as Record<string, unknown>;
  const sources = made[0]?.sources ?? [];
  if (!fn.cites || (sources.length === 0 && !offersSources)) return { output };
  return { output, cited: parts.citedContent(String(output[fn.cites]), sources) };
}

function hasHash(output: unknown): output is { audit_hash: unknown } {
  return typeof output === 'object' && output !== null && 'audit_hash' in output;
}

function withSources(parts: FunctionParts, fn: AgentFunction, offered: readonly Citation[]): string {
  return `${fn.instruction}\n\n${parts.citingInstruction(offered)}`;
}

/** Each piece has steps of its own. */
function pieceContext(context: RunContext, pieces: number, index: number): RunContext {
  if (pieces === 1) return context;
  const runId = `${context.runId}.piece-${index + 1}`;
  return { ...context, runId, journal: context.journal.nested(runId) };
}

/** Of several pieces, the least. */
function agreementOf(made: readonly Made[]): Pick<CallDetails, 'agreement'> {
  const all = made.flatMap(({ notes }) => notes.agreement ?? []);
  return all.length === 0 ? {} : { agreement: Math.min(...all) };
}

function toolsOf(fn: AgentFunction, functions: ReadonlyMap<string, AgentFunction>): AgentFunction[] {
  return fn.tools.flatMap((name) => functions.get(name) ?? []);
}

/** A mistake in the functions themselves. Pieces with sources of their own could not be joined: their markers would collide. */
function checkTools(functions: ReadonlyMap<string, AgentFunction>): void {
  for (const fn of functions.values()) {
    const missing = fn.tools.filter((name) => !functions.has(name));
    if (missing.length > 0) throw new Error(`${fn.name} has the tool ${missing.join(', ')}, which does not exist`);
    if (fn.split && fn.tools.length > 0) throw new Error(`${fn.name} has tools and can be split`);
  }
}

function declarationOf({ name, description, input }: AgentFunction): ToolDeclaration {
  return { name, description, parameters: z.toJSONSchema(input, { io: 'input' }) as Record<string, unknown> };
}
