/** The key by which a repeated request is recognised: its Idempotency-Key, or a new one. */
import { randomUUID } from 'node:crypto';
import type { Request } from 'express';
import type { Principal } from '../src/engine/access/principal.ts';

/** A bound user's keys are separate: the key of another user must not lead to that user's data. Neither name can contain a slash. */
export function requestKey({ tenant, subject }: Principal, request: Request): string {
  const owner = subject === null ? `${tenant}.` : `${tenant}/${subject}/`;
  return `api.${owner}${request.get('Idempotency-Key') ?? randomUUID()}`;
}
