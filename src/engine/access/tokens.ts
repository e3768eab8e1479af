/** The principals of API_TOKENS, found by token. */

import type { ApiToken } from '../../platform/api-tokens.ts';
import { ConfigError } from '../../platform/config.ts';
import { suggest } from '../../platform/nearest.ts';
import { sha256 } from '../../platform/sha256.ts';
import { type Principal, UNLIMITED } from './principal.ts';
import { ALL_SCOPES, isScope, type Scope, TENANT_SCOPES } from './scopes.ts';

export type Tokens = {
  /** True without API_TOKENS. */
  isEmpty: boolean;
  find(token: string): Principal | undefined;
};

/** In an entry's list of scopes: all of TENANT_SCOPES. */
const TENANT_SET = 'tenant';

/** Of a token's digest, in the access log: enough to tell tokens apart, and too little to look for the token itself. */
const SHOWN_DIGEST_CHARS = 12;

export function createTokens(entries: readonly ApiToken[]): Tokens {
  const problems = entries.flatMap(({ scopes }, index) =>
    unknownScopes(scopes ?? []).map(
      (name) =>
        `API_TOKENS: entry ${index + 1} has the unknown scope "${name}"; ${suggest(name, [...ALL_SCOPES, TENANT_SET])}`,
    ),
  );
  if (problems.length > 0) throw new ConfigError(problems);
  // Looked up by digest: the time it takes does not depend on how much of a guessed token is right.
  const byDigest = new Map(
    entries.map(({ tenant, subject, scopes, token }): [string, Principal] => [
      sha256(token),
      {
        ...UNLIMITED,
        tenant,
        subject,
        scopes: new Set(resolve(scopes ?? [TENANT_SET])),
        credential: `token:${sha256(token).slice(0, SHOWN_DIGEST_CHARS)}`,
      },
    ]),
  );
  return { isEmpty: byDigest.size === 0, find: (token) => byDigest.get(sha256(token)) };
}

function unknownScopes(names: readonly string[]): string[] {
  return names.filter((name) => name !== TENANT_SET && !isScope(name));
}

function resolve(names: readonly string[]): Scope[] {
  return names.flatMap((name) => (name === TENANT_SET ? TENANT_SCOPES : isScope(name) ? [name] : []));
}
