/** Reads and parses JSON bodies: of the routes that have one, and of pages beside the API. */
import express, { type Request, type RequestHandler } from 'express';
import { AppError } from '../src/platform/errors.ts';
import { parseJson } from '../src/platform/parse-json.ts';
import { keepRawBody } from './raw-body.ts';
import type { Route } from './route.ts';

const JSON_TYPE = 'application/json';
const BODY_LIMIT_KB = 256;

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i;

/** For a route with a body: one must be there. */
export function jsonBody({ bodyTypes = [JSON_TYPE], bodyLimitKb, keepsRawBody, takesBytes }: Route): RequestHandler[] {
  return [
    (request, _response, next) => {
      if (!hasBody(request)) throw new AppError('malformed', 'This request needs a JSON body.');
      next();
    },
    ...readJson(bodyTypes, bodyLimitKb),
    ...(keepsRawBody ? [keepRawBody] : []),
    ...(takesBytes ? [] : [parseBody]),
  ];
}

/** For pages that read the body themselves: if there is one, it is JSON, and it is parsed here. */
export function optionalJsonBody(): RequestHandler[] {
  return [...readJson([JSON_TYPE]), parseBody].map(
    (handle): RequestHandler =>
      (request, response, next) =>
        hasBody(request) ? handle(request, response, next) : next(),
  );
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** A content type that a page of another site can send without asking first (text/plain, a form) is refused here. */
function readJson(types: string[], limitKb = BODY_LIMIT_KB): RequestHandler[] {
  return [
    (request, _response, next) => {
      if (!request.is(types)) throw new AppError('unsupported_media_type', `Send the body as ${types.join(' or ')}.`);
      const charset = CHARSET.exec(request.headers['content-type'] ?? '')?.[1] ?? 'utf-8';
      if (charset.toLowerCase() !== 'utf-8')
        throw new AppError('unsupported_media_type', 'Send the body as UTF-8 JSON, plain or gzipped.');
      next();
    },
    express.raw({ limit: `${limitKb}kb`, type: types }),
  ];
}

/** A page that has no such address passes the request on to the next one, which finds it parsed. */
const parseBody: RequestHandler = (request, _response, next) => {
  if (Buffer.isBuffer(request.body)) request.body = parseJson(request.body);
  next();
};
