/**
 * Runs a recorded turn again: the team as it is now, through the real run loop, with every model answer and tool result pinned. What
 * comes out differently is what our own code or configs have changed.
 */
import { agentOf, type Teams } from '../../src/engine/agents/team.ts';
import { type ModelChunk, type ModelGateway, writtenByUser } from '../../src/engine/models/model.ts';
import { prefaced, prefaceOf } from '../../src/engine/run/preface.ts';
import { flatten, type RunResult } from '../../src/engine/run/run-result.ts';
import { AppError } from '../../src/platform/errors.ts';
import type { Fact } from '../../src/record/fact.ts';
import { toldBy } from '../../src/teams/health/file-facts.ts';
import { readHere } from '../support/reading.ts';
import { equipmentOf, eventsOf, runAlone } from './alone.ts';
import type { PinnedAnswer, TurnCase, TurnOutcome } from './turn-case.ts';

export type Replay = {
  same: boolean;
  /** One line for each thing that is different, `-` as it was and `+` as it is. */
  diff: string[];
};

export async function replayTurn(recorded: TurnCase, teams: Teams): Promise<Replay> {
  const team = teams.get(recorded.turn.team);
  if (!team) throw new Error(`There is no team ${recorded.turn.team}.`);
  const { turn, history, state } = recorded;
  const { result, writes } = await runAlone(agentOf(team, team.root), {
    team,
    turn,
    history,
    state,
    model: pinnedModel(recorded.answers),
    recorded: new Map(Object.entries(recorded.tools)),
  });
  const text = result.text.trim() === '' ? team.fallback_reply : result.text;
  const now: TurnOutcome = {
    route: (eventsOf(writes, 'routed')[0]?.route as string | undefined) ?? null,
    agent: result.text.trim() === '' ? team.root : result.answered_by,
    reply: prefaced({ preface: await prefaceOf(equipmentOf(team.name).module, turn, history) }, text),
    facts: await factsOf(flatten(result), recorded),
  };
  const failed = flatten(result).flatMap(({ agent, error }) => (error ? [`! ${agent}: ${error.detail}`] : []));
  const diff = [...difference(recorded.expected, now), ...failed];
  return { same: diff.length === 0, diff };
}

/** Answers each agent what it was answered then, in the same order. */
function pinnedModel(answers: readonly PinnedAnswer[]): ModelGateway {
  const asked = new Map<string, number>();
  return {
    offers: () => false,
    serves: () => ({ by: 'a script', usesTokens: false }),
    async *stream({ agent }): AsyncGenerator<ModelChunk> {
      const step = (asked.get(agent) ?? 0) + 1;
      asked.set(agent, step);
      const pinned = answers.find((one) => one.agent === agent && one.step === step);
      if (!pinned) throw new AppError('model_refused', `nothing was recorded for step ${step} of ${agent}.`);
      const { text, calls, usage } = pinned.answer;
      if (text !== '') yield { type: 'text', text };
      for (const call of calls) yield { type: 'call', call };
      yield { type: 'usage', usage };
    },
  };
}

async function factsOf(runs: RunResult[], { turn, history }: TurnCase): Promise<Fact[]> {
  const { facts, corrections } = await toldBy(readHere, { task: turn, runs, earlier: writtenByUser(history) });
  return [...facts, ...corrections.flatMap(({ fact }) => fact ?? [])];
}

function difference(then: TurnOutcome, now: TurnOutcome): string[] {
  const plain = (['route', 'agent', 'reply'] as const).flatMap((what) =>
    then[what] === now[what] ? [] : [`- ${what}: ${then[what]}`, `+ ${what}: ${now[what]}`],
  );
  const before = then.facts.map(lineOf);
  const after = now.facts.map(lineOf);
  return [
    ...plain,
    ...before.filter((line) => !after.includes(line)).map((line) => `- fact: ${line}`),
    ...after.filter((line) => !before.includes(line)).map((line) => `+ fact: ${line}`),
  ];
}

/** All of a fact, in one order of fields. */
function lineOf(fact: Fact): string {
  const { kind, name, id: _, ...rest } = fact;
  const details = Object.entries(rest).sort(([a], [b]) => a.localeCompare(b));
  return `${kind} ${name} ${JSON.stringify(Object.fromEntries(details))}`;
}
