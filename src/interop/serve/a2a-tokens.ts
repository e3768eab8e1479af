/**
 * The tokens of A2A_TOKEN, for a process that serves agents. They speak for the tenant of A2A_TENANT. Where that is `*` the caller is a
 * fleet that has several tenants itself: it appends the one that it acts for, as TOKEN@tenant, and the tenant is still part of the token.
 */
import { LRUCache } from 'lru-cache';
import { type Principal, UNLIMITED } from '../../engine/access/principal.ts';
import { sha256 } from '../../platform/sha256.ts';

export type Authenticator = {
  /** Whether there is no credential at all that it would accept. */
  isEmpty: boolean;
  find(token: string): Principal | undefined | Promise<Principal | undefined>;
};

export const ANY_TENANT = '*';

const TENANT = /^[a-z0-9-]{1,64}$/;
const MAX_TENANTS = 1_000;

export function createA2aTokens(tokens: readonly string[], tenant: string): Authenticator {
  // Looked up by digest: the time it takes does not depend on how much of a guessed token is right.
  const digests = new Set(tokens.map((token) => sha256(token)));
  // The same object each time: whoever limits guesses knows a caller by it.
  const principals = new LRUCache<string, Principal>({ max: MAX_TENANTS });

  function principalFor(digest: string, name: string): Principal {
    const id = `${digest.slice(0, 12)}@${name}`;
    const principal = principals.get(id) ?? {
      ...UNLIMITED,
      tenant: name,
      subject: null,
      scopes: new Set(['a2a'] as const),
      key: `a2a-token-${digest.slice(0, 12)}`,
    };
    principals.set(id, principal);
    return principal;
  }

  return {
    isEmpty: digests.size === 0,
    find(token) {
      const [secret, name] = tenant === ANY_TENANT ? split(token) : [token, tenant];
      const digest = sha256(secret);
      return digests.has(digest) && TENANT.test(name) ? principalFor(digest, name) : undefined;
    },
  };
}

/** The first that knows a token names the principal. */
export function firstOf(...authenticators: readonly Authenticator[]): Authenticator {
  return {
    isEmpty: authenticators.every(({ isEmpty }) => isEmpty),
    async find(token) {
      for (const one of authenticators) {
        const principal = await one.find(token);
        if (principal) return principal;
      }
      return undefined;
    },
  };
}

function split(token: string): [secret: string, tenant: string] {
  const at = token.lastIndexOf('@');
  return at === -1 ? [token, ''] : [token.slice(0, at), token.slice(at + 1)];
}
