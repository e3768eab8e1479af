/**
 * Agents through the real run loop with nothing around it: no Redis, no queue, no record. What a run would write is kept in memory;
 * children run at once where a fleet would add a job. A model is measured so, and a recorded turn is run again so.
 */
import { type Agent, agentOf, type Team } from '../../src/engine/agents/team.ts';
import { checkTransfer } from '../../src/engine/agents/transfer-policy.ts';
import type { Message, ModelGateway } from '../../src/engine/models/model.ts';
import { CALLBACKS } from '../../src/engine/run/callbacks.ts';
import type { ChildRun, Dispatch, RunContext, Services } from '../../src/engine/run/context.ts';
import { finishRun } from '../../src/engine/run/finish-run.ts';
import { createJournal } from '../../src/engine/run/journal.ts';
import { failedRun, type RunResult } from '../../src/engine/run/run-result.ts';
import { runTree } from '../../src/engine/run/run-tree.ts';
import type { Write } from '../../src/engine/run/writes.ts';
import { createState, type StateDelta } from '../../src/engine/task/state.ts';
import type { Turn } from '../../src/engine/task/turn.ts';
import { TOOLS } from '../../src/engine/tools/registry.ts';
import type { WorkspaceStore } from '../../src/engine/workspace/workspace.ts';
import { toAppError } from '../../src/platform/errors.ts';
import { createLog } from '../../src/platform/log.ts';
import type { PatientRecord } from '../../src/record/record.ts';
import type { SearchEverywhere } from '../../src/teams/research/search/search-everywhere.ts';

export type Place = {
  team: Team;
  model: ModelGateway;
  turn: Turn;
  history?: Message[];
  state?: Readonly<Record<string, unknown>>;
  /** Steps that are not to be done again, as the journal keeps them. */
  recorded?: ReadonlyMap<string, string>;
};

/** A run, and all it would have written, in order. A failure is thrown. */
export async function runAlone(agent: Agent, place: Place): Promise<{ result: RunResult; writes: Write[] }> {
  const writes: Write[] = [];
  const services = servicesOf(place.model, writes);
  const context = contextOf(place, services, { agent, runId: agent.name, speaks: true }, 0, {});
  const result = await runTree(agent, context);
  await finishRun(agent, context, result);
  return { result, writes };
}

/** The data of the events that a run would have sent, of one kind. */
export function eventsOf(writes: readonly Write[], kind: string): Record<string, unknown>[] {
  return writes.flatMap(([what, a, b]) => (what === 'event' && a === kind ? [JSON.parse(b)] : []));
}

function servicesOf(model: ModelGateway, writes: Write[]): Services {
  return {
    model,
    tools: TOOLS,
    callbacks: CALLBACKS,
    record: absent<PatientRecord>('record'),
    workspaces: absent<WorkspaceStore>('workspace'),
    search: absent<SearchEverywhere>('search'),
    store: {
      open: async () => null,
      write: async (_turn, batch) => {
        writes.push(...batch);
      },
      resultOf: async () => undefined,
    },
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

function contextOf(
  place: Place,
  services: Services,
  { runId, speaks }: ChildRun,
  depth: number,
  changes: StateDelta,
): RunContext {
  const { team, turn, history = [], state = {}, recorded = new Map() } = place;
  return {
    services,
    team,
    turn,
    runId,
    depth,
    attempt: 1,
    tries: 1,
    lastAttempt: true,
    speaks,
    nested: false,
    input: turn.text,
    history,
    state: createState({ ...state, ...changes }),
    journal: createJournal(services.store, turn.turn_id, runId, recorded),
    dispatch: dispatchIn(place, services),
    signal: new AbortController().signal,
    log: createLog('silent'),
  };
}

function dispatchIn(place: Place, services: Services): Dispatch {
  const child = async (run: ChildRun, depth: number, changes: StateDelta): Promise<RunResult> => {
    const context = contextOf(place, services, run, depth, changes);
    try {
      const result = await runTree(run.agent, context);
      await finishRun(run.agent, context, result);
      return { ...result, changes: context.state.delta() };
    } catch (thrown) {
      const error = toAppError(thrown);
      return failedRun(run.agent.name, { code: error.code, detail: error.message });
    }
  };
  return {
    async transfer({ from, to, runId, speaks }, { depth, changes }) {
      const verdict = checkTransfer(place.team, { from: from.name, to, depth });
      if (!verdict.allowed) return { refused: verdict.reason };
      return { result: await child({ agent: agentOf(place.team, to), runId, speaks }, depth, changes) };
    },
    async children(runs, order, { depth, changes }) {
      if (order === 'parallel') return Promise.all(runs.map((run) => child(run, depth, changes)));
      const results: RunResult[] = [];
      for (const run of runs) {
        const before = Object.assign({}, changes, ...results.map((result) => result.changes ?? {}));
        results.push(await child(run, depth, before));
      }
      return results;
    },
  };
}
