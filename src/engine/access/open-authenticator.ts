/** Puts together who may ask, from the settings: tokens, stored keys and an identity provider. */
import type { Config } from '../../platform/config.ts';
import type { Log } from '../../platform/log.ts';
import { type Authenticator, createAuthenticator } from './authenticator.ts';
import { createJwks } from './jwks.ts';
import { createJwtVerifier, type JwtVerifier } from './jwt.ts';
import type { KeyStore } from './key-store.ts';
import { createTokens } from './tokens.ts';

export function openAuthenticator(config: Config, keys: Pick<KeyStore, 'authenticate'>, log: Log): Authenticator {
  const tokens = createTokens(config.tokens);
  return createAuthenticator({ tokens, keys, jwt: jwtVerifier(config, log), required: config.AUTH_REQUIRED });
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
