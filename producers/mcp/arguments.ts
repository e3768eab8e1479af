/** The arguments of an MCP tool: those of its route's path, query and body in one object, and what headers carry elsewhere. */
import { z } from 'zod';
import type { ToolSpec } from '../../src/interop/mcp/tools.ts';
import { AppError } from '../../src/platform/errors.ts';
import type { FieldError } from '../../src/platform/invalid-input.ts';
import type { Given } from '../http/call-route.ts';
import { IDEMPOTENCY_KEY_LIMITS } from '../http/idempotency-key.ts';
import type { Route } from '../http/route.ts';

/** Below the minute after which most clients give a call up. */
const MAX_WAIT_SECONDS = 50;
const WAIT_SECONDS = 30;
/** Of an unknown argument, characters that are said back. */
const MAX_NAME = 64;

const wait = (seconds: number) =>
  z.number().min(0).max(MAX_WAIT_SECONDS).default(seconds).describe('Seconds to wait for the end; 0: answer at once');

const idempotencyKey = z
  .string()
  .min(IDEMPOTENCY_KEY_LIMITS.minLength)
  .max(IDEMPOTENCY_KEY_LIMITS.maxLength)
  .optional()
  .describe('The same key and arguments are one call, however often it is made; 24 hours');

const Problem = z.object({ code: z.string().optional(), detail: z.string() }).describe('Why it failed, with isError');

const Extras = z.object({ wait_seconds: wait(WAIT_SECONDS), idempotency_key: idempotencyKey });

export type ToolArguments = Given & { wait_seconds: number; idempotency_key: string | undefined };

type Shape = Record<string, z.ZodType>;

export function inputSchema(spec: ToolSpec, route: Route): Record<string, unknown> {
  const { wait: _seconds, ...query } = shapeOf(route.query);
  const shape: Shape = {
    ...renamed(shapeOf(route.params), spec),
    ...query,
    ...shapeOf(route.body),
    ...(waits(spec, route) && { wait_seconds: wait(spec.reads ? 0 : WAIT_SECONDS) }),
    ...(isKeyed(route) && { idempotency_key: idempotencyKey }),
  };
  const { $schema: _dialect, ...schema } = z.toJSONSchema(z.strictObject(shape), {
    io: 'input',
    unrepresentable: 'any',
  });
  return schema;
}

/** What the route answers with, or a problem. Undefined where the route does not say. Fields may be added: clients must not refuse them. */
export function outputSchema({ replies }: Route): { type: 'object'; [key: string]: unknown } | undefined {
  const answers = Object.entries(replies).flatMap(([status, { schema }]) =>
    Number(status) < 300 && schema ? [schema] : [],
  );
  if (answers.length === 0) return undefined;
  const { $schema: _dialect, ...schema } = z.toJSONSchema(z.union([...answers, Problem]), {
    io: 'input',
    unrepresentable: 'any',
  });
  return { ...schema, type: 'object' };
}

/** Sorts the arguments by where the route has them. What belongs nowhere is refused. */
export function readArguments(spec: ToolSpec, route: Route, given: Record<string, unknown>): ToolArguments {
  const params: Record<string, string> = {};
  const [query, body]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}];
  const extras: Record<string, unknown> = {};
  const unknown: FieldError[] = [];
  for (const [argument, value] of Object.entries(given)) {
    const name = spec.names?.[argument] ?? argument;
    const isShadowed = name === argument && Object.values(spec.names ?? {}).includes(argument);
    if (Object.hasOwn(shapeOf(route.params), name) && !isShadowed) params[name] = textOf(argument, value);
    else if (argument === 'wait_seconds' && waits(spec, route)) extras.wait_seconds = value;
    else if (argument === 'idempotency_key' && isKeyed(route)) extras.idempotency_key = value;
    else if (argument !== 'wait' && Object.hasOwn(shapeOf(route.query), argument)) query[argument] = value;
    else if (Object.hasOwn(shapeOf(route.body), argument)) body[argument] = value;
    else
      unknown.push({
        path: argument.slice(0, MAX_NAME),
        message: 'is not an argument of this tool; see its input schema',
      });
  }
  // The names are the client's own words: they are told, and are not in the message that is logged.
  if (unknown.length > 0)
    throw new AppError('invalid', 'Some argument is not known to this tool.', { errors: unknown });
  const parsed = Extras.safeParse({ ...(spec.reads && { wait_seconds: 0 }), ...extras });
  if (!parsed.success)
    throw bad(
      `wait_seconds is at most ${MAX_WAIT_SECONDS}, idempotency_key has 1 to ${IDEMPOTENCY_KEY_LIMITS.maxLength} characters.`,
    );
  // A route that waits by itself does so by its query.
  if (Object.hasOwn(shapeOf(route.query), 'wait')) query.wait = spec.turn ? 0 : parsed.data.wait_seconds;
  return { params, query, body, wait_seconds: parsed.data.wait_seconds, idempotency_key: parsed.data.idempotency_key };
}

function textOf(argument: string, value: unknown): string {
  if (typeof value === 'string' && value.isWellFormed()) return value;
  throw bad(`${argument} must be a text.`);
}

function bad(message: string): AppError {
  return new AppError('invalid', message);
}

function waits(spec: ToolSpec, route: Route): boolean {
  return spec.turn === true || Object.hasOwn(shapeOf(route.query), 'wait');
}

function isKeyed({ headers }: Route): boolean {
  return headers !== undefined && 'Idempotency-Key' in headers;
}

function renamed(shape: Shape, { names = {} }: ToolSpec): Shape {
  const argumentOf = new Map(Object.entries(names).map(([argument, name]) => [name, argument]));
  return Object.fromEntries(Object.entries(shape).map(([name, schema]) => [argumentOf.get(name) ?? name, schema]));
}

function shapeOf(schema: z.ZodType | undefined): Shape {
  return schema instanceof z.ZodObject ? (schema.shape as Shape) : {};
}
