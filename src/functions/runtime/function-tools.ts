/**
 * Functions as tools of the model that drafts another one. A call is nested in the draft's run: its steps are journaled, what it uses
 * is counted with the tool's step, and the sources it finds go into the state, so that a replay knows them too.
 */
import type { Citation } from '../../engine/models/citation.ts';
import type { Functions, RunContext } from '../../engine/run/context.ts';
import type { Journal } from '../../engine/run/journal.ts';
import { addUsage } from '../../engine/run/run-result.ts';
import type { State } from '../../engine/task/state.ts';
import { NO_USAGE } from '../../engine/task/task.ts';
import { defineTool, type Tool } from '../../engine/tools/tool.ts';
import { AppError } from '../../platform/errors.ts';
import type { AgentFunction } from '../agent-function.ts';
import { byMarker, type FreeMarkers, freeMarkers, renumber } from './sources.ts';

/** What the model can put right itself. */
const ITS_MISTAKES: ReadonlySet<string> = new Set(['invalid', 'over_budget']);

const FOUND = 'temp:sources:';

/** `place`: of the member among those asked for the draft. */
export function functionTool(
  fn: AgentFunction,
  call: Functions['call'],
  context: RunContext,
  { offered, place }: { offered: readonly Citation[]; place: number },
): Tool {
  return defineTool({
    name: fn.name,
    description: fn.description,
    input: fn.input,
    output: fn.output,
    effect: 'read',
    async run(input, tool) {
      // Run, turn and index of the call: the same after every replay.
      const runId = tool.idempotencyKey.slice(tool.task.id.length + 1);
      const markers = freeMarkers(offered, place, foundIn(context.state), Number(runId.split('.').at(-1)));
      if (markers.most === 0) return { error: `Enough was looked up. Answer with what you have.` };
      try {
        const { output } = await call({ name: fn.name, input, options: {} }, nestedIn(context, runId, tool));
        return keepSources(output, markers, (found) => tool.state.set(`${FOUND}${runId}`, found));
      } catch (thrown) {
        if (!(thrown instanceof AppError) || !ITS_MISTAKES.has(thrown.code)) throw thrown;
        const problems = thrown.errors?.map(({ path, message }) => `${path}: ${message}`) ?? [thrown.message];
        return { error: `The arguments of ${fn.name} do not fit: ${problems.join('; ')}` };
      }
    },
  });
}

/** The sources that the tools of a run have found so far, in the order of their markers. */
export function foundIn(state: State): Citation[] {
  return Object.entries(state.all())
    .filter(([key]) => key.startsWith(FOUND))
    .flatMap(([, found]) => found as Citation[])
    .sort(byMarker);
}

/** The model is shown the passages once: they stand in the output beside the sources. */
function keepSources(
  output: Record<string, unknown>,
  markers: FreeMarkers,
  keep: (found: Citation[]) => void,
): Record<string, unknown> {
  const renumbered = renumber(output, markers);
  if (renumbered.found.length > 0) keep(renumbered.found);
  return { ...renumbered.output, citations: renumbered.found.map(({ chunk: _chunk, ...citation }) => citation) };
}

type Caller = Parameters<Tool['run']>[1];

function nestedIn(context: RunContext, runId: string, { signal, model }: Caller): RunContext {
  return {
    ...context,
    runId,
    signal,
    services: { ...context.services, model },
    journal: countedApart(context.journal.nested(runId)),
  };
}

/** What is used is counted with the step of the tool, where a replay finds it, and not a second time here. */
function countedApart(journal: Journal): Journal {
  let used = NO_USAGE;
  return {
    ...journal,
    spend(usage) {
      used = addUsage(used, usage);
    },
    used: () => used,
    nested: (runId) => countedApart(journal.nested(runId)),
  };
}
