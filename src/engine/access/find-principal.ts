/** Looks a token up under the limit for guessed tokens: the same for the API and for processes that serve agents. */
import type { Request } from 'express';
import type { GuessLimit } from '../../platform/guess-limit.ts';
import type { Authenticator } from './authenticator.ts';
import type { Principal } from './principal.ts';

/** What is refused with a reason (revoked, expired) is no guess, but an address that may guess no more is not told the reason. */
export async function findPrincipal(
  access: Authenticator,
  guesses: GuessLimit,
  request: Request,
  token: string,
): Promise<Principal | undefined> {
  const principal = await access.find(token).catch((error: unknown) => {
    guesses.refuseIfOver(request);
    throw error;
  });
  guesses.check(request, principal);
  return principal;
}
