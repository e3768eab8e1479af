/** Our errors as the protocol's. Their messages are safe to show; what is unexpected is logged and shown as its code alone. */
import { A2AError, RequestMalformedError, TaskNotFoundError, UnsupportedOperationError } from '@a2a-js/sdk/errors';
import { type AppError, toAppError } from '../src/platform/errors.ts';
import { asRedisOutage } from '../src/platform/redis-errors.ts';

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

export function toA2aError(thrown: unknown): A2AError {
  if (thrown instanceof A2AError) return thrown;
  const error = toAppError(asRedisOutage(thrown));
  if (error.code === 'not_found') return new TaskNotFoundError();
  if (error.code === 'session_busy') return new UnsupportedOperationError(error.message);
  return MALFORMED.has(error.code) ? new RequestMalformedError(withFields(error)) : new ServiceError(error);
}

/** An error has no place for a list of fields. */
function withFields({ message, errors }: AppError): string {
  return errors ? `${message} ${errors.map((one) => `${one.path}: ${one.message}`).join('; ')}` : message;
}
