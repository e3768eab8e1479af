/** Keeps the unparsed bytes of a request body, to check a signature over them. */
import type { Request, RequestHandler } from 'express';

const bodies = new WeakMap<Request, Buffer>();

/** Runs between reading and parsing. */
export const keepRawBody: RequestHandler = (request, _response, next) => {
  bodies.set(request, request.body as Buffer);
  next();
};

export function rawBody(request: Request): Buffer {
  return bodies.get(request) ?? Buffer.alloc(0);
}
