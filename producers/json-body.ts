/** Reads and parses JSON bodies: of the routes that have one, and of pages beside the API. */
import express, { type Request, type RequestHandler } from 'express';
import { AppError } from '../src/platform/errors.ts';
import { scanJson } from './json-scan.ts';
import { keepRawBody } from './raw-body.ts';
import type { Route } from './route.ts';

const JSON_TYPE = 'application/json';
const BODY_LIMIT_KB = 256;

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i;

/** For a route with a body: one must be there. */
export function jsonBody({ bodyTypes = [JSON_TYPE], bodyLimitKb, keepsRawBody }: Route): RequestHandler[] {
  return [
    (request, _response, next) => {
      if (!hasBody(request)) throw new AppError('malformed', 'This request needs a JSON body.');
      next();
    },
    ...readJson(bodyTypes, bodyLimitKb),
    ...(keepsRawBody ? [keepRawBody] : []),
    parseJson,
  ];
}

/** For pages that read the body themselves: if there is one, it is JSON, and it is parsed here. */
export function optionalJsonBody(): RequestHandler[] {
  return [...readJson([JSON_TYPE]), parseJson].map(
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
const parseJson: RequestHandler = (request, _response, next) => {
  if (Buffer.isBuffer(request.body)) {
    scanJson(request.body);
    request.body = parsed(request.body);
  }
  next();
};

/** The parser's own message quotes the body. A byte order mark is dropped. */
function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new AppError('malformed', 'The body is not valid JSON in UTF-8.');
  }
}
