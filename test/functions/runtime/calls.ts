/**
 * Calls of functions without queues: a real task in the test's Redis, a real gateway to a scripted server, and as many attempts as a
 * test needs. Each attempt begins as a worker's would: with only what is in the store.
 */
import { onTestFinished } from 'vitest';
import { createAdmission } from '../../../queues/admission/admission.ts';
import type { Team } from '../../../src/engine/agents/team.ts';
import { runAnyKind } from '../../../src/engine/kinds/kinds.ts';
import type { Citation } from '../../../src/engine/models/citation.ts';
import { knownModels, loadModels } from '../../../src/engine/models/models-file.ts';
import type { Dispatch, RunContext } from '../../../src/engine/run/context.ts';
import { equip } from '../../../src/engine/run/equipment.ts';
import type { CallOptions, FunctionOutcome } from '../../../src/engine/run/functions.ts';
import { openJournal } from '../../../src/engine/run/journal.ts';
import { createRunStore } from '../../../src/engine/run/run-store.ts';
import { createKeys } from '../../../src/engine/task/keys.ts';
import { createState } from '../../../src/engine/task/state.ts';
import type { Documents } from '../../../src/engine/tools/documents.ts';
import type { WorkspaceStore } from '../../../src/engine/workspace/workspace.ts';
import type { Analysers } from '../../../src/functions/analysis/analysers.ts';
import type { Hit } from '../../../src/functions/library/library.ts';
import { createFunctions } from '../../../src/functions/runtime/call-function.ts';
import { type FunctionThreads, openFunctionThreads } from '../../../src/functions/runtime/function-threads.ts';
import { loadPresets } from '../../../src/functions/runtime/presets-file.ts';
import { createLog } from '../../../src/platform/log.ts';
import { gatewayFor } from '../../support/models.ts';
import { NO_FUNCTIONS } from '../../support/no-functions.ts';
import { NO_REMOTES } from '../../support/no-remotes.ts';
import { testPrefix, testRedis } from '../../support/redis.ts';
import { type ScriptedAnswer, type ScriptedRequest, startScriptedGemini } from '../../support/scripted-gemini.ts';
import { taskRequest } from '../../support/task-request.ts';
import { SAMPLES } from './sample-functions.ts';

type Script = (request: ScriptedRequest) => ScriptedAnswer | Promise<ScriptedAnswer>;

/** `hits`: what every search of the library finds. Without a script no model is configured. */
type Options = { script?: Script; hits?: Hit[]; threads?: FunctionThreads };

const TEAM: Team = {
  name: 'functions',
  root: 'None',
  description: 'For tests',
  queues: ['function'],
  double_text: 'enqueue',
  max_transfer_depth: 4,
  transfer_cycles: [],
  next_message: 'root',
  fallback_reply: '',
  agents: new Map(),
};

function ownThreads(): FunctionThreads {
  const threads = openFunctionThreads(new URL('./sample-functions.thread.ts', import.meta.url), SAMPLES);
  onTestFinished(() => threads.close());
  return threads;
}

export async function admitCalls({ script, hits = [], threads = ownThreads() }: Options) {
  const server = await startScriptedGemini(script ?? (() => ({ text: '{}' })));
  onTestFinished(() => server.close());
  const model = await gatewayFor(script ? { GEMINI_API_KEY: 'k', GEMINI_BASE_URL: server.url } : {});
  const models = knownModels(await loadModels('agents/models.yml'));
  const cached = new Map<string, unknown>();
  const library = { generation: 1, searches: 0 };
  const functions = createFunctions({
    functions: SAMPLES,
    presets: await loadPresets('agents/presets.yml', { models, functions: SAMPLES.values() }),
    threads,
    cache: {
      get: async ({ tenant, user_id }, name, hash) => cached.get([tenant, user_id, name, hash].join()) ?? null,
      async put({ tenant, user_id }, name, hash, value) {
        cached.set([tenant, user_id, name, hash].join(), structuredClone(value));
      },
    },
    helpers: ({ signal }) => ({
      library: {
        async search({ limit }) {
          library.searches += 1;
          return { hits: hits.slice(0, limit), method: 'keyword', notes: [] };
        },
        generation: async () => String(library.generation),
      },
      analysers: {} as Analysers,
      signal,
    }),
    compress: async (text, tokens) => text.slice(0, tokens * 4),
    citingInstruction: (citations) => `Sources: ${citations.map(({ marker }) => marker).join(' ')}`,
    citedContent: (content, citations) => ({
      content,
      citations: citations.filter(({ marker }) => content.includes(marker)),
      footnotes: [],
      markers_without_source: [],
      sources_without_marker: [],
    }),
  });

  const redis = testRedis();
  const keys = createKeys(testPrefix());
  const store = createRunStore(redis, keys);
  const admission = createAdmission(redis, keys, { maxOpenTasks: 10, retentionSeconds: 60 });
  let tasks = 0;
  let attempts = 0;

  /** The next call is of another task: it has a journal of its own. */
  async function admit(userId = 'u1'): Promise<void> {
    tasks += 1;
    const request = taskRequest({
      id: `call-${tasks}`,
      kind: 'function',
      user_id: userId,
      subject: null,
      session_id: null,
      team: 'functions',
      agent: 'None',
    });
    await admission.admit({ request, text: '', doubleText: 'enqueue', idempotency: null });
  }

  async function contextFor(signal: AbortSignal): Promise<RunContext> {
    attempts += 1;
    const opened = await store.open(`call-${tasks}`, { run: 'fn', history: 0, results: true });
    if (!opened) throw new Error('the task has ended');
    return {
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
      equipment: equip([])('functions'),
      team: TEAM,
      task: opened.task,
      runId: 'fn',
      depth: 0,
      attempt: attempts,
      tries: attempts,
      lastAttempt: false,
      speaks: false,
      nested: false,
      found: new Set(),
      input: '',
      history: [],
      preface: null,
      state: createState({ secret: 'of the session' }),
      journal: openJournal(store, opened, 'fn'),
      dispatch: {} as Dispatch,
      signal,
      log: createLog('silent'),
    };
  }

  await admit();
  return {
    functions,
    cached,
    library,
    requests: server.requests,
    admit,
    async call(
      name: string,
      input: unknown,
      options: CallOptions = {},
      signal: AbortSignal = new AbortController().signal,
    ): Promise<FunctionOutcome> {
      const context = await contextFor(signal);
      const outcome = await functions.call({ name, input, options }, context);
      await context.journal.outbox.flush();
      return outcome;
    },
    /** Names of the steps in the journal. */
    steps: async () => (await redis.hkeys(keys.journal(`call-${tasks}`, 'fn'))).sort(),
  };
}

/** What a model answers for the sample of summarize_content. */
export function summary(text: string): ScriptedAnswer {
  return { text: JSON.stringify({ summary: text }), usage: { input: 10, output: 1 } };
}

/** Answers in order of arrival. */
export function inTurn(...answers: ScriptedAnswer[]): Script {
  return ({ n }) => answers[n - 1] ?? { error: { status: 400, message: `no ${n}th call was expected` } };
}

export function source(number: number, id = `s${number}`): Citation {
  return {
    id,
    marker: `[^${number}]`,
    source: 'library',
    source_type: 'book',
    title: `Book {${id}}`,
    supports: [],
  };
}

export function hit(id: string): Hit {
  return {
    document_id: 'd',
    chunk_id: id,
    scope: 'books',
    text: `text ${id}`,
    source: { source_type: 'book', chunk: `text ${id}` },
  };
}

/** Holds whoever arrives until that many have. */
export function barrier(size: number): () => Promise<void> {
  let waiting = 0;
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    waiting += 1;
    if (waiting === size) open();
    return opened;
  };
}
