/**
 * Calls functions: checks the input and its budget, chooses the preset, looks in the cache, and has the output made. The functions
 * themselves know nothing of models, journals or caches.
 */
import { z } from 'zod';
import { RULES, type ToolDeclaration } from '../../engine/models/model.ts';
import type { Functions, RunContext } from '../../engine/run/context.ts';
import type { CallDetails, FunctionCall, FunctionOutcome } from '../../engine/run/functions.ts';
import { addUsage } from '../../engine/run/run-result.ts';
import { NO_USAGE } from '../../engine/task/task.ts';
import { AppError } from '../../platform/errors.ts';
import { parseInput } from '../../platform/invalid-input.ts';
import { suggest } from '../../platform/nearest.ts';
import { sideBySide } from '../../platform/side-by-side.ts';
import type { AgentFunction } from '../agent-function.ts';
import type { ResultCache } from '../state/result-cache.ts';
import { auditHash } from './audit-hash.ts';
import { checkBudget, fitToBudget, inputTokens } from './budget.ts';
import { findResult, keepResult } from './cached-results.ts';
import { choosePreset } from './choose-preset.ts';
import { type Checked, type Made, type Making, makeOutput, wholeOutput } from './make-output.ts';
import type { Preset, Presets } from './preset.ts';

/** Pieces of one input that are drafted at the same time. */
const PIECES_AT_ONCE = 4;

export type FunctionParts = Omit<Making, 'call'> & {
  presets: Presets;
  cache: ResultCache;
  /** Extracts what matters of a text, within so many tokens. Runs in a thread. */
  compress(text: string, tokens: number, signal: AbortSignal): Promise<string>;
};

type Parts = FunctionParts & Making;

/** All of the port but what keeps outputs of stages. */
export function createFunctions(given: FunctionParts): Pick<Functions, 'call' | 'declarations'> {
  checkTools(given.functions);
  const call: Functions['call'] = (one, context) => callFunction({ ...given, call }, one, context);
  return {
    call,
    declarations: new Map([...given.functions.values()].map((fn) => [fn.name, declarationOf(fn)])),
  };
}

async function callFunction(parts: Parts, call: FunctionCall, context: RunContext): Promise<FunctionOutcome> {
  const checked = checkCall(parts, call, context);
  const { fn, options } = checked;
  const details = await detailsOf(parts, checked, context);
  const { audit_hash: hash } = details;
  const known = options.cache === false ? null : await findResult(parts.cache, fn, hash, context);
  if (known) {
    const { notes, ...result } = known;
    return { ...result, usage: NO_USAGE, details: { ...details, ...notes, cached: true } };
  }
  const { made, over } = await makePieces(parts, checked, context);
  const result = await wholeOutput(parts, checked, made, hash, context.signal);
  const notes = { ...(over && { over_budget: over }), ...agreementOf(made) };
  const failed = made.flatMap((piece) => piece.failed);
  if (options.cache !== false && failed.length === 0)
    await keepResult(parts.cache, fn, hash, context, { ...result, notes });
  return {
    ...result,
    usage: made.reduce((sum, { usage }) => addUsage(sum, usage), NO_USAGE),
    details: {
      ...details,
      ...notes,
      ...(made.some(({ stoodIn }) => stoodIn) && { mode: 'rule' }),
      ...(failed.length > 0 && { failed }),
    },
  };
}

type Drafters = Checked & { models: CallDetails['models'] };

/** Everything that can be refused before anything is done. */
function checkCall(parts: Parts, { name, input, options }: FunctionCall, context: RunContext): Drafters {
  const fn = parts.functions.get(name);
  if (!fn) throw new AppError('not_found', `There is no such function; ${suggest(name, parts.functions.keys())}`);
  const checked = parseInput(fn.input, input, 'input');
  const preset = choosePreset(fn, parts.presets, options);
  const drafters = draftersOf(fn, preset, context);
  checkBudget(fn, checked, options.over_budget ?? 'refuse');
  return { fn, input: checked, options, preset, ...drafters };
}

/** Who answers for the preset's models. Where that is nobody, the function's rule drafts. */
function draftersOf(fn: AgentFunction, preset: Preset, { services }: RunContext): Pick<Drafters, 'models' | 'byRule'> {
  const served = preset.members.map(({ model }) => ({ name: model, ...services.model.serves(model) }));
  const [first] = served;
  const byRule = first?.usesTokens === false || first?.obeys === false;
  if (byRule && !fn.rule) {
    const why = first.usesTokens
      ? `${first.by} does not follow a short instruction. MODEL_PROBE=off asks it all the same.`
      : 'none is configured. Set GEMINI_API_KEY, or OPENAI_BASE_URL for a local one.';
    throw new AppError('model_required', `${fn.name} needs a model, and ${why}`);
  }
  return { models: served.map(({ name, by }) => ({ name, served_by: byRule ? RULES : by })), byRule };
}

async function detailsOf(
  { helpers }: Parts,
  { fn, input, options, preset, models, byRule }: Drafters,
  context: RunContext,
): Promise<CallDetails> {
  const tokens = inputTokens(fn, input);
  const { citations, over_budget: handling } = options;
  const hash = auditHash({
    fn,
    input,
    // How large input is handled makes no difference to input that is not large.
    options: { citations, ...(tokens > fn.budget.input && { over_budget: handling }) },
    preset,
    servedBy: models.map(({ served_by }) => served_by),
    libraryGeneration: fn.readsLibrary ? await helpers(context).library.generation() : null,
  });
  return {
    audit_hash: hash,
    cached: false,
    preset: preset.name,
    mode: byRule ? 'rule' : preset.mode,
    models,
    input_tokens: tokens,
    budget: fn.budget,
  };
}

/** Each piece has steps of its own. A piece that fails fails the call: nothing is left out silently. */
async function makePieces(parts: Parts, checked: Checked, context: RunContext) {
  const { fn, input, options } = checked;
  const { inputs, over } = await fitToBudget(fn, input, options.over_budget ?? 'refuse', {
    compress: (text, tokens) => parts.compress(text, tokens, context.signal),
    split: (whole, tokens) => parts.threads.run('split', { fn: fn.name, input: whole, tokens }, context.signal),
  });
  const contextOf = (index: number): RunContext => {
    if (inputs.length === 1) return context;
    const runId = `${context.runId}.piece-${index + 1}`;
    return { ...context, runId, journal: context.journal.nested(runId) };
  };
  const made = await sideBySide(inputs, PIECES_AT_ONCE, (piece, index) =>
    makeOutput(parts, { ...checked, input: piece }, contextOf(index)),
  );
  return { made, over };
}

/** Of several pieces, the least. */
function agreementOf(made: readonly Made[]): Pick<CallDetails, 'agreement'> {
  const all = made.flatMap(({ agreement }) => agreement ?? []);
  return all.length === 0 ? {} : { agreement: Math.min(...all) };
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
