/** Our errors as the protocol's. Their messages are safe to show; what is unexpected is logged and shown as its code alone. */
import {
  A2AError,
  ContentTypeNotSupportedError,
  RequestMalformedError,
  TaskNotFoundError,
  UnsupportedOperationError,
} from '@a2a-js/sdk/errors';
import type { Response } from 'express';
import { type AppError, toAppError } from '../../src/platform/errors.ts';
import type { Log } from '../../src/platform/log.ts';
import { asRedisOutage } from '../../src/platform/redis-errors.ts';

/** An error that the protocol has no name for: internal to JSON-RPC, and over HTTP the status of its code. */
export class ServiceError extends A2AError {
  readonly transport = 'rest';
  readonly statusCode: number;
  override readonly reason: string;

  constructor({ code, message, policy }: AppError) {
    super({ message });
    this.statusCode = policy.status;
    this.reason = code.toUpperCase();
  }
}

/** Codes that say that the request itself is wrong. */
const MALFORMED = new Set<string>([
  'malformed',
  'invalid',
  'idempotency_conflict',
  'conflict',
  'too_large',
  'forbidden',
]);

function toA2aError(error: AppError): A2AError {
  if (error.code === 'not_found') return new TaskNotFoundError();
  if (error.code === 'unsupported_media_type') return new ContentTypeNotSupportedError(error.message);
  if (error.code === 'session_busy') return new UnsupportedOperationError(error.message);
  return MALFORMED.has(error.code) ? new RequestMalformedError(withFields(error)) : new ServiceError(error);
}

/** An error has no place for a list of fields; the header of that name is the id of the message here. */
function withFields({ message: said, errors }: AppError): string {
  const message = said.replaceAll('Idempotency-Key', 'messageId');
  return errors ? `${message} ${errors.map((one) => `${one.path}: ${one.message}`).join('; ')}` : message;
}

/** Statuses that mean something to clients and proxies, whatever the binding makes of the error itself. */
const OF_TRANSPORT = new Set([401, 403, 405, 413, 429]);

export type Refusal = {
  error: A2AError;
  isUnparsable: boolean;
  /** Null: that of the binding. */
  status: number | null;
};

/** Of what went wrong in reading, in access or in an operation. What the protocol has no error for is logged; the response is given its head. */
export function refuse(thrown: unknown, log: Log, response?: Response): Refusal {
  if (thrown instanceof A2AError) return { error: thrown, isUnparsable: false, status: null };
  const app = toAppError(asRedisOutage(thrown));
  const { status, level } = app.policy;
  const error = toA2aError(app);
  if (error instanceof ServiceError) log[level]({ err: app, code: app.code }, 'protocol.failed');
  const isOfTransport = OF_TRANSPORT.has(status) || status >= 500;
  if (response && !response.headersSent) {
    if (isOfTransport) response.status(status);
    // RFC 6750's answer to a request without a valid token.
    if (status === 401) response.set('WWW-Authenticate', 'Bearer realm="medfleet"');
    if (app.retryAfterSeconds !== undefined) response.set('Retry-After', String(app.retryAfterSeconds));
  }
  return { error, isUnparsable: app.code === 'malformed', status: isOfTransport ? status : null };
}
