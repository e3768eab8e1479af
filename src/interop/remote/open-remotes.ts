/**
 * Calls to agents of other systems: the implementation of the engine's port. A call is checked against the config, answered from kept
 * answers where it may be, sent with its retries behind the circuits, and counted. What is sent and answered is never logged.
 */
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
import type { EnvelopeResponse } from '../envelope/envelope.ts';
import { readAnswer } from './answer.ts';
import { callWithRetries, type Tried } from './attempts.ts';
import { createBatches } from './batches.ts';
import { type CheckedRequest, checkedRequest } from './checked-request.ts';
import { envelopeOf } from './envelope-of.ts';
import { RemoteFailure } from './failure.ts';
import { idempotencyKeyOf, requestHeaders, traceIdOf } from './headers.ts';
import type { Instance } from './instance.ts';
import { createKeptAnswers, type Question } from './kept-answers.ts';
import { type RemoteSettings, remoteSettings } from './settings.ts';
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

type Call = { agent: Agent; checked: CheckedRequest; settings: RemoteSettings; context: RunContext; tried: Tried };

export function openRemotes({ config, redis, keys, metrics, log }: RemoteParts): OpenRemotes {
  const targets = createTargets({ metrics, log });
  const batches = createBatches();
  const answers = createKeptAnswers(redis, keys.tag);

  /** Asks the agent, whatever is kept. */
  async function ask({ agent, checked, settings, context, tried }: Call): Promise<EnvelopeResponse> {
    const { remote, action } = checked;
    const { task } = context;
    const request = envelopeOf(agent.name, checked, context);
    const ids = { traceId: traceIdOf(task.id), idempotencyKey: idempotencyKeyOf(task.id, context.runId, action.name) };
    const body = JSON.stringify(request);
    const alone = (instance: Instance, signal: AbortSignal) =>
      instance.circuit.run(async () => {
        const headers = requestHeaders(body, settings, ids);
        return readAnswer(request, await instance.post('', { body, headers, signal }));
      });
    const batched = (instance: Instance, signal: AbortSignal) =>
      batches.send(instance, settings, { request, traceId: ids.traceId, signal });

    const { seconds } = agent.limits;
    const deadline = startDeadline(context.signal, seconds, () => new RemoteFailure('TIMEOUT'));
    const target = targets.of(agent, remote, settings.endpoints);
    target.enter();
    try {
      const limits = { signal: deadline.signal, deadline: performance.now() + seconds * 1000 };
      return await callWithRetries(
        {
          ...limits,
          conversation: task.session_id,
          idempotent: action.idempotent,
          retries: remote.retries,
          timeoutSeconds: remote.timeout_seconds,
        },
        target.rotation,
        remote.batch && action.idempotent ? batched : alone,
        tried,
      );
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
    const question: Question = { task: context.task, agent: agent.name, endpoints, action: action.name, parameters };
    const keepSeconds = action.idempotent ? Math.max(action.cache_seconds, remote.fallback.cached_seconds) : 0;
    if (action.cache_seconds > 0) {
      const kept = await answers.find(question);
      if (kept && kept.ageSeconds <= action.cache_seconds) return { ...answerIn(kept), from: 'cache' };
    }
    try {
      const answer = answerIn(await ask({ agent, checked, settings, context, tried }));
      if (keepSeconds > 0) await answers.keep(question, answer, keepSeconds);
      if (!action.idempotent) await answers.outdate(question);
      return { ...answer, from: 'remote' };
    } catch (thrown) {
      context.signal.throwIfAborted();
      if (!(thrown instanceof RemoteFailure)) throw thrown;
      const error = thrown.toAppError(agent.name);
      const kept = action.idempotent && error.code !== 'remote_refused' ? await answers.find(question) : null;
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
    close: () => targets.close(),
  };
}

function answerIn({ output, execution_time_ms }: Pick<EnvelopeResponse, 'output' | 'execution_time_ms'>) {
  return { output, ...(execution_time_ms !== undefined && { execution_time_ms }) };
}
