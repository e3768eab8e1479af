/** Remote agents without a fleet: the real client with the test's Redis, and as much of a run as it looks at. */
import { onTestFinished } from 'vitest';
import { AgentConfig } from '../../../src/engine/agents/schema.ts';
import type { Agent } from '../../../src/engine/agents/team.ts';
import type { RunContext } from '../../../src/engine/run/context.ts';
import type { RemoteRequest } from '../../../src/engine/run/remote.ts';
import { createKeys } from '../../../src/engine/task/keys.ts';
import { createState } from '../../../src/engine/task/state.ts';
import type { Task } from '../../../src/engine/task/task.ts';
import { openRemotes } from '../../../src/interop/remote/open-remotes.ts';
import { createLog } from '../../../src/platform/log.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { testPrefix, testRedis } from '../../support/redis.ts';
import { type RemoteScript, startRemoteAgent } from '../../support/remote-agent-server.ts';
import { taskRequest } from '../../support/task-request.ts';

export const READ = 'get_progress_insights';
export const WRITE = 'record_event';
export const TOKEN = 'a-token-of-enough-characters';

const ACTIONS = [
  { name: READ, description: 'How learning goes', parameters: { timeframe: '7d' } },
  { name: WRITE, description: 'Notes an event', idempotent: false },
];

/** `remote` replaces fields of the config. */
export function remoteAgent(remote: Record<string, unknown>, more: Record<string, unknown> = {}): Agent {
  const config = AgentConfig.parse({
    name: 'AnalyticsAgent',
    type: 'remote',
    description: 'Knows how learning goes',
    worker: 'turn',
    remote: { endpoint: '$ANALYTICS_AGENT_URL', actions: ACTIONS, ...remote },
    ...more,
  });
  return { ...config, team: 'demo', file: 'config.yml', parent: null };
}

type Run = {
  task?: Partial<Task>;
  runId?: string;
  state?: Record<string, unknown>;
  history?: RunContext['history'];
  signal?: AbortSignal;
};

/** What a call may look at; anything else is missing, so that a test would notice. */
export function runOf({ task = {}, runId = 'Front', state = {}, history = [], signal }: Run = {}): RunContext {
  const request = taskRequest({ id: 'task-1', user_id: 'user_123', session_id: 'conv_abc123', ...task });
  const given = { runId, history, state: createState(state), signal: signal ?? new AbortController().signal };
  return { ...given, task: request } as unknown as RunContext;
}

export async function startRemotes(script: RemoteScript, options: Parameters<typeof startRemoteAgent>[1] = {}) {
  const server = await startRemoteAgent(script, options);
  onTestFinished(() => server.close());
  const opened = openClient({ ANALYTICS_AGENT_URL: server.endpoint, A2A_AUTH_TOKEN: TOKEN });
  return { server, ...opened };
}

/** A client as a process has it; `lines` is its log. */
export function openClient(variables: Record<string, string>) {
  const lines: Record<string, unknown>[] = [];
  const metrics = createMetrics();
  const redis = testRedis();
  const keys = createKeys(testPrefix());
  const log = createLog('debug', { write: (line) => void lines.push(JSON.parse(line)) });
  const remotes = openRemotes({ config: { variables: new Map(Object.entries(variables)) }, redis, keys, metrics, log });
  onTestFinished(() => remotes.close());
  const ask = (agent: Agent, request: Partial<RemoteRequest> = {}, run: Run = {}) =>
    remotes.call(agent, { action: READ, parameters: {}, ...request }, runOf(run));
  return { remotes, ask, metrics, redis, keys, lines };
}

/** The value of one series of a metric; 0 if there is none. */
export async function metric(
  { metrics }: Pick<ReturnType<typeof openClient>, 'metrics'>,
  name: string,
  labels: Record<string, string | number>,
): Promise<number> {
  const all = (await metrics.registry.getSingleMetric(name)?.get())?.values ?? [];
  const fits = (one: (typeof all)[number]) =>
    Object.entries(labels).every(([label, value]) => String(one.labels[label]) === String(value));
  return all.find(fits)?.value ?? 0;
}
