/** A function: one call, whose output is typed data. In a team's tree, as a stage of a pipeline, or as a task of its own. */
import { feedbackKey, handoffKey } from '../agents/pipeline.ts';
import type { Agent } from '../agents/team.ts';
import type { RunContext } from '../run/context.ts';
import { endedEarly } from '../run/end-run.ts';
import { type CallOptions, type FunctionOutcome, sourcesIn } from '../run/functions.ts';
import type { RunResult } from '../run/run-result.ts';
import { callOf } from '../run/stage-call.ts';
import { eventWrite, type StageEvent } from '../run/writes.ts';
import { noModelFields } from './composite.ts';
import type { Kind } from './kind.ts';

export const functionKind: Kind = {
  works: true,
  isTask: true,
  taskQueue: 'function',
  validate(draft, report) {
    const { config, source } = draft;
    noModelFields(draft, report);
    if (!config.call)
      report(source, ['call'], 'a function agent needs a call', 'add "call:" with "function:" and "input:"');
  },
  /** Its output is data. */
  answers: () => false,
  layout: () => [],
  async run(agent, context) {
    const began = performance.now();
    const tell = stageTeller(agent, context);
    tell({ status: 'running' });
    try {
      const outcome = await context.services.functions.call(callOf(agent, context), context);
      await keepOutput(agent, context, outcome);
      const result = resultOf(agent, context, outcome, performance.now() - began);
      tell({ status: 'success', cached: outcome.details.cached, ms: result.ms });
      return result;
    } catch (thrown) {
      if (!endedEarly(thrown, context)) tell({ status: 'error' });
      throw thrown;
    }
  },
};

function resultOf(agent: Agent, context: RunContext, outcome: FunctionOutcome, ms: number): RunResult {
  const { output, cited, usage, details } = outcome;
  const result: RunResult = {
    agent: agent.name,
    status: 'success',
    text: '',
    answered_by: agent.name,
    usage,
    ms: Math.round(ms),
    attempts: context.tries,
    children: [],
    details: { ...details, ...stageDetails(agent, context) },
  };
  const [failed] = details.mode === 'rule' ? (details.failed ?? []) : [];
  if (failed) {
    const detail = `Rules stood in for the models of ${agent.name}, which gave no answer that can be used (${failed.code}).`;
    result.warning = { code: 'stood_in', detail };
  }
  // In a team's tree the agents that follow may use the markers of what was found. A stage hands it on as data, and a task of its own has
  // it in the output: there only what a text cites counts as used.
  const citations = cited?.citations ?? (agent.call ? sourcesIn(output) : []);
  if (citations.length > 0) result.citations = citations;
  const whole = cited ? { ...output, cited } : output;
  // A stage's output is in the state, where later stages look for it; a second copy in the result would be one too many.
  if (!agent.stage) result.output = whole;
  if (agent.output_key) context.state.set(agent.output_key, whole);
  return result;
}

function stageDetails({ stage }: Agent, { part = { round: 1 } }: RunContext) {
  return stage ? { stage: stage.id, function: stage.function, ...part } : {};
}

async function keepOutput(agent: Agent, context: RunContext, { output, cited }: FunctionOutcome): Promise<void> {
  const { pipeline, stage } = agent;
  if (!pipeline || !stage) return;
  const item = context.part?.item;
  const whole: Record<string, unknown> = cited ? { ...output, cited } : output;
  context.state.set(handoffKey(pipeline.id, stage.id, item), whole);
  if (stage.retry) context.state.set(feedbackKey(pipeline.id, stage.id, context.part?.round ?? 1), whole);
  const { cache } = (context.task.input.options ?? {}) as CallOptions;
  if (stage.cache === 'handoff_cache' || (stage.cache === 'compression_cache' && cache === false)) return;
  const artifact = stage.artifact ?? 'output';
  const value = stage.artifact === undefined ? whole : whole[stage.artifact];
  const kept = { tier: stage.cache, pipeline: pipeline.id, stage: stage.id, item, artifact, value };
  await context.services.functions.keep(kept, context);
}

/** Says how a stage goes. A call that is no stage is the task itself, whose events say it. */
function stageTeller({ stage }: Agent, { journal, part = { round: 1 } }: RunContext) {
  return (state: Pick<StageEvent, 'status' | 'cached' | 'ms'>): void => {
    if (!stage) return;
    const { round, item } = part;
    const data = { stage: stage.id, function: stage.function, round, ...(item !== undefined && { item }), ...state };
    journal.outbox.put(eventWrite({ kind: 'stage', data }));
  };
}
