/** Stages one after the other. Of their words the last stage's go to the user, the others work for it. */
import { type Agent, agentOf, type Team } from '../agents/team.ts';
import type { ChildRun, RunContext } from '../run/context.ts';
import type { RunResult } from '../run/run-result.ts';
import { gather, requiredFailure, runAsJobs, runStage, validateComposite } from './composite.ts';
import type { Kind, KindOf } from './kind.ts';

export function sequential(kindOf: KindOf): Kind {
  /** Stages that are all plain jobs are laid out beforehand, each the child of the next. */
  const isChain = (agent: Agent, team: Team) =>
    agent.sub_agents.every((name) => {
      const stage = agentOf(team, name);
      return kindOf(stage).works && stage.dispatch === 'job';
    });

  async function runStages(agent: Agent, context: RunContext): Promise<RunResult[]> {
    const { runId, speaks, team } = context;
    const stages = stagesOf({ agent, runId, speaks }, team);
    if (isChain(agent, team))
      return runAsJobs(
        stages.map((stage) => [stage]),
        context,
      );
    const results: RunResult[] = [];
    for (const stage of stages) {
      const result = await runStage(stage, context);
      results.push(result);
      context.journal.log.advance(results.length, stages.length, stage.agent.name);
      if (requiredFailure(result, context)) break;
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
    layout: (run, team) => (isChain(run.agent, team) ? stagesOf(run, team).map((stage) => [stage]) : []),
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
