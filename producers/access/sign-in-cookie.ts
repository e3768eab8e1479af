/** The cookie of a sign-in: no script can read it, and no page of another site can have it sent. */
import type { Request, Response } from 'express';
import { SIGN_IN_SECONDS } from '../../src/engine/access/sign-ins.ts';

const NAME = 'medfleet_session';

/** The id in the cookie; null without one. */
export function signInOf({ headers }: Pick<Request, 'headers'>): string | null {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [name, value] = pair.trim().split('=', 2);
    if (name === NAME && value) return value;
  }
  return null;
}

/** `id` null takes the cookie away. Over plain HTTP, a browser would not keep a Secure one. */
export function setSignIn(request: Request, response: Response, id: string | null, basePath: string): void {
  const kept = { maxAge: SIGN_IN_SECONDS * 1000 };
  response.cookie(NAME, id ?? '', {
    ...(id === null ? { maxAge: 0 } : kept),
    httpOnly: true,
    sameSite: 'strict',
    path: basePath || '/',
    secure: request.secure,
  });
}
