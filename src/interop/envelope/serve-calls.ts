/**
 * Answers calls in the form of the document, whatever becomes of them, and leaves a line in the log and a measurement for each: who was
 * asked for what, how it went, how long it took and how large it was. What was asked and answered is not logged.
 */
import { AppError, toAppError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { asRedisOutage } from '../../platform/redis-errors.ts';
import { sha256 } from '../../platform/sha256.ts';
import { type Caller, createDispatch, type FindAgent, parseRequest, type Served } from './dispatch.ts';
import type { EnvelopeAnswer } from './envelope.ts';
import { envelopeError, StillRunningError } from './errors.ts';
import type { KeptCalls } from './kept-calls.ts';

/** What the log says about where a call came from. */
export type Origin = { requestId: string; traceId: string | undefined; bytes: number };

export type Answered = {
  status: number;
  body: EnvelopeAnswer;
  retryAfterSeconds: number | undefined;
  /** Where the result of work will be that goes on. */
  location: string | undefined;
};

export type ServeCalls = {
  answer(caller: Caller, request: unknown, origin: Origin): Promise<Answered>;
  /** Resolves when the actions that are running have ended. */
  idle(): Promise<void>;
};

type Parts = { find: FindAgent; kept: KeptCalls; timeoutMs: number; log: Log; metrics: Metrics };

/** In place of a name that is not one of ours: a caller's text becomes no label and no part of a line. */
const UNKNOWN = 'unknown';
const HASH_CHARS = 16;

export function createServeCalls({ find, kept, timeoutMs, log, metrics }: Parts): ServeCalls {
  const running = new Set<Promise<unknown>>();
  const dispatch = createDispatch(kept, timeoutMs, (run) => {
    running.add(run);
    const forget = () => running.delete(run);
    run.then(forget, forget);
  });

  async function answered(caller: Caller, request: unknown): Promise<Answered> {
    try {
      const envelope = parseRequest(request);
      const served = find(envelope.agent_name);
      if (!served) throw new AppError('not_found', 'There is no agent of that name here.');
      const body = await dispatch(caller, envelope, served);
      return { status: 200, body, retryAfterSeconds: undefined, location: undefined };
    } catch (thrown) {
      const error = toAppError(asRedisOutage(thrown));
      if (error.policy.level === 'error') log.error({ err: error, code: error.code }, 'envelope.failed');
      return {
        status: error.policy.status,
        body: envelopeError(error, request),
        retryAfterSeconds: error.retryAfterSeconds,
        location: error instanceof StillRunningError ? error.location : undefined,
      };
    }
  }

  return {
    async answer(caller, request, { requestId, traceId, bytes }) {
      const began = performance.now();
      const result = await answered(caller, request);
      const ms = performance.now() - began;
      const { body } = result;
      const code = body.status === 'success' ? 'OK' : body.error.code;
      const { agent, action } = namesOf(request, find);
      metrics.a2aServedSeconds.observe({ agent, action, code }, ms / 1000);
      const facts = {
        request_id: requestId,
        trace_id: traceId,
        agent,
        action,
        status: result.status,
        code,
        conversation: body.conversation_id === null ? undefined : hashed(caller, body.conversation_id),
        duration_ms: Math.round(ms),
        request_bytes: bytes,
        response_bytes: Buffer.byteLength(JSON.stringify(body)),
      };
      log.info(facts, 'envelope.served');
      return result;
    },
    async idle() {
      await Promise.allSettled(running);
    },
  };
}

function namesOf(request: unknown, find: FindAgent): { agent: string; action: string } {
  const { agent_name, input } = (request ?? {}) as { agent_name?: unknown; input?: unknown };
  const served: Served | undefined = typeof agent_name === 'string' ? find(agent_name) : undefined;
  if (!served) return { agent: UNKNOWN, action: UNKNOWN };
  const { name, actions } = served.agent;
  const { action } = (input ?? {}) as { action?: unknown };
  return { agent: name, action: typeof action === 'string' && Object.hasOwn(actions, action) ? action : UNKNOWN };
}

/** Lines of one conversation can be found together, and no line says which it is. */
function hashed({ principal }: Caller, conversation: string): string {
  return sha256(JSON.stringify([principal.tenant, conversation])).slice(0, HASH_CHARS);
}
