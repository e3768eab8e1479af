/**
 * The tokens of A2A_TOKEN, besides whatever else opens a process that serves agents. They speak for the tenant of A2A_TENANT. Where that
 * is `*` the caller is a fleet that has several tenants itself: it appends the one that it acts for, as TOKEN@tenant, and the tenant is
 * still part of the token.
 */
import type { Authenticator } from '../../engine/access/authenticator.ts';
import { type Principal, UNLIMITED } from '../../engine/access/principal.ts';
import { sha256 } from '../../platform/sha256.ts';

export type A2aTokens = { tokens: readonly string[]; tenant: string };

export const ANY_TENANT = '*';

const TENANT = /^[a-z0-9-]{1,64}$/;
/** Of a token's digest: enough to tell tokens apart, and too little to look for the token itself. */
const SHOWN_DIGEST_CHARS = 12;

export function withA2aTokens(others: Authenticator, { tokens, tenant }: A2aTokens): Authenticator {
  // Looked up by digest: the time it takes does not depend on how much of a guessed token is right.
  const digests = new Set(tokens.map((token) => sha256(token)));

  function known(token: string): Principal | undefined {
    const [secret, name] = tenant === ANY_TENANT ? split(token) : [token, tenant];
    const digest = sha256(secret);
    if (!digests.has(digest) || !TENANT.test(name)) return undefined;
    const credential = `a2a:${digest.slice(0, SHOWN_DIGEST_CHARS)}`;
    return { ...UNLIMITED, tenant: name, subject: null, scopes: new Set(['a2a']), credential };
  }

  return {
    isEmpty: others.isEmpty && digests.size === 0,
    find: async (token) => known(token) ?? (await others.find(token)),
  };
}

function split(token: string): [secret: string, tenant: string] {
  const at = token.lastIndexOf('@');
  return at === -1 ? [token, ''] : [token.slice(0, at), token.slice(at + 1)];
}
