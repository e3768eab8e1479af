/** A route is a row of a table: the same row validates the request, answers it, and appears in the OpenAPI document. */
import type { Request, Response } from 'express';
import type { z } from 'zod';

/** `type` is application/json unless said otherwise; without a schema the body is plain text. */
export type Reply = { description: string; schema?: z.ZodType; type?: string };

/** What a handler gives back; undefined when it has written the response itself (an event stream). */
export type Answer = { status: number; body?: unknown; headers?: Record<string, string> } | undefined;

type Shape = z.ZodObject;

export type Input<P, Q, B> = { params: P; query: Q; body: B; tenant: string; request: Request; response: Response };

export type Route = {
  method: 'get' | 'post' | 'patch' | 'delete';
  /** As OpenAPI writes it: /v1/turns/{id}. A last `{path}` takes in the slashes of a file's name. */
  path: string;
  summary: string;
  tag: string;
  /** Answered without credentials. */
  open?: boolean;
  headers?: Record<string, string>;
  params?: Shape;
  query?: Shape;
  body?: z.ZodType;
  /** application/json unless said otherwise. */
  bodyTypes?: string[];
  bodyLimitKb?: number;
  /** Its bytes are kept too, for a signature over them: see raw-body.ts. */
  keepsRawBody?: boolean;
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
