/**
 * Who is asking. With API_TOKENS set, a request names its tenant by a bearer token (or, so that a browser can open the dashboard, by
 * the token as a Basic password). Without, only this machine can ask: the Host header must be a loopback name, or a web page
 * elsewhere could reach us through a name that it made point here.
 */
import { createHash } from 'node:crypto';
import { isIPv4 } from 'node:net';
import type { Request, RequestHandler } from 'express';
import type { Config } from '../src/platform/config.ts';
import { AppError } from '../src/platform/errors.ts';

export const LOCAL_TENANT = 'local';

const tenants = new WeakMap<Request, string>();

export function tenantOf(request: Request): string {
  const tenant = tenants.get(request);
  if (tenant === undefined) throw new AppError('unauthenticated', 'This request was not authenticated.');
  return tenant;
}

export function authenticate(config: Pick<Config, 'tokens'>): RequestHandler {
  // Looked up by digest: the time it takes says nothing about how much of a guess was right.
  const byDigest = new Map([...config.tokens].map(([token, tenant]) => [digest(token), tenant]));
  return (request, _response, next) => {
    if (byDigest.size === 0) {
      if (!isThisMachine(request.hostname))
        throw new AppError('forbidden', 'Without API_TOKENS only this machine may ask: use http://localhost.');
      tenants.set(request, LOCAL_TENANT);
      return next();
    }
    const token = tokenOf(request.headers.authorization);
    const tenant = token === null ? undefined : byDigest.get(digest(token));
    if (tenant === undefined)
      throw new AppError('unauthenticated', 'Send "Authorization: Bearer <token>" with one of the API_TOKENS.');
    tenants.set(request, tenant);
    next();
  };
}

/** A Host header that only this machine can mean. A name may begin like an address and belong to anyone: 127.0.0.1.example.org. */
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

function digest(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
