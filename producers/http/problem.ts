/** Errors as RFC 9457 problems: what is wrong and whether a retry helps; never a stack, a secret or a patient's text. */
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { AppError, ERRORS, type ErrorCode, toAppError } from '../../src/platform/errors.ts';
import { sentenceOf } from '../../src/platform/invalid-input.ts';
import { asUnreadable } from '../../src/platform/json-bytes.ts';
import type { Log } from '../../src/platform/log.ts';
import { asRedisOutage } from '../../src/platform/redis-errors.ts';
import { named } from './schema-docs.ts';

export const FieldError = named('FieldError', z.object({ path: z.string(), message: z.string() }), {
  description: 'What is wrong with one field of the request.',
});

const ProblemFields = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
  retryable: z.boolean(),
  request_id: z.string().optional(),
  errors: z.array(FieldError).optional(),
});

export const Problem = named('Problem', ProblemFields, {
  description: 'What is wrong, as RFC 9457 has it.',
  examples: [
    {
      type: 'urn:medfleet:problem:invalid',
      title: 'The request is not valid',
      status: 422,
      detail: 'text is missing.',
      code: 'invalid',
      retryable: false,
      request_id: 'a920c108-996e-418d-81a7-47760c37a5ff',
      errors: [{ path: 'text', message: 'text is missing.' }],
    },
  ],
});

export const PROBLEM_TYPE = 'application/problem+json';

export function sendProblem(response: Response, error: AppError): void {
  const { status } = error.policy;
  if (error.retryAfterSeconds !== undefined) response.setHeader('Retry-After', error.retryAfterSeconds);
  // Not Basic: a browser would open a window of its own in front of the page.
  if (status === 401 && !response.hasHeader('WWW-Authenticate'))
    response.setHeader('WWW-Authenticate', 'Bearer realm="medfleet"');
  response
    .status(status)
    .type(PROBLEM_TYPE)
    .send(JSON.stringify(problemOf(error, response)));
}

export function problemOf(error: AppError, response?: Response): z.infer<typeof Problem> {
  const { status, title, retry } = error.policy;
  return {
    type: `urn:medfleet:problem:${error.code}`,
    title,
    status,
    detail: error.message,
    code: error.code,
    retryable: retry !== 'never' || status === 429 || status === 503 || status === 504,
    request_id: response?.getHeader('X-Request-Id') as string | undefined,
    ...(error.errors && {
      errors: error.errors.map((one) => ({ path: one.path, message: sentenceOf(one) })),
    }),
  };
}

export const notFound: RequestHandler = (request, response) => {
  // The path is not repeated: it may hold a person's id.
  sendProblem(
    response,
    new AppError('not_found', `There is no ${request.method} at this address. GET /docs lists all addresses.`),
  );
};

/** For an address of the table and a method that it does not have. Express answers HEAD wherever there is a GET. */
export function methodNotAllowed(methods: readonly string[]): RequestHandler {
  const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  return (request, response) => {
    response.setHeader('Allow', allowed);
    throw new AppError('method_not_allowed', `There is no ${request.method} at this address, only ${allowed}.`);
  };
}

export function errorHandler(log: Log): ErrorRequestHandler {
  return (thrown, request, response, next) => {
    if (response.headersSent) {
      next(thrown);
      return;
    }
    const error = toAppError(asRedisOutage(asUnreadable(thrown)));
    const { status, level } = error.policy;
    const asked = { request_id: response.getHeader('X-Request-Id'), method: request.method, route: routeOf(request) };
    log[level]({ err: error, code: error.code, status, ...asked }, 'request.failed');
    sendProblem(response, error);
  };
}

/** Paths contain people's ids, so only the route's pattern is recorded. */
export function routeOf({ route }: Request): string {
  return (route as { path?: string } | undefined)?.path ?? 'other';
}

export function isRedisOutage(thrown: unknown): boolean {
  return toAppError(asRedisOutage(thrown)).code === 'redis_unavailable';
}
