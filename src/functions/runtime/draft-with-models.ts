/** A draft by the models of a preset: the mode decides who is asked, this keeps what they used, what failed and what they found. */
import { z } from 'zod';
import type { Citation } from '../../engine/models/citation.ts';
import type { Functions, RunContext } from '../../engine/run/context.ts';
import { Parked } from '../../engine/run/context.ts';
import { hasFailed } from '../../engine/run/end-run.ts';
import type { CallDetails } from '../../engine/run/functions.ts';
import { addUsage } from '../../engine/run/run-result.ts';
import { isModelFailure } from '../../engine/run/stand-in.ts';
import type { Output } from '../../engine/run/team-module.ts';
import { NO_USAGE, type TaskUsage } from '../../engine/task/task.ts';
import { type AppError, toAppError } from '../../platform/errors.ts';
import type { AgentFunction } from '../agent-function.ts';
import { foundIn, functionTool } from './function-tools.ts';
import { runMember } from './member.ts';
import type { Answer, Critique, Drafting, Question } from './modes/mode.ts';
import { RUN_MODE } from './modes/modes.ts';
import type { Preset } from './preset.ts';
import { byMarker, settleSources } from './sources.ts';

/** `draft`: null where no model has given one and the function's rule can. */
export type DraftByModels = {
  draft: unknown;
  /** Those offered, and those found that the draft cites. */
  sources: Citation[];
  usage: TaskUsage;
  failed: NonNullable<CallDetails['failed']>;
  agreement?: number;
};

/** `tools`: the functions that the drafting model may call, and how. */
export type ModelDrafter = {
  fn: AgentFunction;
  preset: Preset;
  instruction: string;
  prompt: string;
  offered: readonly Citation[];
  tools: { functions: readonly AgentFunction[]; call: Functions['call'] };
  agreement: Drafting['agreement'];
};

const CRITIQUE: Output = {
  schema: z
    .object({
      acceptable: z.boolean().describe('Whether the draft can be used as it is'),
      problems: z.array(z.string().min(1)).max(50).describe('What must be changed, one thing each'),
    })
    .refine(
      ({ acceptable, problems }) => acceptable || problems.length > 0,
      'a draft is refused for a reason: name it',
    ),
};

/** By function, because the engine keeps the JSON schema of each output object. */
const draftOutputs = new WeakMap<AgentFunction, Output>();

export async function draftWithModels(drafter: ModelDrafter, context: RunContext): Promise<DraftByModels> {
  const { fn, preset, instruction, prompt, offered, tools } = drafter;
  const found: Citation[] = [];
  const failures: { note: DraftByModels['failed'][number]; error: AppError }[] = [];
  let usage = NO_USAGE;
  let asked = 0;

  async function ask(
    question: Question,
    output: Output,
    functions: readonly AgentFunction[],
  ): Promise<Answer<unknown>> {
    const place = asked;
    asked += 1;
    const runId = `${context.runId}.${question.step}`;
    const journal = context.journal.nested(runId);
    const toolsFor = (inner: RunContext) =>
      functions.map((tool) => functionTool(tool, tools.call, inner, { offered, place }));
    try {
      const run = await runMember(fn, question, { output, tools: toolsFor }, { ...context, runId, journal });
      usage = addUsage(usage, run.usage);
      found.push(...foundIn(run.state));
      return run.output;
    } catch (thrown) {
      const error = itsOwnFailure(thrown, context);
      const { role, model } = question.member;
      context.log.warn({ err: error, function: fn.name, role, model }, 'function_member.failed');
      usage = addUsage(usage, journal.used());
      failures.push({ note: { role, model, code: error.code }, error });
      return null;
    }
  }

  const { draft, agreement } = await RUN_MODE[preset.mode]({
    members: preset.members,
    instruction,
    prompt,
    draft: (question) => ask(question, draftOutput(fn), tools.functions),
    criticise: (question) => ask(question, CRITIQUE, []) as Promise<Answer<Critique>>,
    agreement: drafter.agreement,
  });
  const [failure] = failures;
  if (draft === null && !(failure && fn.rule && isModelFailure(failure.error)))
    throw failure?.error ?? new Error(`${fn.name} has no draft and no failure`);
  return {
    ...settled(fn, draft, offered, found.sort(byMarker)),
    usage,
    failed: failures.map(({ note }) => note),
    ...(agreement !== undefined && { agreement }),
  };
}

/** A member's failure costs its part only. What stops, pauses or repeats the whole job is thrown on. */
function itsOwnFailure(thrown: unknown, context: RunContext): AppError {
  if (thrown instanceof Parked || context.signal.aborted) throw thrown;
  const error = toAppError(thrown);
  if (!hasFailed(error, context.lastAttempt)) throw thrown;
  return error;
}

function draftOutput(fn: AgentFunction): Output {
  const output = draftOutputs.get(fn) ?? { schema: fn.draft };
  draftOutputs.set(fn, output);
  return output;
}

function settled(fn: AgentFunction, draft: unknown, offered: readonly Citation[], found: readonly Citation[]) {
  const text = draft !== null && fn.cites && (draft as Record<string, unknown>)[fn.cites];
  if (!fn.cites || typeof text !== 'string') return { draft, sources: [...offered] };
  const { text: renumbered, sources } = settleSources(text, offered, found);
  return { draft: { ...(draft as object), [fn.cites]: renumbered }, sources };
}
