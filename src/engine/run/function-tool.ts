/** A function as a tool of an agent: it runs nested in the caller's job, its model calls are steps, and it cannot fail its caller. */
import type { Citation } from '../models/citation.ts';
import type { ToolCall } from '../models/model.ts';
import type { TaskUsage } from '../task/task.ts';
import { failureForCaller } from './agent-tool.ts';
import type { RunContext } from './context.ts';

/** `citations`: the sources in the output, which the caller's answer may cite. */
export type FunctionToolAnswer = { result: unknown; usage: TaskUsage; citations?: Citation[] };

export async function useFunctionTool(
  context: RunContext,
  { name, args }: ToolCall,
  id: string,
): Promise<FunctionToolAnswer> {
  const runId = `${id}.${name}`;
  const journal = context.journal.nested(runId);
  const nested: RunContext = { ...context, runId, journal, history: [], speaks: false, nested: true };
  try {
    const { output, usage } = await context.services.functions.call({ name, input: args, options: {} }, nested);
    const citations = Array.isArray(output.citations) ? (output.citations as Citation[]) : [];
    return { result: output, usage, ...(citations.length > 0 && { citations }) };
  } catch (thrown) {
    const { message, errors = [] } = failureForCaller(thrown, context);
    const fields = errors.map(({ path, message: problem }) => `${path}: ${problem}`);
    return { result: { error: [message, ...fields].join(' ') }, usage: journal.used() };
  }
}
