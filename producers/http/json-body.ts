/** Reads and parses JSON bodies: of the routes that have one, and of pages beside the API. */
import type { RequestHandler } from 'express';
import { AppError } from '../../src/platform/errors.ts';
import { hasBody, parseBody, readJsonBytes } from '../../src/platform/json-bytes.ts';
import { keepRawBody } from './raw-body.ts';
import type { Route } from './route.ts';

const JSON_TYPE = 'application/json';

/** For a route with a body: one must be there. */
export function jsonBody({ bodyTypes = [JSON_TYPE], bodyLimitKb, keepsRawBody, takesBytes }: Route): RequestHandler[] {
  return [
    (request, _response, next) => {
      if (!hasBody(request))
        throw new AppError('malformed', `This request needs a body of the type ${bodyTypes.join(' or ')}.`);
      next();
    },
    ...readJsonBytes(bodyTypes, bodyLimitKb),
    ...(keepsRawBody ? [keepRawBody] : []),
    ...(takesBytes ? [] : [parseBody]),
  ];
}

/** For pages that read the body themselves: if there is one, it is JSON, and it is parsed here. */
export function optionalJsonBody(types = [JSON_TYPE], limitKb?: number): RequestHandler[] {
  return [...readJsonBytes(types, limitKb), parseBody].map(
    (handle): RequestHandler =>
      (request, response, next) =>
        hasBody(request) ? handle(request, response, next) : next(),
  );
}
