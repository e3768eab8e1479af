/**
 * Principals from the tokens of an identity provider. Only asymmetric signatures of the allow-list count. A token that does not say whom
 * it may act for acts for its own subject: a claim that was forgotten must not open every record.
 */
import { errors, type JWTPayload, jwtVerify } from 'jose';
import { SUBJECT_NAME, TENANT_NAME } from '../../platform/api-tokens.ts';
import { AppError } from '../../platform/errors.ts';
import type { Jwks } from './jwks.ts';
import { type Principal, UNLIMITED } from './principal.ts';
import { isScope, type Scope } from './scopes.ts';

export type JwtSettings = {
  issuer: string;
  audience: string;
  algorithms: readonly string[];
  clockToleranceSeconds: number;
  tenantClaim: string;
  peopleClaim: string;
};

export type JwtVerifier = { authenticate(token: string): Promise<Principal | undefined> };

/** In the claim of people: everyone of the tenant. */
const EVERYONE = '*';

/** Three parts of base64url; the first is a JSON object. */
const SHAPE = /^eyJ[A-Za-z0-9_-]*\.[A-Za-z0-9_-]*\.[A-Za-z0-9_-]*$/;

export function createJwtVerifier(settings: JwtSettings, jwks: Jwks): JwtVerifier {
  const { issuer, audience, algorithms, clockToleranceSeconds } = settings;
  const options = {
    issuer,
    audience,
    algorithms: [...algorithms],
    clockTolerance: clockToleranceSeconds,
    requiredClaims: ['exp', 'sub'],
  };
  return {
    async authenticate(token) {
      if (!SHAPE.test(token)) return undefined;
      try {
        const { payload } = await jwtVerify(token, jwks, options);
        return principalFrom(payload, settings);
      } catch (error) {
        // The signature is looked at before the claims: this was a token of ours.
        if (error instanceof errors.JWTExpired) throw new AppError('unauthenticated', 'This token has expired.');
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },
  };
}

function principalFrom(claims: JWTPayload, { tenantClaim, peopleClaim }: JwtSettings): Principal {
  const tenant = claims[tenantClaim];
  const { sub } = claims;
  if (typeof tenant !== 'string' || !TENANT_NAME.test(tenant))
    throw new AppError('unauthenticated', `The token has no claim ${tenantClaim} that is the name of a tenant.`);
  if (typeof sub !== 'string' || !SUBJECT_NAME.test(sub))
    throw new AppError('unauthenticated', 'The sub of the token is no id of a user: letters, digits and . _ @ - only.');
  return {
    ...UNLIMITED,
    tenant,
    subject: sub,
    scopes: new Set([...words(claims.scope), ...words(claims.scp)].filter((name): name is Scope => isScope(name))),
    people: peopleIn(claims[peopleClaim], sub),
    credential: 'jwt',
  };
}

function peopleIn(claim: unknown, subject: string): Principal['people'] {
  const people = claim === undefined ? [subject] : words(claim);
  return people.includes(EVERYONE) ? null : new Set(people);
}

/** A list, or one text with spaces between the words, as OAuth writes scopes. */
function words(claim: unknown): string[] {
  if (Array.isArray(claim)) return claim.filter((word) => typeof word === 'string');
  return typeof claim === 'string' ? claim.split(' ').filter(Boolean) : [];
}
