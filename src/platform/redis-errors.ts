/** Tells an outage of Redis from every other error. */
import { AppError } from './errors.ts';

const OUTAGE =
  /enableOfflineQueue|Connection is closed|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|max retries per request|Socket timeout|^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN)/i;

/** An outage as the catalogue knows it; anything else unchanged. */
export function asRedisOutage(thrown: unknown): unknown {
  if (thrown instanceof AppError || !(thrown instanceof Error)) return thrown;
  const code = (thrown as { code?: unknown }).code;
  if (!OUTAGE.test(thrown.message) && !OUTAGE.test(String(code ?? ''))) return thrown;
  return new AppError('redis_unavailable', 'The queue store does not answer just now. Nothing was lost; try again.', {
    cause: thrown,
    retryAfterMs: 2_000,
  });
}
