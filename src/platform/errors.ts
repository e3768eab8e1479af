/**
 * The catalogue of all errors. A code decides how the queue retries, which HTTP status is sent and at which level it is logged;
 * nothing else in the project decides that. Messages are safe: they never hold what a patient said.
 */
import { refusalOf } from './redis-refusal.ts';

type Policy = {
  /**
   * never: retrying cannot help. backoff: BullMQ's backoff. pause: the queue pauses for `retryAfterMs`. wait: the job stays where it is
   * until Redis accepts writes. Neither pause nor wait costs an attempt.
   */
  retry: 'never' | 'backoff' | 'pause' | 'wait';
  status: number;
  level: 'info' | 'warn' | 'error';
  title: string;
};

export const ERRORS = {
  malformed: { retry: 'never', status: 400, level: 'info', title: 'The request is malformed' },
  unauthenticated: { retry: 'never', status: 401, level: 'info', title: 'Credentials are missing or wrong' },
  forbidden: { retry: 'never', status: 403, level: 'warn', title: 'Not allowed' },
  not_found: { retry: 'never', status: 404, level: 'info', title: 'Not found' },
  method_not_allowed: {
    retry: 'never',
    status: 405,
    level: 'info',
    title: 'The method is not allowed for this address',
  },
  request_timeout: { retry: 'never', status: 408, level: 'info', title: 'The request was not sent in time' },
  conflict: { retry: 'never', status: 409, level: 'info', title: 'Conflict' },
  idempotency_conflict: {
    retry: 'never',
    status: 409,
    level: 'info',
    title: 'This Idempotency-Key was used with another body',
  },
  session_busy: { retry: 'never', status: 409, level: 'info', title: 'The session is busy' },
  too_large: { retry: 'never', status: 413, level: 'info', title: 'The request body is too large' },
  unsupported_media_type: { retry: 'never', status: 415, level: 'info', title: 'The content type is not supported' },
  invalid: { retry: 'never', status: 422, level: 'info', title: 'The request is not valid' },
  query_refused: { retry: 'never', status: 422, level: 'info', title: 'The query is not allowed' },
  rate_limited: { retry: 'never', status: 429, level: 'info', title: 'Too many requests' },
  overloaded: { retry: 'never', status: 429, level: 'warn', title: 'Too many turns are waiting' },
  too_many_streams: { retry: 'never', status: 429, level: 'info', title: 'Too many event streams are open' },
  headers_too_large: { retry: 'never', status: 431, level: 'info', title: 'The request headers are too large' },
  internal: { retry: 'backoff', status: 500, level: 'error', title: 'Internal error' },
  too_many_connections: { retry: 'backoff', status: 503, level: 'warn', title: 'Too many connections are open' },
  busy: { retry: 'backoff', status: 503, level: 'warn', title: 'Too much is being done at once' },
  redis_unavailable: { retry: 'wait', status: 503, level: 'error', title: 'The queue store does not answer' },
  identity_unavailable: {
    retry: 'backoff',
    status: 503,
    level: 'error',
    title: 'The identity provider does not answer',
  },
  record_unavailable: { retry: 'backoff', status: 503, level: 'error', title: 'The record store does not answer' },
  workers_missing: { retry: 'backoff', status: 503, level: 'warn', title: 'A role has no live worker' },
  workspace_unavailable: {
    retry: 'backoff',
    status: 503,
    level: 'error',
    title: 'The storage of the workspaces does not answer',
  },
  access_forbidden: { retry: 'never', status: 403, level: 'warn', title: 'This agent has no access to that' },
  workspace_full: { retry: 'never', status: 422, level: 'info', title: 'The workspace is full' },
  artifacts_full: { retry: 'never', status: 422, level: 'warn', title: 'The artifact store is full' },
  workspace_damaged: {
    retry: 'never',
    status: 500,
    level: 'error',
    title: 'A stored file is not what was written',
  },
  cancelled: { retry: 'never', status: 409, level: 'info', title: 'The turn was cancelled' },
  timeout: { retry: 'never', status: 504, level: 'warn', title: 'The work took longer than its limit' },
  limit_reached: { retry: 'never', status: 422, level: 'warn', title: 'The agent reached its limit' },
  over_budget: { retry: 'never', status: 422, level: 'info', title: 'The input is larger than the budget' },
  query_too_slow: { retry: 'never', status: 422, level: 'info', title: 'The query takes too long' },
  transfer_refused: {
    retry: 'never',
    status: 403,
    level: 'warn',
    title: 'This hand-over is not in the transfer policy',
  },
  not_yet: { retry: 'backoff', status: 503, level: 'info', title: 'An agent that rules stood in for still fails' },
  not_done: { retry: 'never', status: 502, level: 'warn', title: 'An agent could not do what it was asked' },
  child_failed: { retry: 'never', status: 502, level: 'warn', title: 'A part that this work needs has failed' },
  lock_lost: { retry: 'backoff', status: 500, level: 'warn', title: 'Another worker took this job over' },
  shutting_down: { retry: 'backoff', status: 503, level: 'info', title: 'This process is shutting down' },
  poison_job: { retry: 'never', status: 500, level: 'error', title: 'A job ended its process each time it ran' },
  bad_payload: { retry: 'never', status: 500, level: 'error', title: 'A job payload does not fit its schema' },
  bad_output: {
    retry: 'never',
    status: 502,
    level: 'warn',
    title: 'The model did not give the structure that was asked for',
  },
  model_required: { retry: 'never', status: 501, level: 'warn', title: 'This needs a model that can do it' },
  model_rate_limited: { retry: 'pause', status: 503, level: 'warn', title: 'The model provider asks us to wait' },
  model_quota: { retry: 'never', status: 503, level: 'error', title: 'The model quota is used up' },
  // The gateway has made the call again for as long as a person would wait.
  model_unavailable: { retry: 'never', status: 503, level: 'warn', title: 'The model provider does not answer' },
  model_refused: { retry: 'never', status: 502, level: 'error', title: 'The model provider rejected the request' },
  // The same holds while the server loads the model.
  model_loading: { retry: 'never', status: 503, level: 'warn', title: 'The model server is loading the model' },
  model_missing: { retry: 'never', status: 502, level: 'error', title: 'The model server does not have the model' },
  tools_unsupported: { retry: 'never', status: 502, level: 'error', title: 'The model cannot call tools' },
  context_exceeded: {
    retry: 'never',
    status: 422,
    level: 'warn',
    title: 'The request is larger than the context of the model',
  },
  model_blocked: {
    retry: 'never',
    status: 422,
    level: 'warn',
    title: 'The model provider blocked the answer for safety',
  },
  // The client has made the call again for as long as its config says.
  remote_unavailable: { retry: 'never', status: 503, level: 'warn', title: 'A remote agent does not answer' },
  remote_refused: { retry: 'never', status: 502, level: 'error', title: 'A remote agent refused the request' },
  remote_failed: { retry: 'never', status: 502, level: 'warn', title: 'A remote agent failed' },
  sandbox_unavailable: { retry: 'never', status: 501, level: 'warn', title: 'Programs cannot be contained here' },
  search_unavailable: { retry: 'backoff', status: 503, level: 'warn', title: 'A search service does not answer' },
  push_unavailable: { retry: 'backoff', status: 503, level: 'info', title: 'A webhook does not take an update' },
  mail_unavailable: { retry: 'backoff', status: 503, level: 'warn', title: 'The mail server does not answer' },
  mail_refused: { retry: 'never', status: 502, level: 'warn', title: 'The mail server refused the mail' },
  config: { retry: 'never', status: 500, level: 'error', title: 'The configuration is wrong' },
} as const satisfies Record<string, Policy>;

export type ErrorCode = keyof typeof ERRORS;

type Extras = {
  cause?: unknown;
  /** How long to wait, where the code's policy or the HTTP answer needs it. */
  retryAfterMs?: number;
  /** For bad input: which field, and what to do about it. */
  errors?: { path: string; message: string }[];
};

/** The Retry-After of a 503 whose error names none. */
const RETRY_AFTER_MS = 2_000;

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly retryAfterMs: number | undefined;
  readonly errors: { path: string; message: string }[] | undefined;

  constructor(code: ErrorCode, message: string, extras: Extras = {}) {
    super(message, { cause: extras.cause });
    this.name = 'AppError';
    this.code = code;
    this.retryAfterMs = extras.retryAfterMs;
    this.errors = extras.errors;
  }

  get policy(): Policy {
    return ERRORS[this.code];
  }

  /** What an HTTP answer says of when to try again; a 503 always does. */
  get retryAfterSeconds(): number | undefined {
    const ms = this.retryAfterMs ?? (this.policy.status === 503 ? RETRY_AFTER_MS : undefined);
    return ms === undefined ? undefined : Math.max(1, Math.ceil(ms / 1000));
  }
}

/** Whatever was thrown, as an AppError. An unknown error keeps its text as `cause` only: it could hold anything. */
export function toAppError(thrown: unknown, fallback: ErrorCode = 'internal'): AppError {
  if (thrown instanceof AppError) return thrown;
  const refusal = refusalOf(thrown);
  if (refusal !== undefined) {
    const message = `The queue store accepts no writes just now (${refusal}). Nothing was lost; try again.`;
    return new AppError('redis_unavailable', message, { cause: thrown, retryAfterMs: 2_000 });
  }
  return new AppError(fallback, ERRORS[fallback].title, { cause: thrown });
}
