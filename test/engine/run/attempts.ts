/**
 * One agent's run without queues: a real turn, admitted through the real gate into the test's Redis, and as many attempts at it as a
 * test needs. Each attempt begins as a worker's would: with only what is in the store.
 */

import { createAdmission } from '../../../queues/admission/admission.ts';
import { loadTeams } from '../../../src/engine/agents/load.ts';
import { agentOf, type Team } from '../../../src/engine/agents/team.ts';
import { runAnyKind } from '../../../src/engine/kinds/kinds.ts';
import { knownToAgents } from '../../../src/engine/known.ts';
import type { ModelAnswer, ModelGateway, ModelRequest } from '../../../src/engine/models/model.ts';
import type { CallbackRegistry } from '../../../src/engine/run/callback.ts';
import type { Dispatch, RunContext } from '../../../src/engine/run/context.ts';
import { endRun } from '../../../src/engine/run/end-run.ts';
import { type Equipment, equip } from '../../../src/engine/run/equipment.ts';
import { openJournal } from '../../../src/engine/run/journal.ts';
import { prefaceOf } from '../../../src/engine/run/preface.ts';
import { runAgent } from '../../../src/engine/run/run-agent.ts';
import type { RunResult } from '../../../src/engine/run/run-result.ts';
import { createRunStore } from '../../../src/engine/run/run-store.ts';
import { createKeys } from '../../../src/engine/task/keys.ts';
import { createState } from '../../../src/engine/task/state.ts';
import type { Documents } from '../../../src/engine/tools/documents.ts';
import type { Tool } from '../../../src/engine/tools/tool.ts';
import type { WorkspaceStore } from '../../../src/engine/workspace/workspace.ts';
import { createLog } from '../../../src/platform/log.ts';
import { NO_FUNCTIONS } from '../../support/no-functions.ts';
import { NO_REMOTES } from '../../support/no-remotes.ts';
import { testPrefix, testRedis } from '../../support/redis.ts';
import { taskRequest } from '../../support/task-request.ts';
import { demoFiles } from './demo.ts';

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
  const equipment = equip([
    { name: 'demo', subject: null, tools: options.tools ?? [], callbacks: options.callbacks ?? {} },
  ])('demo');
  const team = await loadSolo(options.agent, equipment);
  const redis = testRedis();
  const keys = createKeys(testPrefix());
  const store = createRunStore(redis, keys);
  const admission = createAdmission(redis, keys, { maxOpenTasks: 10, retentionSeconds: 60 });
  const request = taskRequest({
    id: 'turn-1',
    user_id: 'u1',
    team: 'demo',
    agent: 'Solo',
    created_at: '2026-03-01T08:00:00.000Z',
  });
  await admission.admit({ request, text: 'Hello there', doubleText: 'enqueue', idempotency: null });
  const { model, calls } = countingModel(options.model);
  let attempts = 0;

  /** Runs the agent and finishes the run, or throws the error that ended the attempt. */
  async function attempt(signal: AbortSignal = new AbortController().signal): Promise<RunResult> {
    attempts += 1;
    const opened = await store.open('turn-1', { run: 'Solo', history: 20, results: true });
    if (!opened) throw new Error('the turn has ended');
    const agent = agentOf(team, 'Solo');
    const context: RunContext = {
      services: {
        model,
        rules: model,
        workspaces: {} as WorkspaceStore,
        store,
        run: runAnyKind,
        documents: {} as Documents,

        functions: NO_FUNCTIONS,
        remotes: NO_REMOTES,
        allowHosts: [],
        maxPauseMs: 1_000,
      },
      equipment,
      team,
      task: opened.task,
      runId: 'Solo',
      depth: 0,
      attempt: attempts,
      tries: attempts,
      lastAttempt: false,
      speaks: true,
      nested: false,
      found: new Set(),
      input: opened.task.text,
      history: opened.history,
      preface: await prefaceOf(equipment.module, opened.task, opened.history),
      state: createState(opened.state),
      journal: openJournal(store, opened, 'Solo'),
      dispatch: {} as Dispatch,
      signal,
      log: createLog('silent'),
    };
    const result = await runAgent(agent, context);
    await endRun(agent, context, result);
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
      const hash = await redis.hgetall(keys.session_state('local', 's1'));
      return Object.fromEntries(Object.entries(hash).map(([key, json]) => [key, JSON.parse(json)]));
    },
  };
}

/** Usage of 10 and 1 a call; `calls` has every request that reached the model. */
function countingModel(script: Script): { model: ModelGateway; calls: ModelRequest[] } {
  const calls: ModelRequest[] = [];
  const model: ModelGateway = {
    offers: () => false,
    serves: () => ({ by: 'a script', usesTokens: false }),
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

async function loadSolo(agent: Record<string, unknown>, equipment: Equipment): Promise<Team> {
  const dir = await demoFiles({ agents: { Solo: { type: 'llm', ...agent } } });
  return (await loadTeams(dir, knownToAgents([equipment.module]))).get('demo') as Team;
}
