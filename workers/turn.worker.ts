/**
 * The fan-in of a turn. Started by: BullMQ, when all children of the turn's flow are done, well or not. Reads their results from the
 * journal, runs inline what is to run inline, merges the facts, files them, closes the turn and starts the session's next one.
 * Running twice is safe: fact ids derive from the turn, and only the first to end a turn ends it.
 */
import { JOBS } from '../queues/catalogue.ts';
import type { Gate } from '../queues/gate/gate.ts';
import type { FleetResearchDesk } from '../queues/research/research-desk.ts';
import type { StartTurn } from '../queues/start-turn.ts';
import { type Agent, agentOf, type Team } from '../src/agents/team.ts';
import type { Turn, TurnError, TurnResult, TurnStatus } from '../src/memory/turn.ts';
import { toAppError } from '../src/platform/errors.ts';
import type { Metrics } from '../src/platform/metrics.ts';
import type { Fact, FamilyFact } from '../src/record/fact.ts';
import type { Mention } from '../src/record/mention.ts';
import { patientKey } from '../src/record/record.ts';
import { Parked, type RunContext } from '../src/run/context.ts';
import { hasFailed } from '../src/run/finish-run.ts';
import { flagsOf } from '../src/run/message-flags.ts';
import { addUsage, flatten, NO_USAGE, type RunResult } from '../src/run/run-result.ts';
import { runInline, runTree } from '../src/run/run-tree.ts';
import { spoken } from '../src/run/speaker.ts';
import { factsFromMentions } from '../src/teams/health/facts/facts-from-mentions.ts';
import { familyFromMentions } from '../src/teams/health/facts/family-from-mentions.ts';
import { mergeFacts } from '../src/teams/health/facts/merge-facts.ts';
import type { Handler } from './job-host.ts';
import { HISTORY, type RunParts, runContext, teamOf } from './run.worker.ts';

type Answer = { agent: string; text: string };

type TurnParts = RunParts & { gate: Gate; startTurn: StartTurn; metrics: Metrics; research: FleetResearchDesk };

export function turnHandler(parts: TurnParts): Handler<'turn'> {
  return async (payload, helpers) => {
    const team = teamOf(parts.teams(), payload.team);
    const opened = await parts.services.store.open(payload.turn_id, {
      agent: team.root,
      history: HISTORY,
      replay: true,
    });
    if (!opened) return { status: 'skipped', facts: 0 };
    const { turn } = opened;
    const root = agentOf(team, team.root);
    const run = { agent: root, team, runId: root.name, depth: 0, speaks: true };
    // What runs inline here is given up as soon as a job of its own would be; the record is waited for much longer.
    const lastAttempt = helpers.tries >= JOBS.run.options.attempts;
    const context = runContext(parts, run, opened, { ...helpers, lastAttempt });

    let runs: RunResult[] = [];
    let facts: Fact[] = [];
    let answer: Answer | null = null;
    let silent = false;
    let error: TurnError | null = null;
    try {
      const tree = await rootRun(root, context);
      silent = tree.silent === true;
      if (tree.text.trim() !== '') answer = { agent: tree.answered_by, text: tree.text };
      runs = flatten(tree).filter((result) => team.agents.get(result.agent)?.type === 'llm');
      const told = toldIn(runs, turn);
      facts = told.facts;
      await fileFacts(parts, turn, told);
    } catch (thrown) {
      const failure = toAppError(helpers.signal.aborted ? helpers.signal.reason : thrown);
      if (thrown instanceof Parked || !hasFailed(failure, helpers.lastAttempt)) throw thrown;
      error = { code: failure.code, detail: failure.message };
    }

    const outcome = judge(team, runs, answer, silent, error);
    const result: TurnResult = {
      agents: Object.fromEntries(runs.map(({ agent, status, ms, attempts }) => [agent, { status, ms, attempts }])),
      facts: error ? [] : facts,
      usage: runs.reduce((sum, one) => addUsage(sum, one.usage), NO_USAGE),
      red_flags: flagsOf(turn.text).map(({ family, advice }) => ({ family, advice })),
      error: outcome.error,
    };
    const reply = answer ?? (silent ? null : { agent: root.name, text: team.fallback_reply });
    const end = await parts.gate.end(turn.turn_id, {
      status: outcome.status,
      result,
      reply: reply && { agent: reply.agent, text: spoken(turn.text, reply.text) },
    });
    // First the session's next turn: nothing that is noted afterwards may hold it up.
    if (end.next) await parts.startTurn(end.next);
    if (end.ended) {
      const seconds = (Date.now() - Date.parse(turn.created_at)) / 1000;
      parts.metrics.turnSeconds.observe({ team: team.name, status: outcome.status }, seconds);
      for (const fact of result.facts) parts.metrics.factsFiled.inc({ kind: fact.kind });
      helpers.log.info(
        { status: outcome.status, facts: result.facts.length, duration_ms: Math.round(seconds * 1000) },
        'turn.completed',
      );
      if (team.remembers) await parts.research.remember(turn, reply?.text ?? null);
      if (team.internal) await parts.research.account(turn, result, workedSeconds(runs));
    }
    return { status: outcome.status, facts: result.facts.length };
  };
}

/** A parallel root is the turn itself; any other is the turn's one child, as a job or inline. */
async function rootRun(root: Agent, context: RunContext): Promise<RunResult> {
  if (root.type === 'parallel') return runTree(root, context);
  const run = { agent: root, runId: root.name, speaks: true };
  if (root.dispatch === 'inline') return runInline(run, context);
  const [result] = await context.dispatch.children([run], 'parallel', { depth: 0, changes: {} });
  return result as RunResult;
}

type Told = { facts: Fact[]; family: FamilyFact[] };

/** What the extractors have read: the patient's own facts, each once, and what was said of relatives. */
function toldIn(runs: RunResult[], turn: Turn): Told {
  const read = runs.map((run) => ({
    mentions: (run.output as { facts?: Mention[] } | undefined)?.facts ?? [],
    source: { turnId: turn.turn_id, text: turn.text, agent: run.agent },
  }));
  const family = read.flatMap(({ mentions, source }) => familyFromMentions(mentions, source));
  return {
    facts: mergeFacts(read.flatMap(({ mentions, source }) => factsFromMentions(mentions, source))),
    family: [...new Map(family.map((fact) => [fact.id, fact])).values()],
  };
}

async function fileFacts(parts: TurnParts, turn: Turn, { facts, family }: Told): Promise<void> {
  if (facts.length + family.length === 0) return;
  const provenance = { turn_id: turn.turn_id, session_id: turn.session_id, filed_at: turn.created_at };
  await parts.services.record.file(patientKey(turn.tenant, turn.patient_id), facts, provenance, family);
}

/** Without the time that a message waited for its turn. */
function workedSeconds(runs: RunResult[]): number {
  return runs.reduce((sum, { ms }) => sum + ms, 0) / 1000;
}

function judge(
  team: Team,
  runs: RunResult[],
  answer: Answer | null,
  silent: boolean,
  error: TurnError | null,
): { status: Extract<TurnStatus, 'completed' | 'degraded' | 'failed'>; error: TurnError | null } {
  if (error) return { status: 'failed', error };
  const failures = runs.filter((run) => run.status === 'error');
  const failed = failures.find((run) => team.agents.get(run.agent)?.required) ?? failures[0];
  const failure = failed
    ? { code: failed.error?.code ?? 'internal', detail: failed.error?.detail ?? 'It failed.', agent: failed.agent }
    : null;
  if (failed && team.agents.get(failed.agent)?.required && !answer) return { status: 'failed', error: failure };
  if (!answer && !silent)
    return { status: 'degraded', error: failure ?? { code: 'no_answer', detail: 'No agent had an answer.' } };
  return failed ? { status: 'degraded', error: failure } : { status: 'completed', error: null };
}
