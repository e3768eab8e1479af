/** Limits how many event streams a principal holds open in this process: each keeps a connection and a subscription. */
import type { RequestHandler } from 'express';
import { AppError } from '../../src/platform/errors.ts';
import { principalOf } from './auth.ts';

const RETRY_AFTER_MS = 5_000;

export function limitStreams(most: number): RequestHandler {
  const open = new Map<string, number>();
  return (request, response, next) => {
    const { tenant, subject, key } = principalOf(request);
    // A key has streams of its own: the app of one person must not use up those of the whole tenant.
    const owner = `${tenant}/${subject ?? ''}/${key ?? ''}`;
    const count = open.get(owner) ?? 0;
    if (count >= most)
      throw new AppError('too_many_streams', `${most} event streams are open; close one of them first.`, {
        retryAfterMs: RETRY_AFTER_MS,
      });
    open.set(owner, count + 1);
    response.once('close', () => {
      const left = (open.get(owner) ?? 1) - 1;
      if (left > 0) open.set(owner, left);
      else open.delete(owner);
    });
    next();
  };
}
