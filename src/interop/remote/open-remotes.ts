/**
 * Calls to agents of other systems: the implementation of the engine's port. A call is checked against the config, answered from kept
 * answers where it may be, sent in the agent's protocol with its retries behind the circuits, and counted. What is sent and answered is never logged.
 */
import type { RemoteConfig } from '../../engine/agents/remote.ts';
import type { Agent } from '../../engine/agents/team.ts';
import type { RemoteAgents, RunContext } from '../../engine/run/context.ts';
import type { RemoteOutcome, RemoteRequest } from '../../engine/run/remote.ts';
import type { Keys } from '../../engine/task/keys.ts';
import type { Subject } from '../../engine/task/task.ts';
import type { Config } from '../../platform/config.ts';
import { startDeadline } from '../../platform/deadline.ts';
import { AppError, type ErrorCode } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { RedisClient } from '../../platform/lua.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { createA2aClient } from './a2a/a2a-client.ts';
import { conversationIn } from './a2a/conversation.ts';
import { createSentTasks } from './a2a/sent-tasks.ts';
import { callWithRetries, type Tried } from './attempts.ts';
import { checkedRequest } from './checked-request.ts';
import type { Attempt, Call, RemoteAnswer, RemoteClient } from './client.ts';
import { createEnvelopeClient } from './envelope-client.ts';
import { RemoteFailure } from './failure.ts';
import { traceIdOf } from './headers.ts';
import { createKeptAnswers, type Question } from './kept-answers.ts';
import { createRotation } from './rotation.ts';
import { remoteSettings } from './settings.ts';
import { createTargets } from './targets.ts';

export type RemoteParts = {
  config: Pick<Config, 'variables'>;
  redis: RedisClient;
  keys: Pick<Keys, 'tag'>;
  metrics: Metrics;
  log: Log;
};

export type OpenRemotes = RemoteAgents & {
  /** Deletes kept answers to a person, or about one; how many there were. */
  forget(tenant: string, who: Subject): Promise<number>;
  close(): Promise<void>;
};

/** Outcomes that nobody has to look at. */
const EXPECTED: ReadonlySet<string> = new Set(['remote', 'cache', 'cancelled']);

export function openRemotes({ config, redis, keys, metrics, log }: RemoteParts): OpenRemotes {
  const targets = createTargets({ metrics, log });
  const answers = createKeptAnswers(redis, keys.tag);
  const clients: Record<RemoteConfig['protocol'], RemoteClient> = {
    envelope: createEnvelopeClient(),
    a2a: createA2aClient(createSentTasks(redis, keys.tag)),
  };

  /** Asks the agent, whatever is kept. */
  async function ask(call: Call, tried: Tried): Promise<RemoteAnswer> {
    const { agent, checked, settings, context } = call;
    const { remote, action } = checked;
    const { seconds } = agent.limits;
    const deadline = startDeadline(context.signal, seconds, () => new RemoteFailure('TIMEOUT'));
    const target = targets.of(agent, remote, settings.endpoints);
    const given = {
      conversation: context.task.session_id,
      retries: remote.retries,
      timeoutSeconds: remote.timeout_seconds,
      signal: deadline.signal,
      deadline: performance.now() + seconds * 1000,
    };
    const attempt: Attempt = (send, at) =>
      at
        ? callWithRetries({ ...given, idempotent: true }, createRotation([at]), send, { attempts: 0 })
        : callWithRetries({ ...given, idempotent: action.idempotent }, target.rotation, send, tried);
    target.enter();
    try {
      return await clients[remote.protocol].ask(call, { target, attempt, signal: deadline.signal });
    } finally {
      target.leave();
      deadline.done();
    }
  }

  async function outcomeOf(
    agent: Agent,
    request: RemoteRequest,
    context: RunContext,
    tried: Tried,
  ): Promise<RemoteOutcome> {
    const checked = checkedRequest(agent, request);
    const { remote, action, parameters } = checked;
    const settings = remoteSettings(agent, remote, context.task.tenant, config.variables);
    const { endpoints } = settings;
    const conversation = conversationIn(agent, context);
    const question: Question = {
      task: context.task,
      agent: agent.name,
      endpoints,
      action: action.name,
      parameters,
      conversation: conversation?.context_id,
    };
    // What is said in answer to a question of the agent means nothing by itself.
    const mayKeep = action.idempotent && conversation?.task_id === undefined;
    const keepSeconds = mayKeep ? Math.max(action.cache_seconds, remote.fallback.cached_seconds) : 0;
    if (mayKeep && action.cache_seconds > 0) {
      const kept = await answers.find(question);
      if (kept && kept.ageSeconds <= action.cache_seconds) return { ...answerIn(kept), from: 'cache' };
    }
    try {
      const answer = await ask({ agent, checked, settings, context }, tried);
      const isQuestion = answer.conversation?.task_id !== undefined;
      if (keepSeconds > 0 && !isQuestion) await answers.keep(question, answerIn(answer), keepSeconds);
      if (!action.idempotent) await answers.outdate(question);
      return { ...answer, from: 'remote' };
    } catch (thrown) {
      context.signal.throwIfAborted();
      if (!(thrown instanceof RemoteFailure)) throw thrown;
      tried.reason = thrown.reason;
      const error = thrown.toAppError(agent.name);
      const kept = mayKeep && error.code !== 'remote_refused' ? await answers.find(question) : null;
      if (!kept || kept.ageSeconds > remote.fallback.cached_seconds) throw error;
      const stale = { age_seconds: Math.round(kept.ageSeconds), detail: error.message };
      return { ...answerIn(kept), from: 'stale', stale };
    }
  }

  return {
    async call(agent, request, context) {
      const began = performance.now();
      const tried: Tried = { attempts: 0 };
      let outcome: RemoteOutcome['from'] | ErrorCode = 'internal';
      try {
        const answered = await outcomeOf(agent, request, context, tried);
        outcome = answered.from;
        return answered;
      } catch (thrown) {
        outcome = context.signal.aborted ? 'cancelled' : thrown instanceof AppError ? thrown.code : 'internal';
        throw thrown;
      } finally {
        const ms = performance.now() - began;
        const action = agent.remote?.actions.find(({ name }) => name === request.action)?.name ?? 'unknown';
        metrics.remoteCallSeconds.observe({ agent: agent.name, action, outcome }, ms / 1000);
        if (tried.attempts > 1) metrics.remoteRetries.inc({ agent: agent.name, action }, tried.attempts - 1);
        const { attempts, instance, reason } = tried;
        const facts = { agent: agent.name, action, outcome, reason, attempts, instance, duration_ms: Math.round(ms) };
        const level = EXPECTED.has(outcome) ? 'info' : 'warn';
        context.log[level]({ ...facts, trace_id: traceIdOf(context.task.id) }, 'remote.called');
      }
    },
    forget: (tenant, who) => answers.forget(tenant, who),
    async close() {
      for (const client of Object.values(clients)) await client.close();
      await targets.close();
    },
  };
}

/** What is kept of it. */
function answerIn({ output, execution_time_ms }: RemoteAnswer) {
  return { output, ...(execution_time_ms !== undefined && { execution_time_ms }) };
}
