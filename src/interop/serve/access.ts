/**
 * Authenticates a call by its bearer token. A process without any token serves this machine only: the Host header must be a loopback
 * name, or a web page could reach it through a host name of its own that resolves to this machine.
 */
import type { Request, RequestHandler } from 'express';
import type { Authenticator } from '../../engine/access/authenticator.ts';
import { findPrincipal } from '../../engine/access/find-principal.ts';
import { LOCAL_PRINCIPAL, type Principal } from '../../engine/access/principal.ts';
import { isLoopback } from '../../platform/config.ts';
import { AppError } from '../../platform/errors.ts';
import type { GuessLimit } from '../../platform/guess-limit.ts';

const BEARER = /^bearer +(\S+)$/i;

const principals = new WeakMap<Request, Principal>();

export function callerOf(request: Request): Principal {
  const principal = principals.get(request);
  if (!principal) throw new AppError('unauthenticated', 'This request was not authenticated.');
  return principal;
}

export function authenticateCaller(tokens: Authenticator, guesses: GuessLimit): RequestHandler {
  return async (request, _response, next) => {
    principals.set(request, tokens.isEmpty ? localPrincipal(request) : await tokenPrincipal(request));
    next();
  };

  async function tokenPrincipal(request: Request): Promise<Principal> {
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
    const principal = token === undefined ? undefined : await findPrincipal(tokens, guesses, request, token);
    if (!principal) throw new AppError('unauthenticated', 'The token is missing or wrong.');
    return principal;
  }
}

function localPrincipal({ headers }: Request): Principal {
  const name = headers.host?.replace(/:\d*$/, '').replace(/^\[|\]$/g, '');
  if (name === undefined || !isLoopback(name))
    throw new AppError('forbidden', 'Without a token only this machine may ask: use http://localhost.');
  return LOCAL_PRINCIPAL;
}
