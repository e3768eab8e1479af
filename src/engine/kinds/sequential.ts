/** Stages one after the other. Of their words the last stage's go to the user, the others work for it. */
import { type Agent, agentOf, type Team } from '../agents/team.ts';
import type { ChildRun, RunContext } from '../run/context.ts';
import type { RunResult } from '../run/run-result.ts';
import { gather, requiredFailure, runAsJobs, runStage, validateComposite } from './composite.ts';
import type { Kind, KindOf } from './kind.ts';

export function sequential(kindOf: KindOf): Kind {
  /** Stages that are plain jobs and follow one another are laid out together, each the child of the next. */
  const chainOf = (stages: ChildRun[]) => {
    const end = stages.findIndex(({ agent }) => !kindOf(agent).works || agent.dispatch !== 'job');
    return stages.slice(0, end < 0 ? stages.length : end).map((stage) => [stage]);
  };

  async function runStages(agent: Agent, context: RunContext): Promise<RunResult[]> {
    const { runId, speaks, team } = context;
    const stages = stagesOf({ agent, runId, speaks }, team);
    const results: RunResult[] = [];
    while (results.length < stages.length) {
      const left = stages.slice(results.length);
      const chain = chainOf(left);
      const done = chain.length > 0 ? await runAsJobs(chain, context) : [await runStage(left[0] as ChildRun, context)];
      results.push(...done);
      context.journal.log.advance(results.length, stages.length, stages[results.length - 1]?.agent.name);
      if (done.some((result) => requiredFailure(result, context))) break;
    }
    return results;
  }

  return {
    works: false,
    isTask: false,
    validate: validateComposite,
    answers(agent, team) {
      const last = agentOf(team, agent.sub_agents.at(-1) ?? '');
      return kindOf(last).answers(last, team);
    },
    layout: (run, team) => chainOf(stagesOf(run, team)),
    async run(agent, context) {
      const began = performance.now();
      const children = await runStages(agent, context);
      const last = children.slice(-1);
      return gather(agent, context, {
        children,
        heard: last,
        earlier: children.slice(0, -1),
        output: last[0]?.output,
        ms: performance.now() - began,
      });
    },
  };
}

function stagesOf({ agent, runId, speaks }: ChildRun, team: Team): ChildRun[] {
  const last = agent.sub_agents.length - 1;
  return agent.sub_agents.map((name, index) => ({
    agent: agentOf(team, name),
    runId: `${runId}.${name}`,
    speaks: speaks && index === last,
  }));
}
