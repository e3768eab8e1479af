/** Requests with an Idempotency-Key: the same key with another body is a conflict. */
import { AppError } from '../../../platform/errors.ts';
import { callScript, defineScript, type RedisClient } from '../../../platform/lua.ts';
import type { ResearchKeys } from '../keys.ts';

/** `key` identifies the request among all others; `body` is a hash of its body, null where the client sent no Idempotency-Key. */
export type KeyedRequest = { key: string; body: string | null };

const RETENTION_SECONDS = 30 * 86_400;

/** ARGV: key, body, seconds. */
const claimKey = defineScript(
  'claim_request',
  {},
  `
local known = redis.call('GET', ARGV[1])
if known then return known == ARGV[2] and 'same' or 'other' end
redis.call('SET', ARGV[1], ARGV[2], 'EX', ARGV[3])
return 'new'
`,
);

export function createRequestStore(redis: RedisClient, keys: ResearchKeys) {
  return {
    /** Does the work under the request's key. A refused request does not use its key up. */
    async once<T>({ key, body }: KeyedRequest, work: (key: string) => Promise<T>): Promise<T> {
      if (body === null) return work(key);
      const name = keys.request(key);
      const claimed = await callScript(redis, claimKey, keys.tag, [name, body, RETENTION_SECONDS]);
      if (claimed === 'other')
        throw new AppError(
          'idempotency_conflict',
          'Use a new Idempotency-Key for a new request; this one belongs to an earlier, different body.',
        );
      try {
        return await work(key);
      } catch (thrown) {
        if (claimed === 'new' && thrown instanceof AppError && thrown.policy.retry === 'never') await redis.del(name);
        throw thrown;
      }
    },
  };
}
