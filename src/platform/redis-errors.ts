/** Tells an outage of Redis from every other error. */
import { AppError, toAppError } from './errors.ts';

const UNREACHABLE =
  /enableOfflineQueue|Connection is closed|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|max retries per request|Socket timeout/i;

/** An outage as the catalogue knows it; anything else unchanged. */
export function asRedisOutage(thrown: unknown): unknown {
  if (thrown instanceof AppError || !(thrown instanceof Error)) return thrown;
  const error = toAppError(thrown);
  if (error.code === 'redis_unavailable') return error;
  const code = (thrown as { code?: unknown }).code;
  if (!UNREACHABLE.test(thrown.message) && !UNREACHABLE.test(String(code ?? ''))) return thrown;
  return new AppError('redis_unavailable', 'The queue store does not answer just now. Nothing was lost; try again.', {
    cause: thrown,
    retryAfterMs: 2_000,
  });
}
