/** The headers of a request: who calls, which call it is, and where it belongs in a trace. */
import { randomBytes, randomUUID } from 'node:crypto';
import { sha256 } from '../../platform/sha256.ts';
import { SIGNATURE_HEADER, signatureOf } from '../envelope/signature.ts';

export type Credentials = { token: string | undefined; signingSecret: string | undefined };

/** A batch has no idempotency key: nothing in it needs one. */
export type CallIds = { traceId: string; idempotencyKey?: string };

export function requestHeaders(
  body: string,
  { token, signingSecret }: Credentials,
  ids: CallIds,
): Record<string, string> {
  return {
    'content-type': 'application/json',
    accept: 'application/json',
    ...traceHeaders(ids.traceId),
    ...(ids.idempotencyKey && { 'idempotency-key': ids.idempotencyKey }),
    ...(token && { authorization: `Bearer ${token}` }),
    ...(signingSecret && { [SIGNATURE_HEADER]: signature(body, signingSecret) }),
  };
}

/** W3C Trace Context; each request is a span of its own. */
export function traceHeaders(traceId: string): Record<string, string> {
  return { 'x-request-id': randomUUID(), traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01` };
}

/** Signed for one sending: the receiver refuses it a second time. */
function signature(body: string, secret: string): string {
  const time = Math.floor(Date.now() / 1000);
  return signatureOf(secret, { time, nonce: randomBytes(16).toString('hex') }, Buffer.from(body));
}

/** All calls of a task are one trace. */
export function traceIdOf(taskId: string): string {
  return sha256(`trace/${taskId}`).slice(0, 32);
}

/** The same after a replay, and another for each run of each task. */
export function idempotencyKeyOf(taskId: string, runId: string, action: string): string {
  return sha256(`call/${taskId}/${runId}/${action}`).slice(0, 40);
}
