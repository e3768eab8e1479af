/** Errors as RFC 9457 says them: what is wrong, whether trying again helps, and never a stack, a secret or a patient's words. */
import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { AppError, ERRORS, type ErrorCode, toAppError } from '../src/platform/errors.ts';
import type { Log } from '../src/platform/log.ts';
import { asRedisOutage } from '../src/platform/redis-errors.ts';

export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
  retryable: z.boolean(),
  request_id: z.string().optional(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

export function sendProblem(response: Response, error: AppError): void {
  const { status, title, retry } = error.policy;
  if (error.retryAfterMs !== undefined)
    response.setHeader('Retry-After', Math.max(1, Math.ceil(error.retryAfterMs / 1000)));
  if (status === 401) response.setHeader('WWW-Authenticate', 'Bearer realm="medfleet", Basic realm="medfleet"');
  const problem: z.infer<typeof Problem> = {
    type: `urn:medfleet:problem:${error.code}`,
    title,
    status,
    detail: error.message,
    code: error.code,
    retryable: retry !== 'never' || status === 429,
    request_id: response.getHeader('X-Request-Id') as string | undefined,
    ...(error.errors && { errors: error.errors }),
  };
  response.status(status).type('application/problem+json').send(JSON.stringify(problem));
}

/** A zod failure, as the 422 that tells each field's mend. */
export function invalid(error: z.ZodError, where: string): AppError {
  const errors = error.issues.map((issue) => ({ path: issue.path.join('.') || where, message: issue.message }));
  return new AppError(
    'invalid',
    `The ${where} breaks ${errors.length === 1 ? 'a rule' : `${errors.length} rules`}; see errors.`,
    { errors },
  );
}

export const notFound: RequestHandler = (request, response) => {
  sendProblem(
    response,
    new AppError(
      'not_found',
      `There is no ${request.method} ${request.baseUrl}${request.path} here. GET /docs lists what there is.`,
    ),
  );
};

export function errorHandler(log: Log): ErrorRequestHandler {
  return (thrown, _request, response, next) => {
    if (response.headersSent) {
      next(thrown);
      return;
    }
    const error = toAppError(asRedisOutage(fromBodyParser(thrown)));
    log[error.policy.level](
      { err: error, code: error.code, request_id: response.getHeader('X-Request-Id') },
      'request.failed',
    );
    sendProblem(response, error);
  };
}

/** Express's body parser has errors of its own; their messages quote the body, so they are not passed on. */
function fromBodyParser(thrown: unknown): unknown {
  const type = (thrown as { type?: unknown } | null)?.type;
  if (type === 'entity.too.large')
    return new AppError('too_large', `A request body may have at most ${BODY_LIMIT_KB} kB.`);
  if (type === 'entity.parse.failed') return new AppError('malformed', 'The body is not valid JSON.');
  if (type === 'charset.unsupported' || type === 'encoding.unsupported') {
    return new AppError('unsupported_media_type', 'Send the body as UTF-8 JSON, plain or gzipped.');
  }
  if (typeof type === 'string' && (thrown as { status?: unknown }).status === 400)
    return new AppError('malformed', 'The request body cannot be read.');
  if (thrown instanceof URIError) return new AppError('malformed', 'The path has a percent sign that encodes nothing.');
  return thrown;
}

export const BODY_LIMIT_KB = 256;
