/** Runs its sub-agents again, with what they left in the state, until one is satisfied or the limit is reached. */
import { type Agent, agentOf } from '../agents/team.ts';
import type { RunContext } from '../run/context.ts';
import type { RunResult } from '../run/run-result.ts';
import { gather, requiredFailure, runStage, someAnswer, validateComposite } from './composite.ts';
import type { Kind, KindOf } from './kind.ts';

export function loop(kindOf: KindOf): Kind {
  return {
    works: false,
    isTask: false,
    validate(draft, report) {
      validateComposite(draft, report);
      if (draft.config.max_iterations === undefined)
        report(draft.source, ['max_iterations'], 'a loop needs max_iterations', 'add "max_iterations: 3"');
    },
    answers: someAnswer(kindOf),
    /** Its children are set going one after the other when it runs. */
    layout: () => [],
    async run(agent, context) {
      const began = performance.now();
      const children = await runRounds(agent, context);
      const last = children.findLast((child) => child.text.trim() !== '');
      return gather(agent, context, {
        children,
        heard: last ? [last] : [],
        earlier: last ? builtOn(last, children) : [],
        output: children.at(-1)?.output,
        ms: performance.now() - began,
      });
    },
  };
}

/** All rounds are kept: what an earlier one used or failed at belongs to the task's account. */
async function runRounds(agent: Agent, context: RunContext): Promise<RunResult[]> {
  const results: RunResult[] = [];
  for (let round = 1; round <= (agent.max_iterations ?? 1); round += 1) {
    for (const name of agent.sub_agents) {
      const runId = `${context.runId}.${round}.${name}`;
      const run = { agent: agentOf(context.team, name), runId, speaks: false, part: { round } };
      const result = await runStage(run, context);
      results.push(result);
      context.journal.log.advance(results.length, null, name);
      if (result.escalate || requiredFailure(result, context)) return results;
    }
  }
  return results;
}

/** The runs before it, of each other agent the last one: a later round has replaced what an earlier one said. */
function builtOn(last: RunResult, children: readonly RunResult[]): RunResult[] {
  const before = children.slice(0, children.indexOf(last));
  const latest = new Map(before.map((child) => [child.agent, child]));
  latest.delete(last.agent);
  return [...latest.values()];
}
