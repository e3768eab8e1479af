/**
 * Calls of actions that write, kept by their Idempotency-Key: the same key and body are one call with one response, whichever process
 * is asked and however often. Who runs a call holds a lease on it. A process that dies lets its lease run out; the next request with
 * that key then runs the action again, under the same key, by which the action itself recognises what it has done already.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../../platform/errors.ts';
import { callScript, defineScript, type RedisClient } from '../../platform/lua.ts';
import { type EnvelopeKeys, LAYOUT } from './keys.ts';

/** `key` and `body` are digests: of the Idempotency-Key with all that it belongs to, and of what was asked. */
export type KeptCall = { tenant: string; user: string; key: string; body: string };

export type KeptCalls = ReturnType<typeof createKeptCalls>;

const KEEP_MS = 24 * 3_600_000;
/** After a crash, a call can be run again after this time. Renewed three times as often: a busy process does not lose it. */
const LEASE_MS = 10_000;
/** A call that has not ended by then may be run by another request. */
const MAX_RUN_MS = 300_000;
const POLL_MS = { first: 20, most: 500 };

const NOW = `
local function now_ms()
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end
`;

/** ARGV: tenant, user, key, body, owner, ms of the lease, ms to keep. */
const claim = defineScript(
  'a2a_claim_call',
  LAYOUT,
  NOW,
  `
local name, now = key_call(ARGV[1], ARGV[2], ARGV[3]), now_ms()
local known = redis.call('HMGET', name, 'body', 'response', 'lease')
if known[1] and known[1] ~= ARGV[4] then return {'other'} end
if known[2] then return {'done', known[2]} end
if known[3] and tonumber(known[3]) > now then return {'busy'} end
redis.call('HSET', name, 'body', ARGV[4], 'owner', ARGV[5], 'lease', now + ARGV[6])
redis.call('PEXPIRE', name, ARGV[7])
local index = key_calls(ARGV[1], ARGV[2])
redis.call('ZREMRANGEBYSCORE', index, '-inf', now - ARGV[7])
redis.call('ZADD', index, now, ARGV[3])
redis.call('PEXPIRE', index, ARGV[7])
return {'claimed'}
`,
);

/** ARGV: tenant, user, key, owner, ms of the lease. */
const renew = defineScript(
  'a2a_renew_call',
  LAYOUT,
  NOW,
  `
local name = key_call(ARGV[1], ARGV[2], ARGV[3])
if redis.call('HGET', name, 'owner') == ARGV[4] then redis.call('HSET', name, 'lease', now_ms() + ARGV[5]) end
`,
);

/** ARGV: tenant, user, key, owner, response; an empty one gives the call back. Returns the response that counts, if there is one. */
const settle = defineScript(
  'a2a_settle_call',
  LAYOUT,
  `
local name = key_call(ARGV[1], ARGV[2], ARGV[3])
if redis.call('HGET', name, 'owner') == ARGV[4] then
  if ARGV[5] ~= '' then redis.call('HSET', name, 'response', ARGV[5]) end
  redis.call('HDEL', name, 'owner', 'lease')
end
return redis.call('HGET', name, 'response')
`,
);

/** ARGV: tenant, user. Returns how many calls were deleted. */
const forget = defineScript(
  'a2a_forget_calls',
  LAYOUT,
  `
local index, count = key_calls(ARGV[1], ARGV[2]), 0
for _, key in ipairs(redis.call('ZRANGE', index, 0, -1)) do
  count = count + redis.call('DEL', key_call(ARGV[1], ARGV[2], key))
end
redis.call('DEL', index)
return count
`,
);

export function createKeptCalls(redis: RedisClient, keys: EnvelopeKeys) {
  const script = (which: typeof claim, ...args: (string | number)[]) => callScript(redis, which, keys.tag, args);

  /** Runs a call that this process has claimed. It is given back when it fails, so that the same key can try again. */
  async function runClaimed(name: readonly string[], owner: string, work: () => Promise<string>): Promise<string> {
    const ends = performance.now() + MAX_RUN_MS;
    const renewal = setInterval(() => {
      if (performance.now() < ends) script(renew, ...name, owner, LEASE_MS).catch(() => undefined);
    }, LEASE_MS / 3);
    renewal.unref();
    try {
      const response = await work();
      // Another request may have taken over after a lost lease: what it has stored is what everyone is told.
      return ((await script(settle, ...name, owner, response)) as string | null) ?? response;
    } catch (thrown) {
      // What cannot be given back now is free when the lease has run out.
      await script(settle, ...name, owner, '').catch(() => undefined);
      throw thrown;
    } finally {
      clearInterval(renewal);
    }
  }

  return {
    /** The response of the call. While another request runs it, this one waits until `signal`; a run itself is not cut short. */
    async once(
      { tenant, user, key, body }: KeptCall,
      signal: AbortSignal,
      work: () => Promise<string>,
    ): Promise<string> {
      const name = [tenant, user, key];
      const owner = randomUUID();
      for (let pause = POLL_MS.first; ; pause = Math.min(pause * 2, POLL_MS.most)) {
        const [state, response = ''] = (await script(claim, ...name, body, owner, LEASE_MS, KEEP_MS)) as string[];
        if (state === 'claimed') return runClaimed(name, owner, work);
        if (state === 'done') return response;
        if (state === 'other')
          throw new AppError(
            'idempotency_conflict',
            'Use a new Idempotency-Key for a new request; this one belongs to an earlier, different one.',
          );
        await wait(pause, undefined, { signal });
      }
    },

    /** For the erasure of a user. */
    async forget(tenant: string, user: string): Promise<number> {
      return Number(await script(forget, tenant, user));
    },
  };
}
