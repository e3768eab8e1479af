/**
 * Authenticates a request and checks its scope. A bearer token (or the token as a Basic password, so that a browser can open the
 * dashboard) names the principal: a token of API_TOKENS, a stored key or a JWT. Where none of these is configured, only this machine can
 * ask: the Host header must be a loopback name, or a web page could reach us through a host name of its own that resolves to this
 * machine (DNS rebinding).
 */
import { isIPv4 } from 'node:net';
import type { Request, RequestHandler } from 'express';
import type { Authenticator } from '../../src/engine/access/authenticator.ts';
import { findPrincipal } from '../../src/engine/access/find-principal.ts';
import { allows, LOCAL_PRINCIPAL, type Principal } from '../../src/engine/access/principal.ts';
import type { Scope } from '../../src/engine/access/scopes.ts';
import { AppError } from '../../src/platform/errors.ts';
import type { GuessLimit } from '../../src/platform/guess-limit.ts';

const principals = new WeakMap<Request, Principal>();
/** How each request's token is looked up again. */
const lookups = new WeakMap<Request, () => Promise<unknown>>();

/** The principal that `authenticate` found. */
export function principalOf(request: Request): Principal {
  const principal = principals.get(request);
  if (!principal) throw new AppError('unauthenticated', 'This request was not authenticated.');
  return principal;
}

export function authenticate(access: Authenticator, guesses: GuessLimit): RequestHandler {
  return async (request, _response, next) => {
    principals.set(request, access.isEmpty ? localPrincipal(request) : await tokenPrincipal(access, guesses, request));
    const token = tokenOf(request.headers.authorization);
    if (!access.isEmpty && token !== null) lookups.set(request, () => access.find(token));
    next();
  };
}

/** For answers that stay open: false once the token is revoked or has expired. Where that cannot be found out, it is as it was. */
export async function isStillAllowed(request: Request): Promise<boolean> {
  try {
    return (await lookups.get(request)?.()) !== undefined || !lookups.has(request);
  } catch (thrown) {
    return !(thrown instanceof AppError && thrown.code === 'unauthenticated');
  }
}

/** Runs after `authenticate`. The header is RFC 6750's answer to a token whose scopes are too small. */
export function requireScope(scope: Scope): RequestHandler {
  return (request, response, next) => {
    if (allows(principalOf(request), scope)) return next();
    response.setHeader('WWW-Authenticate', `Bearer realm="medfleet", error="insufficient_scope", scope="${scope}"`);
    throw new AppError('forbidden', `This needs the scope ${scope}, which the token does not have.`);
  };
}

function localPrincipal(request: Request): Principal {
  if (!isThisMachine(request.headers.host?.replace(/:\d*$/, '')))
    throw new AppError(
      'forbidden',
      'Without API_TOKENS, JWT_* or AUTH_REQUIRED only this machine may ask: use http://localhost.',
    );
  return LOCAL_PRINCIPAL;
}

/** A request without a token is no guess: a browser sends one before it asks for the password. */
async function tokenPrincipal(access: Authenticator, guesses: GuessLimit, request: Request): Promise<Principal> {
  const token = tokenOf(request.headers.authorization);
  const principal = token === null ? undefined : await findPrincipal(access, guesses, request, token);
  if (!principal)
    throw new AppError(
      'unauthenticated',
      'Send "Authorization: Bearer <token>" with a token of API_TOKENS, a key or a JWT.',
    );
  return principal;
}

/** The Host header itself, not what a proxy says in its place: only this machine can mean these names. A name may begin like an address and belong to anyone: 127.0.0.1.example.org. */
function isThisMachine(host: string | undefined): boolean {
  if (host === 'localhost' || host === '[::1]') return true;
  return host !== undefined && isIPv4(host) && host.startsWith('127.');
}

function tokenOf(header: string | undefined): string | null {
  const [scheme = '', credentials = ''] = (header ?? '').split(' ');
  if (/^bearer$/i.test(scheme)) return credentials;
  if (!/^basic$/i.test(scheme)) return null;
  const pair = Buffer.from(credentials, 'base64').toString('utf8');
  return pair.slice(pair.indexOf(':') + 1);
}
