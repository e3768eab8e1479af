/** The key by which a repeated request is recognised: its Idempotency-Key, or a new one. */
import { randomUUID } from 'node:crypto';
import type { Request } from 'express';
import { sha256 } from '../../src/platform/sha256.ts';
import type { KeyedRequest } from '../../src/teams/research/store/requests.ts';
import { idempotencyKeyOf } from '../http/idempotency-key.ts';

/**
 * A key belongs to one user and one address: the key of another user must not lead to that user's data, nor that of another address to
 * another answer. `body` is the body as it was validated.
 */
export function requestKey(request: Request, owner: { tenant: string; user_id: string }, body: unknown): KeyedRequest {
  const given = idempotencyKeyOf(request);
  const parts = ['api', owner.tenant, owner.user_id, request.method, request.path, given ?? randomUUID()];
  return { key: sha256(JSON.stringify(parts)), body: given === undefined ? null : sha256(JSON.stringify(body)) };
}
