/** A function as a tool of an agent: it runs nested in the caller's job, its model calls are steps, and it cannot fail its caller. */
import type { Citation } from '../models/citation.ts';
import { dataBeside } from '../models/cited-text.ts';
import type { ToolCall } from '../models/model.ts';
import type { TaskUsage } from '../task/task.ts';
import { failureForCaller } from './agent-tool.ts';
import type { RunContext } from './context.ts';
import { sourcesIn } from './functions.ts';

/** `citations`: all sources that the caller knows now, where the output has some. */
type FunctionToolAnswer = { result: unknown; usage: TaskUsage; citations?: Citation[] };

export async function useFunctionTool(
  context: RunContext,
  { name, args }: ToolCall,
  id: string,
  /** The sources that the caller knows so far. */
  known: readonly Citation[],
): Promise<FunctionToolAnswer> {
  const runId = `${id}.${name}`;
  const journal = context.journal.nested(runId);
  const nested: RunContext = { ...context, runId, journal, history: [], speaks: false, nested: true };
  try {
    const { output, usage } = await context.services.functions.call({ name, input: args, options: {} }, nested);
    const found = sourcesIn(output);
    if (found.length === 0) return { result: output, usage };
    // In the numbering of the caller, which may have asked others before.
    const { data: result, citations } = dataBeside({ data: output, citations: found }, known);
    return { result, usage, citations };
  } catch (thrown) {
    const { message, errors = [] } = failureForCaller(thrown, context);
    const fields = errors.map(({ path, message: problem }) => `${path}: ${problem}`);
    return { result: { error: [message, ...fields].join(' ') }, usage: journal.used() };
  }
}
