/** An agent of another system, called over A2A. To those who hand over to it or use it as a tool it is an agent like any other. */
import type { Agent } from '../agents/team.ts';
import type { RunContext } from '../run/context.ts';
import type { RemoteOutcome } from '../run/remote.ts';
import type { RunResult } from '../run/run-result.ts';
import { NO_USAGE } from '../task/task.ts';
import { noModelFields } from './composite.ts';
import type { Kind } from './kind.ts';

export const remote: Kind = {
  works: true,
  isTask: false,
  validate(draft, report) {
    noModelFields(draft, report);
    if (!draft.config.remote)
      report(
        draft.source,
        ['remote'],
        'a remote agent needs to be found',
        'add "remote:" with "endpoint:" and "actions:"',
      );
  },
  answers: () => true,
  layout: () => [],
  async run(agent, context) {
    const began = performance.now();
    const action = agent.remote?.actions[0];
    if (!action) throw new Error(`${agent.name} has no action`);
    const outcome = await context.journal.step('remote', () =>
      context.services.remotes.call(agent, { action: action.name, parameters: action.parameters }, context),
    );
    return resultOf(agent, context, outcome, performance.now() - began);
  },
};

function resultOf(agent: Agent, context: RunContext, { output }: RemoteOutcome, ms: number): RunResult {
  return {
    agent: agent.name,
    status: 'success',
    text: wordsOf(output),
    output,
    answered_by: agent.name,
    usage: NO_USAGE,
    ms: Math.round(ms),
    attempts: context.tries,
    children: [],
  };
}

/** Its own words if it has some; otherwise the sentences of its lists. */
function wordsOf(output: Record<string, unknown>): string {
  if (typeof output.text === 'string') return output.text;
  const lists = Object.values(output).flatMap((value) => (Array.isArray(value) ? [value] : []));
  return lists
    .map((list) => list.filter((item): item is string => typeof item === 'string').join('\n'))
    .filter(Boolean)
    .join('\n\n');
}
