/**
 * Refuses writes that a page of another site made a browser send: a browser adds credentials that it knows, and without API_TOKENS
 * none are needed. A browser says where a request comes from: in Sec-Fetch-Site, or, an older one or one without TLS, in Origin.
 * Clients that are no browsers send neither, and are let through.
 */
import type { Request, RequestHandler } from 'express';
import { AppError } from '../../src/platform/errors.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

export const refuseCrossSiteWrites: RequestHandler = (request, _response, next) => {
  if (!READING.has(request.method) && !isFromHere(request))
    throw new AppError(
      'forbidden',
      'A page of another site may not write here. If it is a page of this server behind a proxy, have the proxy pass on the Host header (nginx: proxy_set_header Host $http_host).',
    );
  next();
};

/** Other ports of the same host are `same-site`, and can be anyone's. */
function isFromHere(request: Request): boolean {
  const site = request.get('Sec-Fetch-Site');
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const origin = request.get('Origin');
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === request.host);
}
