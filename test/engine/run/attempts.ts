/**
 * One agent's run without queues: a real turn, admitted through the real gate into the test's Redis, and as many attempts at it as a
 * test likes. Each attempt begins as a worker's would: with nothing but what the store kept.
 */
import { createGate } from '../../../queues/gate/gate.ts';
import { knownToAgents } from '../../../src/engine/agents/known.ts';
import { loadTeams } from '../../../src/engine/agents/load.ts';
import { agentOf, type Team } from '../../../src/engine/agents/team.ts';
import type { Model, ModelAnswer, ModelRequest } from '../../../src/engine/models/model.ts';
import type { CallbackRegistry } from '../../../src/engine/run/callbacks.ts';
import type { Dispatch, RunContext } from '../../../src/engine/run/context.ts';
import { finishRun } from '../../../src/engine/run/finish-run.ts';
import { createJournal } from '../../../src/engine/run/journal.ts';
import { runAgent } from '../../../src/engine/run/run-agent.ts';
import type { RunResult } from '../../../src/engine/run/run-result.ts';
import { createRunStore } from '../../../src/engine/run/run-store.ts';
import { createState } from '../../../src/engine/task/state.ts';
import type { Tool } from '../../../src/engine/tools/tool.ts';
import type { WorkspaceStore } from '../../../src/engine/workspace/workspace.ts';
import { createKeys } from '../../../src/platform/keys.ts';
import { createLog } from '../../../src/platform/log.ts';
import type { PatientRecord } from '../../../src/record/record.ts';
import { testPrefix, testRedis } from '../../support/redis.ts';
import { demoFiles } from './demo.ts';

export const NO_CALLBACKS: CallbackRegistry = {
  before_agent: {},
  after_agent: {},
  before_model: {},
  after_model: {},
  before_tool: {},
  after_tool: {},
};

type Answer = Partial<ModelAnswer>;
type Script = (request: ModelRequest, nth: number, signal: AbortSignal) => Answer | Promise<Answer>;

type Options = {
  agent: Record<string, unknown>;
  model: Script;
  callbacks?: Partial<CallbackRegistry>;
  tools?: Tool[];
};

export type Attempts = Awaited<ReturnType<typeof admitTurn>>;

/** A turn of a team of one agent, called Solo. */
export async function admitTurn(options: Options) {
  const callbacks = { ...NO_CALLBACKS, ...options.callbacks };
  const tools = new Map((options.tools ?? []).map((tool) => [tool.name, tool]));
  const team = await loadSolo(options.agent, callbacks, tools);
  const redis = testRedis();
  const keys = createKeys(testPrefix());
  const store = createRunStore(redis, keys);
  const gate = createGate(redis, keys, { maxOpenTurns: 10, ratePerMinute: 0, retentionSeconds: 60 });
  const request = {
    turn_id: 'turn-1',
    tenant: 'default',
    session_id: 's1',
    patient_id: 'p1',
    user_id: 'u1',
    team: 'demo',
    user_location: null,
    topic: null,
    origin: { kind: 'user' } as const,
    created_at: '2026-03-01T08:00:00.000Z',
  };
  await gate.admit({ request, text: 'Hello there', doubleText: 'enqueue', idempotency: null });
  const { model, calls } = countingModel(options.model);
  let attempts = 0;

  /** Runs the agent and finishes the run, or throws what the attempt died of. */
  async function attempt(signal: AbortSignal = new AbortController().signal): Promise<RunResult> {
    attempts += 1;
    const opened = await store.open('turn-1', { agent: 'Solo', history: 20, replay: true });
    if (!opened) throw new Error('the turn has ended');
    const agent = agentOf(team, 'Solo');
    const context: RunContext = {
      services: {
        model,
        tools,
        callbacks,
        record: {} as PatientRecord,
        workspaces: {} as WorkspaceStore,
        search: async () => ({ results: [], searched: [], failed: [] }),
        store,
        allowHosts: [],
        maxPauseMs: 1_000,
      },
      team,
      turn: opened.turn,
      runId: 'Solo',
      depth: 0,
      attempt: attempts,
      tries: attempts,
      lastAttempt: false,
      speaks: true,
      nested: false,
      input: opened.turn.text,
      history: opened.history,
      state: createState(opened.state),
      journal: createJournal(store, 'turn-1', 'Solo', opened.journal),
      dispatch: {} as Dispatch,
      signal,
      log: createLog('silent'),
    };
    const result = await runAgent(agent, context);
    await finishRun(agent, context, result);
    return result;
  }

  return {
    attempt,
    calls,
    async events(): Promise<{ kind: string; data: Record<string, unknown> }[]> {
      const entries = await redis.xrange(keys.events('turn-1'), '-', '+');
      return entries.map(([, fields]) => ({ kind: String(fields[1]), data: JSON.parse(String(fields[3])) }));
    },
    async state(): Promise<Record<string, unknown>> {
      const { machina_med_state: _, ...rest } =
        (await store.open('turn-1', { agent: 'Solo', history: 0, replay: false }))?.state ?? {};
      return rest;
    },
  };
}

/** Usage of 10 and 1 a call; `calls` has every request that reached the model. */
function countingModel(script: Script): { model: Model; calls: ModelRequest[] } {
  const calls: ModelRequest[] = [];
  const model: Model = {
    async *stream(request, signal) {
      calls.push(request);
      const answer = await script(request, calls.length, signal);
      if (answer.text) yield { type: 'text', text: answer.text };
      for (const call of answer.calls ?? []) yield { type: 'call', call };
      yield { type: 'usage', usage: { input_tokens: 10, output_tokens: 1, cost_usd: 0 } };
    },
  };
  return { model, calls };
}

async function loadSolo(
  agent: Record<string, unknown>,
  callbacks: CallbackRegistry,
  tools: ReadonlyMap<string, Tool>,
): Promise<Team> {
  const dir = await demoFiles({ agents: { Solo: { type: 'llm', ...agent } } });
  const hooks = Object.fromEntries(Object.entries(callbacks).map(([hook, named]) => [hook, Object.keys(named)]));
  const known = { ...knownToAgents(), tools, hooks, callbacks: Object.values(hooks).flat() };
  return (await loadTeams(dir, known)).get('demo') as Team;
}
