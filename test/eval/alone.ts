/**
 * Agents through the real run loop with nothing around it: no Redis, no queue, no record. What a run would write is kept in memory;
 * children run at once where a fleet would add a job. A model is measured so, and a recorded turn is run again so.
 */

import { type Agent, agentOf, type Team } from '../../src/engine/agents/team.ts';
import { checkTransfer } from '../../src/engine/agents/transfer-policy.ts';
import { runAnyKind } from '../../src/engine/kinds/kinds.ts';
import type { Message, ModelGateway } from '../../src/engine/models/model.ts';
import type { ChildRun, Dispatch, RunContext, Services } from '../../src/engine/run/context.ts';
import { endRun } from '../../src/engine/run/end-run.ts';
import { equip } from '../../src/engine/run/equipment.ts';
import { openJournal } from '../../src/engine/run/journal.ts';
import { prefaceOf } from '../../src/engine/run/preface.ts';
import { failedRun, type RunResult } from '../../src/engine/run/run-result.ts';
import type { Write } from '../../src/engine/run/writes.ts';
import { createState, type StateDelta } from '../../src/engine/task/state.ts';
import type { Task } from '../../src/engine/task/task.ts';
import type { Documents } from '../../src/engine/tools/documents.ts';
import type { WorkspaceStore } from '../../src/engine/workspace/workspace.ts';
import { toAppError } from '../../src/platform/errors.ts';
import { createLog } from '../../src/platform/log.ts';
import { describeTeams, TEAMS } from '../../src/teams/teams.ts';
import { NO_FUNCTIONS } from '../support/no-functions.ts';
import { NO_REMOTES } from '../support/no-remotes.ts';
import { readHere } from '../support/reading.ts';

/** The teams as their modules describe them: their tools cannot be used, for there is nothing behind them. */
export const equipmentOf = equip(describeTeams(TEAMS, { reading: readHere }));

export type Place = {
  team: Team;
  model: ModelGateway;
  turn: Task;
  history?: Message[];
  state?: Readonly<Record<string, unknown>>;
  /** Steps that are not to be done again, as the journal keeps them. */
  recorded?: ReadonlyMap<string, string>;
};

/** A run, and all it would have written, in order. A failure is thrown. */
export async function runAlone(agent: Agent, place: Place): Promise<{ result: RunResult; writes: Write[] }> {
  const writes: Write[] = [];
  const services = servicesOf(place.model, writes);
  const context = await contextOf(place, services, { agent, runId: agent.name, speaks: true }, 0, {});
  const result = await runAnyKind(agent, context);
  await endRun(agent, context, result);
  return { result, writes };
}

/** The data of the events that a run would have sent, of one kind. */
export function eventsOf(writes: readonly Write[], kind: string): Record<string, unknown>[] {
  return writes.flatMap(([what, a, b]) => (what === 'event' && a === kind ? [JSON.parse(b)] : []));
}

function servicesOf(model: ModelGateway, writes: Write[]): Services {
  return {
    model,
    rules: model,
    workspaces: absent<WorkspaceStore>('workspace'),
    store: {
      open: async () => null,
      write: async (_claim, take) => {
        writes.push(...take().writes);
      },
      noteLost: async () => undefined,
      resultOf: async () => undefined,
    },
    run: runAnyKind,
    documents: {} as Documents,
    functions: NO_FUNCTIONS,
    remotes: NO_REMOTES,
    allowHosts: [],
    maxPauseMs: 60_000,
  };
}

/** Whoever asks for it gets an error that says so, and not somebody's record. */
function absent<T extends object>(what: string): T {
  return new Proxy({} as T, {
    get: (_target, name) => () => {
      throw new Error(`there is no ${what} here (${String(name)})`);
    },
  });
}

async function contextOf(
  place: Place,
  services: Services,
  { runId, speaks }: ChildRun,
  depth: number,
  changes: StateDelta,
): Promise<RunContext> {
  const { team, turn, history = [], state = {}, recorded = new Map() } = place;
  const equipment = equipmentOf(team.name);
  return {
    services,
    team,
    equipment,
    task: turn,
    runId,
    depth,
    attempt: 1,
    tries: 1,
    lastAttempt: true,
    speaks,
    nested: false,
    found: new Set(),
    input: turn.text,
    history,
    preface: await prefaceOf(equipment.module, turn, history),
    state: createState({ ...state, ...changes }),
    journal: openJournal(
      services.store,
      { claim: { taskId: turn.id, run: runId, fence: '' }, steps: new Map(recorded), results: new Map() },
      runId,
    ),
    dispatch: dispatchIn(place, services),
    signal: new AbortController().signal,
    log: createLog('silent'),
  };
}

function dispatchIn(place: Place, services: Services): Dispatch {
  const child = async (run: ChildRun, depth: number, changes: StateDelta): Promise<RunResult> => {
    const context = await contextOf(place, services, run, depth, changes);
    try {
      const result = await runAnyKind(run.agent, context);
      await endRun(run.agent, context, result);
      return { ...result, changes: context.state.delta() };
    } catch (thrown) {
      const error = toAppError(thrown);
      return failedRun(run.agent.name, { code: error.code, detail: error.message });
    }
  };
  return {
    plan({ from, to, depth }) {
      const verdict = checkTransfer(place.team, { from: from.name, to, depth });
      if (!verdict.allowed) return { kind: 'refused', reason: verdict.reason };
      return { kind: 'child', agent: agentOf(place.team, to) };
    },
    note: () => undefined,
    async children(levels, { depth, changes }) {
      const results: RunResult[] = [];
      for (const level of levels) {
        const before = Object.assign({}, changes, ...results.map((result) => result.changes ?? {}));
        results.push(...(await Promise.all(level.map((run) => child(run, depth, before)))));
      }
      return results;
    },
  };
}
