/** Keeps the unparsed bytes of a request body, to check a signature over them. */
import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';

const bodies = new WeakMap<IncomingMessage, Buffer>();

/** Passed to the JSON parser as `verify`. */
export function keepRawBody(request: IncomingMessage, _response: unknown, bytes: Buffer): void {
  bodies.set(request, bytes);
}

export function rawBody(request: Request): Buffer {
  return bodies.get(request) ?? Buffer.alloc(0);
}
