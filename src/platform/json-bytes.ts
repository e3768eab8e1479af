/** Reads the bytes of JSON bodies, and tells what was wrong with one that could not be read. */
import express, { type Request, type RequestHandler } from 'express';
import { AppError } from './errors.ts';
import { parseJson } from './parse-json.ts';

const BODY_LIMIT_KB = 256;

/** Of the bodies that are larger than usual, all that are being read or worked on: memory is bounded, whoever sends them. */
const IN_FLIGHT_KB = 80_000;
const RETRY_AFTER_MS = 5_000;
let inFlightKb = 0;

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i;

export function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** A content type that a page of another site can send without asking first (text/plain, a form) is refused here. */
export function readJsonBytes(types: string[], limitKb = BODY_LIMIT_KB): RequestHandler[] {
  return [
    (request, _response, next) => {
      if (!request.is(types)) throw new AppError('unsupported_media_type', `Send the body as ${types.join(' or ')}.`);
      const charset = CHARSET.exec(request.headers['content-type'] ?? '')?.[1] ?? 'utf-8';
      if (charset.toLowerCase() !== 'utf-8')
        throw new AppError('unsupported_media_type', 'Send the body as UTF-8 JSON, plain or gzipped.');
      next();
    },
    ...(limitKb > BODY_LIMIT_KB ? [largeBody(limitKb)] : []),
    express.raw({ limit: `${limitKb}kb`, type: types }),
  ];
}

/** Counts a body from its first byte until its request is answered. Of one that says no length, or is compressed, the most is counted. */
function largeBody(limitKb: number): RequestHandler {
  return ({ headers }, response, next) => {
    const isPlain = headers['content-length'] !== undefined && headers['content-encoding'] === undefined;
    const kb = Math.min(limitKb, isPlain ? Number(headers['content-length']) / 1024 : limitKb);
    if (kb <= BODY_LIMIT_KB) return next();
    if (inFlightKb + kb > IN_FLIGHT_KB)
      throw new AppError('busy', 'Other large requests are being worked on.', { retryAfterMs: RETRY_AFTER_MS });
    inFlightKb += kb;
    response.once('close', () => {
      inFlightKb -= kb;
    });
    next();
  };
}

/** A page that has no such address passes the request on to the next one, which finds it parsed. */
export const parseBody: RequestHandler = (request, _response, next) => {
  if (Buffer.isBuffer(request.body)) request.body = parseJson(request.body);
  next();
};

/** Errors of Express's body reader and router, as the catalogue knows them. */
export function asUnreadable(thrown: unknown): unknown {
  const type = (thrown as { type?: unknown } | null)?.type;
  if (type === 'entity.too.large')
    return new AppError('too_large', `The request body is larger than ${limitOf(thrown)} kB, the limit of this route.`);
  if (type === 'encoding.unsupported')
    return new AppError('unsupported_media_type', 'Send the body as UTF-8 JSON, plain or gzipped.');
  if (thrown instanceof URIError) return new AppError('malformed', 'The path has an invalid percent-encoding.');
  // A body that is incomplete, or that cannot be decompressed.
  if ((thrown as { status?: unknown } | null)?.status === 400)
    return new AppError('malformed', 'The request body cannot be read.');
  return thrown;
}

function limitOf(thrown: unknown): number {
  return Math.round(Number((thrown as { limit?: unknown }).limit ?? 0) / 1024);
}
