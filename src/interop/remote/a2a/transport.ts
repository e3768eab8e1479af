/**
 * How the SDK's client reaches an instance: over the instance's own connections, under the rules of http.ts, and nowhere else. It is given
 * JSON that was parsed here before, within our limits.
 */
import { z } from 'zod';
import { RemoteFailure, reasonOfStatus } from '../failure.ts';
import type { Instance } from '../instance.ts';

/** Refusals for which the protocol has errors of its own, which say more than the status. */
const EXPLAINED: ReadonlySet<number> = new Set([400, 404, 405, 409, 413, 415, 422]);

/** JSON-RPC and HTTP+JSON both have the error in this field. */
const WithError = z.object({ error: z.object({ code: z.number() }) });

export function transportOver(instance: Instance, mayReach: (url: string) => boolean): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (!mayReach(`${url.origin}${url.pathname}`)) throw new RemoteFailure('CARD_ELSEWHERE');
    const { status, body, retryAfterMs } = await instance.exchange(init.method === 'GET' ? 'GET' : 'POST', url, {
      body: typeof init.body === 'string' ? init.body : undefined,
      headers: Object.fromEntries(new Headers(init.headers)),
      signal: init.signal ?? new AbortController().signal,
    });
    const isSuccess = status >= 200 && status < 300;
    const isExplained = EXPLAINED.has(status) && WithError.safeParse(body).success;
    if (!isSuccess && !isExplained) throw new RemoteFailure(reasonOfStatus(status), { retryAfterMs });
    if (body === undefined) throw new RemoteFailure('BAD_ANSWER');
    return Response.json(body, { status });
  };
}
