/** The serial gate, as the rest of the project uses it; `scripts.ts` says how it keeps its promises. */
import type { TurnRequest, TurnResult, TurnStatus } from '../../src/engine/task/turn.ts';
import { AppError } from '../../src/platform/errors.ts';
import type { Keys } from '../../src/platform/keys.ts';
import { callScript, type RedisClient, type Script } from '../../src/platform/lua.ts';
import { admitTurn, cancelTurn, endTurn, staleTurns } from './scripts.ts';

export type DoubleText = 'enqueue' | 'reject' | 'merge' | 'interrupt';

export type GateLimits = { maxOpenTurns: number; ratePerMinute: number; retentionSeconds: number };

export type Admission = {
  request: TurnRequest;
  text: string;
  doubleText: DoubleText;
  idempotency: { key: string; body: string } | null;
};

/** started: its flow is to be added now. queued: it waits for the gate. merged, known: an earlier turn stands for it. */
export type Admitted = { outcome: 'started' | 'queued' | 'merged' | 'known'; turnId: string };

export type Ending = {
  status: Extract<TurnStatus, 'completed' | 'degraded' | 'failed'>;
  result: TurnResult;
  /** Said only if no agent has replied yet. */
  reply: { agent: string; text: string } | null;
};

/** A turn that holds its gate and whose flow may have to be added. */
export type WaitingTurn = { turnId: string; team: string };

/** Events and journals serve resuming and debugging; they go a day after the turn has ended. */
const TRACE_SECONDS = 24 * 3600;

export type Gate = ReturnType<typeof createGate>;

export function createGate(redis: RedisClient, keys: Keys, limits: GateLimits) {
  const call = (script: Script, args: (string | number)[]) =>
    callScript(redis, script, keys.tag, args) as Promise<unknown[]>;
  const keep = [Math.ceil(limits.retentionSeconds), Math.min(TRACE_SECONDS, Math.ceil(limits.retentionSeconds))];

  return {
    async admit(admission: Admission): Promise<Admitted> {
      const { request, text, doubleText, idempotency } = admission;
      const answer = await call(admitTurn, [
        request.turn_id,
        Date.now(),
        JSON.stringify(request),
        text,
        idempotency?.key ?? '',
        idempotency?.body ?? '',
        doubleText,
        limits.maxOpenTurns,
        limits.ratePerMinute,
        ...keep,
      ]);
      const [outcome, detail] = answer;
      if (outcome === 'started' || outcome === 'queued' || outcome === 'merged' || outcome === 'known') {
        return { outcome, turnId: String(detail) };
      }
      throw refusal(String(outcome), Number(detail));
    },

    /** `ended` is false if the turn had ended before. `next` is the turn whose flow is to be added now. */
    async end(turnId: string, ending: Ending): Promise<{ ended: boolean; next: WaitingTurn | null }> {
      const topics = [...new Set(ending.result.facts.map((fact) => fact.name))].slice(0, 20);
      const [outcome, next] = await call(endTurn, [
        turnId,
        Date.now(),
        ending.status,
        JSON.stringify(ending.result),
        ending.reply?.text ?? '',
        ending.reply?.agent ?? '',
        JSON.stringify({ facts: ending.result.facts }),
        JSON.stringify(topics),
        ...keep,
        new Date().toISOString(),
        ending.result.error ? JSON.stringify(ending.result.error) : '',
      ]);
      return { ended: outcome !== 'ended', next: waitingTurn(next) };
    },

    async cancel(turnId: string): Promise<{ outcome: 'missing' | 'ended' | 'cancelled'; next: WaitingTurn | null }> {
      const [outcome, next] = await call(cancelTurn, [turnId, Date.now(), ...keep]);
      return { outcome: outcome as 'missing' | 'ended' | 'cancelled', next: waitingTurn(next) };
    },

    /** Turns that hold a gate and were last looked at before `ageMs` ago. */
    async stale(ageMs: number, most: number): Promise<WaitingTurn[]> {
      const now = Date.now();
      const flat = await call(staleTurns, [now, now - ageMs, most]);
      const found: WaitingTurn[] = [];
      for (let i = 0; i + 1 < flat.length; i += 2) found.push({ turnId: String(flat[i]), team: String(flat[i + 1]) });
      return found;
    },
  };
}

function waitingTurn(found: unknown): WaitingTurn | null {
  return Array.isArray(found) ? { turnId: String(found[0]), team: String(found[1]) } : null;
}

function refusal(outcome: string, detail: number): AppError {
  switch (outcome) {
    case 'idempotency_conflict':
      return new AppError(
        'idempotency_conflict',
        'Use a new Idempotency-Key for a new request; this one belongs to an earlier, different body.',
      );
    case 'rate_limited':
      return new AppError('rate_limited', 'This tenant sends more requests a minute than it may.', {
        retryAfterMs: detail,
      });
    case 'overloaded':
      return new AppError(
        'overloaded',
        'More turns are waiting than this fleet admits. Try again shortly, or add workers.',
        { retryAfterMs: 5_000 },
      );
    case 'foreign_session':
      return new AppError(
        'conflict',
        'This session belongs to another patient. Start a new session, or send the patient_id it was started with.',
      );
    case 'session_busy':
      return new AppError(
        'session_busy',
        'The session is still answering the message before this one. Wait for it to end, or cancel it.',
      );
    default:
      return new AppError('internal', 'The gate gave an answer that this version does not know.');
  }
}
