/** Puts together who may ask, from the settings: tokens, stored keys, an identity provider, and the log of accesses. */
import { createAccessLog } from '../src/engine/access/access-log.ts';
import { createAuthenticator } from '../src/engine/access/authenticator.ts';
import { createJwks } from '../src/engine/access/jwks.ts';
import { createJwtVerifier, type JwtVerifier } from '../src/engine/access/jwt.ts';
import { createKeyStore } from '../src/engine/access/key-store.ts';
import { createTokens } from '../src/engine/access/tokens.ts';
import type { Config } from '../src/platform/config.ts';
import type { Log } from '../src/platform/log.ts';
import type { RedisClient } from '../src/platform/lua.ts';

export function openAccess(config: Config, redis: RedisClient, tag: string, log: Log) {
  const apiKeys = createKeyStore({ redis, tag, keysPerTenant: config.KEYS_PER_TENANT });
  const authenticator = createAuthenticator({
    tokens: createTokens(config.tokens),
    keys: apiKeys,
    jwt: jwtVerifier(config, log),
    required: config.AUTH_REQUIRED,
  });
  const { ACCESS_LOG_DAYS: days, ACCESS_LOG_ENTRIES: mostEntries } = config;
  return { authenticator, apiKeys, accesses: createAccessLog({ redis, tag, days, mostEntries }) };
}

/** The settings of an identity provider are there together, or not at all. */
function jwtVerifier(config: Config, log: Log): JwtVerifier | null {
  const { JWT_ISSUER: issuer, JWT_AUDIENCE: audience, JWT_JWKS_URL: url } = config;
  if (issuer === undefined || audience === undefined || url === undefined) return null;
  const settings = {
    issuer,
    audience,
    algorithms: config.JWT_ALGORITHMS,
    clockToleranceSeconds: config.JWT_CLOCK_SECONDS,
    tenantClaim: config.JWT_TENANT_CLAIM,
    peopleClaim: config.JWT_PATIENTS_CLAIM,
  };
  return createJwtVerifier(settings, createJwks(new URL(url), { log }));
}
