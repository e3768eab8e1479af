/**
 * Authenticates a request and checks its scope. A bearer token (or the token as a Basic password, for programs that know no other way)
 * names the principal: a token of API_TOKENS, a stored key or a JWT. A browser that has signed in sends a cookie instead.
 */
import type { Request, RequestHandler } from 'express';
import type { Authenticator } from '../../src/engine/access/authenticator.ts';
import { findPrincipal } from '../../src/engine/access/find-principal.ts';
import { allows, type Principal } from '../../src/engine/access/principal.ts';
import type { Scope } from '../../src/engine/access/scopes.ts';
import type { SignIns } from '../../src/engine/access/sign-ins.ts';
import { AppError } from '../../src/platform/errors.ts';
import type { GuessLimit } from '../../src/platform/guess-limit.ts';
import { signInOf } from './sign-in-cookie.ts';

const principals = new WeakMap<Request, Principal>();
/** How each request's token is looked up again. */
const lookups = new WeakMap<Request, () => Promise<unknown>>();

/** The principal that `authenticate` found. */
export function principalOf(request: Request): Principal {
  const principal = principals.get(request);
  if (!principal) throw new AppError('unauthenticated', 'This request was not authenticated.');
  return principal;
}

/** For an open route that finds out by itself who asks. */
export function setPrincipal(request: Request, principal: Principal): void {
  principals.set(request, principal);
}

export function authenticate(
  access: Authenticator,
  signIns: Pick<SignIns, 'tokenOf'>,
  guesses: GuessLimit,
): RequestHandler {
  /** From the header; only without one, from the cookie. */
  async function tokenOf({ headers }: Request): Promise<string | null> {
    if (headers.authorization !== undefined) return tokenIn(headers.authorization);
    const id = signInOf({ headers });
    return id === null ? null : signIns.tokenOf(id);
  }

  return async (request, _response, next) => {
    const token = await tokenOf(request);
    const principal = await findPrincipal(access, guesses, request, token);
    // A request without a token is no guess. Nor is a cookie that means nothing any more.
    if (!principal)
      throw new AppError(
        'unauthenticated',
        'Send "Authorization: Bearer <token>" with a token of API_TOKENS, a key or a JWT, or sign in at /dashboard/sign-in.',
      );
    principals.set(request, principal);
    if (token !== null)
      lookups.set(request, async () => {
        const now = await tokenOf(request);
        return now === null ? undefined : access.find(now);
      });
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
export function requireScope(scope: Scope, ...others: readonly Scope[]): RequestHandler {
  return (request, response, next) => {
    const principal = principalOf(request);
    if ([scope, ...others].some((one) => allows(principal, one))) return next();
    response.setHeader('WWW-Authenticate', `Bearer realm="medfleet", error="insufficient_scope", scope="${scope}"`);
    throw new AppError('forbidden', `This needs the scope ${scope}, which the token does not have.`);
  };
}

/** A scheme that is not known here is a wrong token. */
function tokenIn(header: string): string {
  const [scheme = '', credentials = ''] = header.split(' ');
  if (/^bearer$/i.test(scheme)) return credentials;
  if (!/^basic$/i.test(scheme)) return '';
  const pair = Buffer.from(credentials, 'base64').toString('utf8');
  return pair.slice(pair.indexOf(':') + 1);
}
