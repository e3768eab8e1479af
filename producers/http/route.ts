/** A route is a row of a table: the same row checks access, validates the request, answers it, and appears in the OpenAPI document. */
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import type { z } from 'zod';
import type { Principal } from '../../src/engine/access/principal.ts';
import type { Scope } from '../../src/engine/access/scopes.ts';
import type { Tag } from './tags.ts';

/** `type` is application/json unless said otherwise; without a schema the body is plain text. */
export type Reply = { description: string; schema?: z.ZodType; type?: string };

/** What a handler returns; undefined when it has written the response itself (an event stream). */
export type Answer = { status: number; body?: unknown; headers?: Record<string, string> } | undefined;

type Shape = z.ZodObject;

export type Input<P, Q, B> = {
  params: P;
  query: Q;
  body: B;
  /** ANONYMOUS on an open route. */
  principal: Principal;
  request: Request;
  response: Response;
};

export type Route = {
  method: 'get' | 'post' | 'patch' | 'delete';
  /** As OpenAPI writes it: /v1/turns/{id}. A last `{path}` matches the rest of the path, slashes included. */
  path: string;
  /** Its name in the OpenAPI document, and that of the client's method: createTurn. */
  operation: string;
  summary: string;
  tag: Tag;
  /** What the caller must be allowed to do. `any` takes all valid credentials, `open` is answered without. */
  scope: Scope | 'any' | 'open';
  /** Each request leaves an entry in the access log. */
  audited?: boolean;
  headers?: Record<string, string>;
  params?: Shape;
  query?: Shape;
  body?: z.ZodType;
  /** application/json unless said otherwise. */
  bodyTypes?: string[];
  /** A request without one is answered too. */
  optionalBody?: boolean;
  bodyLimitKb?: number;
  /** The unparsed bytes are kept too, to check a signature over them: see raw-body.ts. */
  keepsRawBody?: boolean;
  /** The handler gets the body's bytes, and parses and checks them off the main thread. `body` is then only documentation. */
  takesBytes?: boolean;
  /** Reads, answers and reports errors in a form of its own, once access is granted. `body` is then only documentation. */
  edge?: { handlers: RequestHandler[]; wrongMethod: RequestHandler; fail: ErrorRequestHandler };
  replies: Record<number, Reply>;
  handle(input: Input<never, never, never>): Promise<Answer>;
};

export function defineRoute<P extends Shape, Q extends Shape, B extends z.ZodType>(
  route: Omit<Route, 'handle' | 'params' | 'query' | 'body'> & {
    params?: P;
    query?: Q;
    body?: B;
    handle(input: Input<z.infer<P>, z.infer<Q>, z.infer<B>>): Promise<Answer>;
  },
): Route {
  return route as unknown as Route;
}
