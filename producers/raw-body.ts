/** Request bodies before they are parsed: refused where they are nested too deep, and kept where a signature over them is checked. */
import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import { checkJsonShape } from '../src/platform/json-shape.ts';

/** No body of this API has more than a few levels. */
const MAX_DEPTH = 32;

const bodies = new WeakMap<IncomingMessage, Buffer>();

/** Passed to the JSON parser as `verify`. */
export function checkRawBody(_request: IncomingMessage, _response: unknown, bytes: Buffer): void {
  checkJsonShape(bytes, { maxDepth: MAX_DEPTH });
}

export function keepRawBody(request: IncomingMessage, response: unknown, bytes: Buffer): void {
  checkRawBody(request, response, bytes);
  bodies.set(request, bytes);
}

export function rawBody(request: Request): Buffer {
  return bodies.get(request) ?? Buffer.alloc(0);
}
