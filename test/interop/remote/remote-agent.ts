/** A remote agent's config, and as much of a run as a call looks at. Needs no test, so that a bench can use it. */
import { AgentConfig } from '../../../src/engine/agents/schema.ts';
import type { Agent } from '../../../src/engine/agents/team.ts';
import type { RunContext } from '../../../src/engine/run/context.ts';
import { createState } from '../../../src/engine/task/state.ts';
import type { Task } from '../../../src/engine/task/task.ts';
import { createLog } from '../../../src/platform/log.ts';
import { taskRequest } from '../../support/task-request.ts';

export const READ = 'get_progress_insights';
export const WRITE = 'record_event';

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
    worker: 'remote',
    remote: { endpoint: '$ANALYTICS_AGENT_URL', actions: ACTIONS, ...remote },
    ...more,
  });
  return { ...config, team: 'demo', file: 'config.yml', parent: null };
}

export type Run = {
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
  return { ...given, task: request, log: createLog('silent') } as unknown as RunContext;
}
