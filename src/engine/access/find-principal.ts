/**
 * Finds out who asks: the same for the API and for processes that serve agents. A token is looked up under the limit for guessed tokens,
 * also where none is needed. Without a token, and where no credentials are configured, only this machine can ask.
 */
import type { Request } from 'express';
import { isLoopback } from '../../platform/config.ts';
import { AppError } from '../../platform/errors.ts';
import type { GuessLimit } from '../../platform/guess-limit.ts';
import type { Authenticator } from './authenticator.ts';
import { LOCAL_PRINCIPAL, type Principal } from './principal.ts';

/** A proxy adds one of these: the connection is then the proxy's, and the client may be anywhere. */
const FORWARDED = /^(x-forwarded-.*|forwarded|via|x-real-ip)$/;

/** What is refused with a reason (revoked, expired) is no guess, but an address that may guess no more is not told the reason. */
export async function findPrincipal(
  access: Authenticator,
  guesses: GuessLimit,
  request: Request,
  token: string | null,
): Promise<Principal | undefined> {
  if (token === null) return access.isEmpty ? localPrincipal(request) : undefined;
  const principal = await access.find(token).catch((error: unknown) => {
    guesses.refuseIfOver(request);
    throw error;
  });
  guesses.check(request, principal);
  return principal;
}

function localPrincipal(request: Request): Principal {
  if (!isThisMachine(request))
    throw new AppError(
      'forbidden',
      'Without API_TOKENS, JWT_* or AUTH_REQUIRED only this machine may ask: use http://localhost. To let others in, also through a proxy, set one of them and send a token.',
    );
  return LOCAL_PRINCIPAL;
}

/**
 * A loopback connection through no proxy, to a name that only this machine can mean: a web page could reach us through a host name of its
 * own that resolves to this machine (DNS rebinding). A name may begin like an address and belong to anyone: 127.0.0.1.example.org.
 */
function isThisMachine({ headers, socket }: Request): boolean {
  const host = headers.host?.replace(/:\d*$/, '').replace(/^\[(.*)\]$/, '$1') ?? '';
  const address = socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  return isLoopback(host) && isLoopback(address) && !Object.keys(headers).some((name) => FORWARDED.test(name));
}
