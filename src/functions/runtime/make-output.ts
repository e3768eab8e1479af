/** From an input that fits the budget to a checked output: look things up, draft by models or by rule, finish, join, cite. */
import type { Citation, CitedContent } from '../../engine/models/citation.ts';
import type { Functions, RunContext } from '../../engine/run/context.ts';
import type { CallDetails, CallOptions } from '../../engine/run/functions.ts';
import { NO_USAGE, type TaskUsage } from '../../engine/task/task.ts';
import { AppError } from '../../platform/errors.ts';
import type { AgentFunction, Helpers } from '../agent-function.ts';
import { draftWithModels } from './draft-with-models.ts';
import type { FunctionThreads } from './function-threads.ts';
import type { Preset } from './preset.ts';

export type Making = {
  functions: ReadonlyMap<string, AgentFunction>;
  threads: FunctionThreads;
  /** Bound to the task's tenant and user. */
  helpers(context: RunContext): Helpers;
  /** What a model is told about the sources that it may cite. */
  citingInstruction(citations: readonly Citation[]): string;
  citedContent(text: string, citations: readonly Citation[]): CitedContent;
  /** For functions that the drafting model calls. */
  call: Functions['call'];
};

/** A call whose input and options are right. `byRule`: no model is there to draft. */
export type Checked = { fn: AgentFunction; input: unknown; options: CallOptions; preset: Preset; byRule: boolean };

/** What one draft has given, of the whole input or of a piece. */
export type Made = {
  output: unknown;
  sources: readonly Citation[];
  usage: TaskUsage;
  failed: NonNullable<CallDetails['failed']>;
  agreement?: number;
  /** The function's rule has made it, although models were asked. */
  stoodIn?: boolean;
};

export async function makeOutput(making: Making, checked: Checked, context: RunContext): Promise<Made> {
  const { fn, input, options, byRule } = checked;
  const { run } = making.threads;
  const prepare = fn.prepare?.bind(fn);
  const prepared = prepare && (await context.journal.step('prepare', () => prepare(input, making.helpers(context))));
  const sources = options.citations ?? [];
  const ruled = () => run('rule', { fn: fn.name, input, prepared, sources }, context.signal);
  if (byRule || fn.ruleSuffices?.(prepared)) return { output: await ruled(), sources, usage: NO_USAGE, failed: [] };
  const { draft, ...made } = await draftByPreset(making, checked, prepared, context);
  const finished = { fn: fn.name, draft, input, prepared, sources: made.sources };
  const output = draft === null ? null : await run('finish', finished, context.signal);
  const isPoor = output === null || (fn.rule && fn.isEmpty?.(output));
  if (!isPoor) return { ...made, output };
  const byTheRule = await ruled();
  if (output !== null && fn.isEmpty?.(byTheRule)) return { ...made, output };
  const [first] = checked.preset.members;
  const empty = first ? [{ role: first.role, model: first.model, code: 'bad_output' }] : [];
  return { ...made, sources, output: byTheRule, failed: output === null ? made.failed : empty, stoodIn: true };
}

function draftByPreset(
  { functions, threads, citingInstruction, call }: Making,
  { fn, input, options: { citations: offered = [] }, preset }: Checked,
  prepared: unknown,
  context: RunContext,
) {
  const citing = fn.cites && offered.length > 0 ? `\n\n${citingInstruction(offered)}` : '';
  return draftWithModels(
    {
      fn,
      preset,
      instruction: `${fn.instruction}${citing}`,
      prompt: fn.prompt(input, prepared),
      offered,
      tools: { functions: fn.tools.flatMap((name) => functions.get(name) ?? []), call },
      agreement: (drafts) => threads.run('agreement', drafts, context.signal),
    },
    context,
  );
}

/** One output of all pieces, with the call's hash where it has a place for it, checked by its schema. */
export async function wholeOutput(
  { threads, citedContent }: Making,
  { fn, input, options }: Checked,
  made: readonly Made[],
  hash: string,
  signal: AbortSignal,
): Promise<{ output: Record<string, unknown>; cited?: CitedContent }> {
  const outputs = made.map(({ output }) => output);
  const whole = outputs.length === 1 ? outputs[0] : await threads.run('join', { fn: fn.name, input, outputs }, signal);
  const parsed = fn.output.safeParse(hasHash(whole) ? { ...whole, audit_hash: hash } : whole);
  if (!parsed.success)
    throw new AppError('bad_output', `${fn.name} did not give a valid output.`, { cause: parsed.error });
  const output = parsed.data as Record<string, unknown>;
  const sources = made[0]?.sources ?? [];
  // Whoever gives a list of sources wants to know which are cited, even if it is empty.
  if (!fn.cites || (sources.length === 0 && !options.citations)) return { output };
  return { output, cited: citedContent(String(output[fn.cites]), sources) };
}

function hasHash(output: unknown): output is { audit_hash: unknown } {
  return typeof output === 'object' && output !== null && 'audit_hash' in output;
}
