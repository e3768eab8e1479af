/** Puts together who may ask, the keys and sign-ins that are stored, and the log of accesses. */
import { createAccessLog } from '../../src/engine/access/access-log.ts';
import { createKeyStore } from '../../src/engine/access/key-store.ts';
import { openAuthenticator } from '../../src/engine/access/open-authenticator.ts';
import { createSignIns } from '../../src/engine/access/sign-ins.ts';
import type { Config } from '../../src/platform/config.ts';
import { createGuessLimit } from '../../src/platform/guess-limit.ts';
import type { Log } from '../../src/platform/log.ts';
import type { RedisClient } from '../../src/platform/lua.ts';

export function openAccess(config: Config, redis: RedisClient, tag: string, log: Log) {
  const apiKeys = createKeyStore({ redis, tag, keysPerTenant: config.KEYS_PER_TENANT });
  const authenticator = openAuthenticator(config, apiKeys, log);
  const { ACCESS_LOG_DAYS: days, ACCESS_LOG_ENTRIES: mostEntries } = config;
  const signIns = createSignIns(redis, tag);
  const guesses = createGuessLimit(config.AUTH_FAILURES_PER_MINUTE);
  return { authenticator, apiKeys, signIns, guesses, accesses: createAccessLog({ redis, tag, days, mostEntries }) };
}
