/** Authenticates a call by its bearer token. A process without any token serves this machine only. */
import type { Request, RequestHandler } from 'express';
import type { Authenticator } from '../../engine/access/authenticator.ts';
import { findPrincipal } from '../../engine/access/find-principal.ts';
import type { Principal } from '../../engine/access/principal.ts';
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
    const { authorization } = request.headers;
    const token = authorization === undefined ? null : (BEARER.exec(authorization)?.[1] ?? '');
    const principal = await findPrincipal(tokens, guesses, request, token);
    if (!principal) throw new AppError('unauthenticated', 'The token is missing or wrong.');
    principals.set(request, principal);
    next();
  };
}
