/** The Idempotency-Key of a request, if it has one. */
import type { Request } from 'express';
import { AppError } from '../../src/platform/errors.ts';

export function idempotencyKeyOf(request: Request): string | undefined {
  const key = request.get('Idempotency-Key');
  if (key !== undefined && (key.length === 0 || key.length > 255))
    throw new AppError('malformed', 'An Idempotency-Key has 1 to 255 characters.');
  return key;
}
