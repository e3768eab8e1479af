/** The Idempotency-Key of a request, if it has one. */
import type { Request } from 'express';
import { AppError } from '../../src/platform/errors.ts';

export const IDEMPOTENCY_KEY_LIMITS = { minLength: 1, maxLength: 255 };

export function idempotencyKeyOf(request: Request): string | undefined {
  const key = request.get('Idempotency-Key');
  if (key !== undefined && (key.length === 0 || key.length > IDEMPOTENCY_KEY_LIMITS.maxLength))
    throw new AppError('malformed', `An Idempotency-Key has 1 to ${IDEMPOTENCY_KEY_LIMITS.maxLength} characters.`);
  return key;
}
