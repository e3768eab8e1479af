/** What the team of functions brings besides its agents: the result of a run, and what is erased with a person. */
import { z } from 'zod';
import type { RunResult } from '../engine/run/run-result.ts';
import type { Erased, FanIn, FanInResult, TeamModule } from '../engine/run/team-module.ts';
import type { Subject } from '../engine/task/task.ts';
import { FUNCTIONS_TEAM } from './functions-team.ts';

/** The kind of a task that is one function call or one pipeline. */
export const RUN = 'run';

/** How one run of a pipeline's stage went. */
export const StageView = z.object({
  stage: z.string(),
  function: z.string(),
  round: z.number().describe('1; one more each time that the work was sent back'),
  item: z.string().optional(),
  status: z.enum(['success', 'empty', 'error']),
  ms: z.number(),
  attempts: z.number(),
  cached: z.boolean().default(false),
  preset: z.string().optional(),
  mode: z.string().optional(),
  error: z.object({ code: z.string(), detail: z.string() }).optional(),
});
export type StageView = z.infer<typeof StageView>;

type Erase = (tenant: string, who: Subject) => Promise<Erased>;

export function functionsModule(erase: Erase): TeamModule {
  return {
    name: FUNCTIONS_TEAM,
    subject: null,
    fanIn: async (end) => runResult(end),
    erase: { stop: async () => undefined, forget: erase },
  };
}

function runResult({ task, runs }: FanIn): FanInResult {
  const own = runs.find(({ agent }) => agent === task.agent);
  const { cited, ...output } = (own?.output ?? {}) as Record<string, unknown>;
  const stages = runs.filter((run) => run !== own).map((run) => stageView(task.agent, run));
  return {
    data: {
      ...(own?.output !== undefined && { output }),
      ...(cited !== undefined && { cited }),
      ...(own?.details && { details: own.details }),
      ...(stages.length > 0 && { stages }),
    },
  };
}

/** A failed run has no details: its agent's name says which stage it was. */
function stageView(pipeline: string, { agent, details = {}, status, ms, attempts, error }: RunResult): StageView {
  const stage = agent.slice(pipeline.length + 1);
  return StageView.parse({ stage, function: stage, round: 1, ...details, status, ms, attempts, error });
}
