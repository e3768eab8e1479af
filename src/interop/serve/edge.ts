/**
 * `POST /a2a` and `POST /a2a/batch` on Express, the same for a producer and for a process that serves agents only. Runs after the
 * caller was authenticated. Every error is answered in the form of the medmentor document: the one exception to problem+json.
 */
import { randomUUID } from 'node:crypto';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import type { Principal } from '../../engine/access/principal.ts';
import { AppError, toAppError } from '../../platform/errors.ts';
import { parseInput } from '../../platform/invalid-input.ts';
import { asUnreadable, hasBody, readJsonBytes } from '../../platform/json-bytes.ts';
import type { Log } from '../../platform/log.ts';
import { parseJson } from '../../platform/parse-json.ts';
import { asRedisOutage } from '../../platform/redis-errors.ts';
import type { CountCalls } from '../envelope/call-rate.ts';
import { BatchRequest } from '../envelope/envelope.ts';
import { envelopeError } from '../envelope/errors.ts';
import type { Answered, ServeCalls } from '../envelope/serve-calls.ts';
import { SIGNATURE_HEADER, type SignatureCheck } from '../envelope/signature.ts';
import { traceIdOf } from '../envelope/trace.ts';

export type EnvelopeEdge = {
  call: RequestHandler[];
  batch: RequestHandler[];
  /** For a path of the envelope and a method that it does not have. */
  wrongMethod: RequestHandler;
  fail: ErrorRequestHandler;
};

export type EdgeParts = {
  calls: ServeCalls;
  checkSignature: SignatureCheck;
  countCalls: CountCalls;
  principalOf(request: Request): Principal;
  log: Log;
};

const BATCH_LIMIT_KB = 1_024;

export function createEdge({ calls, checkSignature, countCalls, principalOf, log }: EdgeParts): EnvelopeEdge {
  /** The signature is over the bytes as they were sent, so it is checked before they are parsed. */
  const parse: RequestHandler = async (request, _response, next) => {
    const bytes = request.body as Buffer;
    const { tenant } = principalOf(request);
    await checkSignature({ header: request.get(SIGNATURE_HEADER), body: bytes, tenant });
    request.body = parseJson(bytes);
    next();
  };

  /** Answers the envelopes of one request side by side. `keyFor` gives each its Idempotency-Key. */
  async function answer(
    request: Request,
    response: Response,
    envelopes: readonly unknown[],
    keyFor: (key: string, index: number) => string,
  ): Promise<Answered[]> {
    const principal = principalOf(request);
    const key = keyOf(request);
    await countCalls(principal, envelopes.length);
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const requestId = requestIdOf(request, response);
    const traceId = traceIdOf(request.get('traceparent'));
    return Promise.all(
      envelopes.map((envelope, index) => {
        const idempotencyKey = key === undefined ? undefined : keyFor(key, index);
        const bytes = Buffer.byteLength(JSON.stringify(envelope));
        return calls.answer({ principal, idempotencyKey, gone: gone.signal }, envelope, { requestId, traceId, bytes });
      }),
    );
  }

  return {
    call: [
      ...readBytes(),
      parse,
      async (request, response) => {
        const [answered] = await answer(request, response, [request.body], (key) => key);
        if (answered) send(response, answered);
      },
    ],
    batch: [
      ...readBytes(BATCH_LIMIT_KB),
      parse,
      async (request, response) => {
        const { requests } = parseInput(BatchRequest, request.body, 'body');
        const answers = await answer(request, response, requests, (key, index) => `${key}/${index}`);
        response.status(200).json({ responses: answers.map(({ body }) => body) });
      },
    ],
    wrongMethod(request, response) {
      response.setHeader('Allow', 'POST');
      throw new AppError('method_not_allowed', `There is no ${request.method} at this address, only POST.`);
    },
    // Express knows it by its four parameters.
    fail(thrown, request, response, next) {
      if (response.headersSent) return next(thrown);
      const error = toAppError(asRedisOutage(asUnreadable(thrown)));
      const request_id = requestIdOf(request, response);
      log[error.policy.level]({ err: error, code: error.code, request_id }, 'envelope.refused');
      send(response, {
        status: error.policy.status,
        body: envelopeError(error, request.body),
        retryAfterSeconds: error.retryAfterSeconds,
        location: undefined,
      });
    },
  };
}

function readBytes(limitKb?: number): RequestHandler[] {
  return [
    (request, _response, next) => {
      if (!hasBody(request)) throw new AppError('malformed', 'This request needs a JSON body.');
      next();
    },
    ...readJsonBytes(['application/json'], limitKb),
  ];
}

function keyOf(request: Request): string | undefined {
  const key = request.get('Idempotency-Key');
  if (key !== undefined && (key.length === 0 || key.length > 255))
    throw new AppError('malformed', 'An Idempotency-Key has 1 to 255 characters.');
  return key;
}

/** The caller's own id of the request, if it is plain; the response repeats it. */
function requestIdOf(request: Request, response: Response): string {
  const known = response.getHeader('X-Request-Id');
  if (typeof known === 'string') return known;
  const given = request.get('X-Request-Id');
  const id = given && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
  response.setHeader('X-Request-Id', id);
  return id;
}

function send(response: Response, { status, body, retryAfterSeconds, location }: Answered): void {
  if (retryAfterSeconds !== undefined) response.setHeader('Retry-After', retryAfterSeconds);
  if (status === 401) response.setHeader('WWW-Authenticate', 'Bearer realm="medfleet"');
  if (location !== undefined) response.setHeader('Location', location);
  response.status(status).json(body);
}
