/**
 * The fan-in of a turn. Started by: BullMQ, when all children of the turn's flow are done, well or not. Reads their results from the
 * journal, runs inline what is to run inline, merges the facts, files them, closes the turn and starts the session's next one.
 * Running twice is safe: fact ids derive from the turn, and only the first to end a turn ends it.
 */
import type { Gate } from '../queues/gate/gate.ts';
import type { StartTurn } from '../queues/start-turn.ts';
import { agentOf, type Team } from '../src/agents/team.ts';
import { redFlags } from '../src/clinical/red-flags.ts';
import type { Turn, TurnError, TurnResult, TurnStatus } from '../src/memory/turn.ts';
import { toAppError } from '../src/platform/errors.ts';
import type { Metrics } from '../src/platform/metrics.ts';
import type { Fact } from '../src/record/fact.ts';
import { factsFromMentions } from '../src/record/facts-from-mentions.ts';
import type { Mention } from '../src/record/mention.ts';
import { mergeFacts } from '../src/record/merge-facts.ts';
import { patientKey } from '../src/record/record.ts';
import { Parked } from '../src/run/context.ts';
import { addUsage, flatten, NO_USAGE, type RunResult } from '../src/run/run-result.ts';
import { runTree } from '../src/run/run-tree.ts';
import { spoken } from '../src/run/speaker.ts';
import type { Handler } from './job-host.ts';
import { HISTORY, type RunParts, runContext, teamOf } from './run.worker.ts';

type TurnParts = RunParts & { gate: Gate; startTurn: StartTurn; metrics: Metrics };

export function turnHandler(parts: TurnParts): Handler<'turn'> {
  return async (payload, helpers) => {
    const team = teamOf(parts.teams(), payload.team);
    const opened = await parts.services.store.open(payload.turn_id, { history: HISTORY, replay: true });
    if (!opened) return { status: 'skipped', facts: 0 };
    const { turn } = opened;
    const root = agentOf(team, team.root);
    const run = { agent: root, team, runId: root.name, depth: 0, speaks: true };
    const context = runContext(parts, run, opened, helpers);

    let runs: RunResult[] = [];
    let facts: Fact[] = [];
    let error: TurnError | null = null;
    try {
      const tree = root.type === 'parallel' ? await runTree(root, context) : await rootRun(root, context);
      runs = flatten(tree).filter((result) => team.agents.get(result.agent)?.type === 'llm');
      facts = factsOf(runs, turn);
      await fileFacts(parts, turn, facts);
    } catch (thrown) {
      const failure = toAppError(helpers.signal.aborted ? helpers.signal.reason : thrown);
      const final = failure.policy.retry === 'never' || (failure.policy.retry === 'backoff' && helpers.lastAttempt);
      if (thrown instanceof Parked || !final || failure.code === 'cancelled') throw thrown;
      error = { code: failure.code, detail: failure.message };
    }

    const answer = answerOf(team, runs);
    const outcome = judge(team, runs, answer, error);
    const result: TurnResult = {
      agents: Object.fromEntries(runs.map(({ agent, status, ms, attempts }) => [agent, { status, ms, attempts }])),
      facts: error ? [] : facts,
      usage: runs.reduce((sum, one) => addUsage(sum, one.usage), NO_USAGE),
      red_flags: redFlags(turn.text).map(({ family, advice }) => ({ family, advice })),
      error: outcome.error,
    };
    const reply = answer ?? { agent: root.name, text: team.fallback_reply };
    const end = await parts.gate.end(turn.turn_id, {
      status: outcome.status,
      result,
      reply: { agent: reply.agent, text: spoken(turn.text, reply.text) },
    });
    if (end.ended) {
      const seconds = (Date.now() - Date.parse(turn.created_at)) / 1000;
      parts.metrics.turnSeconds.observe({ team: team.name, status: outcome.status }, seconds);
      for (const fact of result.facts) parts.metrics.factsFiled.inc({ kind: fact.kind });
      helpers.log.info(
        {
          turn_id: turn.turn_id,
          status: outcome.status,
          facts: result.facts.length,
          duration_ms: Math.round(seconds * 1000),
        },
        'turn.completed',
      );
    }
    if (end.next) await parts.startTurn(end.next);
    return { status: outcome.status, facts: result.facts.length };
  };
}

/** A team whose root is not parallel: the root is the turn's one child, as a job or inline. */
async function rootRun(root: ReturnType<typeof agentOf>, context: ReturnType<typeof runContext>): Promise<RunResult> {
  if (root.dispatch === 'inline') return runTree(root, context);
  const [result] = await context.dispatch.children([{ agent: root, runId: root.name }], 'parallel');
  return result as RunResult;
}

function factsOf(runs: RunResult[], turn: Turn): Fact[] {
  return mergeFacts(
    runs.flatMap((run) => {
      const mentions = (run.output as { facts?: Mention[] } | undefined)?.facts ?? [];
      return factsFromMentions(mentions, { turnId: turn.turn_id, text: turn.text, agent: run.agent });
    }),
  );
}

async function fileFacts(parts: TurnParts, turn: Turn, facts: Fact[]): Promise<void> {
  if (facts.length === 0) return;
  const provenance = { turn_id: turn.turn_id, session_id: turn.session_id, filed_at: turn.created_at };
  await parts.services.record.file(patientKey(turn.tenant, turn.patient_id), facts, provenance);
}

/** The answer that was given to the user, if one was. */
function answerOf(team: Team, runs: RunResult[]): { agent: string; text: string } | null {
  const speaking = runs.find((run) => !team.agents.get(run.agent)?.output && run.text.trim() !== '');
  return speaking ? { agent: speaking.answered_by, text: speaking.text } : null;
}

function judge(
  team: Team,
  runs: RunResult[],
  answer: object | null,
  error: TurnError | null,
): { status: Extract<TurnStatus, 'completed' | 'degraded' | 'failed'>; error: TurnError | null } {
  if (error) return { status: 'failed', error };
  const failed = runs.find((run) => run.status === 'error');
  const failure = failed
    ? { code: failed.error?.code ?? 'internal', detail: failed.error?.detail ?? 'It failed.', agent: failed.agent }
    : null;
  if (failed && team.agents.get(failed.agent)?.required && !answer) return { status: 'failed', error: failure };
  if (!answer)
    return { status: 'degraded', error: failure ?? { code: 'no_answer', detail: 'No agent had an answer.' } };
  return failed ? { status: 'degraded', error: failure } : { status: 'completed', error: null };
}
