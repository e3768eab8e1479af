/**
 * Who a token stands for: one of the API_TOKENS, a stored key, or a JWT. The shape of a token decides where it is looked up, so that no
 * lookup is made in vain: a token of API_TOKENS costs no round trip, a key one, a JWT none once the provider's keys are known.
 */
import type { JwtVerifier } from './jwt.ts';
import type { KeyStore } from './key-store.ts';
import type { Principal } from './principal.ts';
import type { Tokens } from './tokens.ts';

export type Authenticator = {
  /** True if nothing is configured: then only this machine may ask, and needs no credentials. */
  isEmpty: boolean;
  /** Undefined for a token that means nothing here. Throws for one that does no longer, and where that cannot be found out. */
  find(token: string): Promise<Principal | undefined>;
};

type Parts = {
  tokens: Tokens;
  keys: Pick<KeyStore, 'authenticate'>;
  jwt: JwtVerifier | null;
  /** Credentials are asked for although neither tokens nor an identity provider are configured: stored keys alone open it. */
  required: boolean;
};

/** Longer than any JWT that fits into a header beside others. */
const MAX_TOKEN_CHARS = 12_000;

export function createAuthenticator({ tokens, keys, jwt, required }: Parts): Authenticator {
  return {
    isEmpty: tokens.isEmpty && jwt === null && !required,
    async find(token) {
      if (token.length > MAX_TOKEN_CHARS) return undefined;
      return tokens.find(token) ?? (await keys.authenticate(token)) ?? (await jwt?.authenticate(token));
    },
  };
}
