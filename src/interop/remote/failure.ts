/**
 * Why a request to a remote agent has no answer, and what follows from that: the code of the catalogue, whether the request may be made
 * again, and whether the instance is to blame. What the agent itself says in its error is never passed on: it could hold anything.
 */
import { AppError, type ErrorCode } from '../../platform/errors.ts';
import type { EnvelopeErrorCode } from '../envelope/envelope.ts';

type Policy = {
  code: Extract<ErrorCode, 'remote_unavailable' | 'remote_refused' | 'remote_failed'>;
  /** Another try may help, unless the agent says that it does not. */
  retryable: boolean;
  /** Counts towards opening the circuit. */
  blames: boolean;
  /** After the agent's name. */
  says: string;
};

/** What else can happen than an error of the envelope. */
export const OWN_REASONS = [
  'NOT_CONNECTED',
  'CONNECTION_LOST',
  'CIRCUIT_OPEN',
  'REDIRECTED',
  'BAD_ANSWER',
  'TOO_LARGE',
  'CARD_INVALID',
  'CARD_ELSEWHERE',
  'CARD_UNSIGNED',
  'CARD_CREDENTIALS',
  'TASK_UNKNOWN',
  'TASK_FAILED',
  'TASK_CANCELLED',
  'TASK_REJECTED',
  'TASK_NEEDS_APPROVAL',
] as const;

export type Reason = EnvelopeErrorCode | (typeof OWN_REASONS)[number];

const REASONS: Readonly<Record<Reason, Policy>> = {
  NOT_CONNECTED: unavailable('cannot be connected to'),
  CONNECTION_LOST: unavailable('closed the connection before it had answered'),
  TIMEOUT: unavailable('did not answer in time'),
  UNAVAILABLE: unavailable('says that it is not available'),
  RATE_LIMITED: { ...unavailable('says that it gets too many requests'), blames: false },
  CIRCUIT_OPEN: { ...unavailable('is not called: its last calls failed'), blames: false },
  INTERNAL: failed('failed'),
  BAD_ANSWER: { ...failed('did not answer in the form of the protocol'), retryable: false },
  TOO_LARGE: { ...failed('sent a larger answer than is read'), retryable: false },
  REDIRECTED: refused('redirects, which is not followed: check its endpoint'),
  AUTHENTICATION_ERROR: refused('refuses the token: check its auth_token, and whether the token was rotated'),
  FORBIDDEN: refused('does not let this token do that: check the scope of the token'),
  NOT_FOUND: refused('does not know the agent or the action: check its endpoint and its actions'),
  INVALID_REQUEST: refused('finds the request invalid: check the parameters'),
  CONFLICT: refused('has had another request with this idempotency key'),
  CARD_INVALID: refused('has no valid agent card of A2A 1.0 or 0.3: check its endpoint'),
  CARD_ELSEWHERE: refused(
    'has an agent card that names another host: check its endpoint, or list the host in allow_hosts',
  ),
  CARD_UNSIGNED: refused('has an agent card that is not signed with its card_key: check both'),
  CARD_CREDENTIALS: refused('wants other credentials than a token'),
  TASK_UNKNOWN: { ...failed('does not know the task any more'), retryable: false },
  // It has answered, and another try would be the same task.
  TASK_FAILED: { ...failed('could not do the task'), retryable: false, blames: false },
  TASK_CANCELLED: { ...failed('has cancelled the task'), retryable: false, blames: false },
  TASK_REJECTED: refused('does not take the task'),
  TASK_NEEDS_APPROVAL: refused('waits for an approval on its own side, which cannot be given from here'),
};

export class RemoteFailure extends Error {
  override name = 'RemoteFailure';
  readonly reason: Reason;
  readonly retryable: boolean;
  /** How long the agent asks to wait. */
  readonly retryAfterMs: number | undefined;
  /** In the agent's own words, which may quote what it was sent: shown to the caller, in a field that is not logged. */
  readonly says: string | undefined;

  constructor(
    reason: Reason,
    extras: { retryable?: boolean; retryAfterMs?: number | undefined; says?: string; cause?: unknown } = {},
  ) {
    super(reason, { cause: extras.cause });
    this.reason = reason;
    this.retryable = extras.retryable ?? REASONS[reason].retryable;
    this.retryAfterMs = extras.retryAfterMs;
    this.says = extras.says;
  }

  get blames(): boolean {
    return REASONS[this.reason].blames;
  }

  /** The request has certainly not been processed. */
  get unsent(): boolean {
    return this.reason === 'NOT_CONNECTED' || this.reason === 'CIRCUIT_OPEN';
  }

  toAppError(agent: string): AppError {
    const { code, says } = REASONS[this.reason];
    const errors = this.says ? [{ path: agent, message: `says: ${this.says}` }] : undefined;
    return new AppError(code, `${agent} ${says} (${this.reason}).`, { cause: this, ...(errors && { errors }) });
  }
}

/** Where the answer says no more than its status. */
export function reasonOfStatus(status: number): Reason {
  if (status >= 300 && status < 400) return 'REDIRECTED';
  return STATUSES.get(status) ?? (status >= 500 ? 'INTERNAL' : 'BAD_ANSWER');
}

const STATUSES: ReadonlyMap<number, Reason> = new Map([
  [400, 'INVALID_REQUEST'],
  [401, 'AUTHENTICATION_ERROR'],
  [403, 'FORBIDDEN'],
  [404, 'NOT_FOUND'],
  [405, 'NOT_FOUND'],
  [408, 'TIMEOUT'],
  [409, 'CONFLICT'],
  [413, 'INVALID_REQUEST'],
  [415, 'INVALID_REQUEST'],
  [422, 'INVALID_REQUEST'],
  [429, 'RATE_LIMITED'],
  [502, 'UNAVAILABLE'],
  [503, 'UNAVAILABLE'],
  [504, 'TIMEOUT'],
]);

function unavailable(says: string): Policy {
  return { code: 'remote_unavailable', retryable: true, blames: true, says };
}

function failed(says: string): Policy {
  return { code: 'remote_failed', retryable: true, blames: true, says };
}

function refused(says: string): Policy {
  return { code: 'remote_refused', retryable: false, blames: false, says };
}
