/** Sub-agents side by side: a flow that fans out and in. As a root it is the task itself. */
import { type Agent, agentOf, type Team } from '../agents/team.ts';
import { type ChildRun, Parked, type RunContext } from '../run/context.ts';
import { runInline } from '../run/run-inline.ts';
import type { RunResult } from '../run/run-result.ts';
import { gather, runAsJobs, someAnswer, validateComposite } from './composite.ts';
import type { Kind, KindOf } from './kind.ts';

export function parallel(kindOf: KindOf): Kind {
  /** Two who speak at once would talk into each other's reply: then the group says their words when all are done. */
  function runsOf({ agent, runId, speaks }: ChildRun, team: Team): ChildRun[] {
    const runs = members(agent, runId, team);
    const answering = runs.filter((run) => kindOf(run.agent).answers(run.agent, team));
    return runs.map((run) => ({ ...run, speaks: speaks && answering.length === 1 }));
  }

  return {
    works: false,
    isTask: true,
    validate: validateComposite,
    answers: someAnswer(kindOf),
    layout: (run, team) => [runsOf(run, team)],
    async run(agent, context) {
      const began = performance.now();
      const { runId, speaks, team } = context;
      const children = await runAll(runsOf({ agent, runId, speaks }, team), context);
      const heard = children.filter((child) => child.text.trim() !== '');
      // At the top of a team, one branch's failure does not take back what another has already said.
      const tolerant = agent.name === team.root;
      return gather(agent, context, { children, heard, tolerant, ms: performance.now() - began });
    },
  };
}

/** Parallel groups within a parallel group are one group: there is nothing to join in between. */
function members(agent: Agent, runId: string, team: Team): Omit<ChildRun, 'speaks'>[] {
  return agent.sub_agents.flatMap((name) => {
    const sub = agentOf(team, name);
    const subId = `${runId}.${name}`;
    return sub.type === 'parallel' ? members(sub, subId, team) : [{ agent: sub, runId: subId }];
  });
}

async function runAll(runs: ChildRun[], context: RunContext): Promise<RunResult[]> {
  const jobs = runs.filter((run) => run.agent.dispatch === 'job');
  const inline = runs.filter((run) => run.agent.dispatch === 'inline');
  const results = new Map<string, RunResult>();
  for (const [index, result] of (await runAsJobs([jobs], context)).entries())
    results.set(String(jobs[index]?.runId), result);
  const settled = await Promise.allSettled(inline.map((run) => runInline(run, context)));
  const rejected = settled.filter((one) => one.status === 'rejected');
  // A parked sibling goes first: when its child is done the whole job runs again, and the others with it.
  const thrown = rejected.find((one) => one.reason instanceof Parked) ?? rejected[0];
  if (thrown) throw thrown.reason;
  for (const [index, one] of settled.entries())
    if (one.status === 'fulfilled') results.set(String(inline[index]?.runId), one.value);
  return runs.map((run) => results.get(run.runId) as RunResult);
}
