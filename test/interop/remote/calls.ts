/** Remote agents without a fleet: the real client with the test's Redis, and as much of a run as it looks at. */
import { onTestFinished } from 'vitest';
import type { Agent } from '../../../src/engine/agents/team.ts';
import type { RemoteRequest } from '../../../src/engine/run/remote.ts';
import { createKeys } from '../../../src/engine/task/keys.ts';
import { openRemotes } from '../../../src/interop/remote/open-remotes.ts';
import { createLog } from '../../../src/platform/log.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { testPrefix, testRedis } from '../../support/redis.ts';
import { type RemoteScript, startRemoteAgent } from '../../support/remote-agent-server.ts';
import { READ, type Run, runOf } from './remote-agent.ts';

export const TOKEN = 'a-token-of-enough-characters';

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
    remotes.call(agent, { action: READ, parameters: {}, ...request }, { ...runOf(run), log });
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
