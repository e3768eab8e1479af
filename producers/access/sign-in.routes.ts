/**
 * /v1/sign-in: a browser exchanges a key for a cookie, and gives it back. Open, because it is how one gets in; a key is looked up as in
 * any other request.
 */
import { z } from 'zod';
import type { Authenticator } from '../../src/engine/access/authenticator.ts';
import { findPrincipal } from '../../src/engine/access/find-principal.ts';
import type { SignIns } from '../../src/engine/access/sign-ins.ts';
import { AppError } from '../../src/platform/errors.ts';
import type { GuessLimit } from '../../src/platform/guess-limit.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { named } from '../http/schema-docs.ts';
import type { AccessAudit } from './access-audit.ts';
import { setPrincipal } from './auth.ts';
import { setSignIn, signInOf } from './sign-in-cookie.ts';

const SignIn = named('SignIn', z.strictObject({ key: z.string().min(1, 'must not be empty').max(12_000) }), {
  description: 'A key, a token of API_TOKENS or a JWT.',
  examples: [{ key: 'mf_0123456789abcdef_…' }],
});

type Access = { authenticator: Authenticator; signIns: SignIns; guesses: GuessLimit };

export function signInRoutes(
  { authenticator, signIns, guesses }: Access,
  audit: Pick<AccessAudit, 'noteCall'>,
  basePath: string,
): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/v1/sign-in',
      operation: 'signIn',
      scope: 'open',
      summary: 'Sign a browser in: the key becomes a cookie for 12 hours',
      tag: 'Access',
      body: SignIn,
      replies: { 204: { description: 'Signed in' } },
      async handle({ body, request, response }) {
        const key = body.key.trim();
        const principal = await findPrincipal(authenticator, guesses, request, key);
        if (!principal) throw new AppError('unauthenticated', 'This key is not known. Check that it is complete.');
        setPrincipal(request, principal);
        await audit.noteCall(request, response, { method: 'POST', route: '/v1/sign-in', person: null, status: 204 });
        const before = signInOf(request);
        if (before !== null) await signIns.end(before);
        setSignIn(request, response, await signIns.add(key, principal), basePath);
        return { status: 204, headers: { 'Cache-Control': 'no-store' } };
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/v1/sign-in',
      operation: 'signOut',
      scope: 'open',
      summary: 'Sign a browser out',
      tag: 'Access',
      replies: { 204: { description: 'Signed out' } },
      async handle({ request, response }) {
        const id = signInOf(request);
        if (id !== null) await signIns.end(id);
        setSignIn(request, response, null, basePath);
        return { status: 204 };
      },
    }),
  ];
}
