/** What the SDK's HTTP+JSON handler lacks: ids on events, errors in the protocol's form, and no 500 for a body that it cannot read. */
import { randomUUID } from 'node:crypto';
import { LegacyA2AError, LegacyRestTransportHandler, toLegacyHTTPError } from '@a2a-js/sdk/compat/v0_3/server';
import { RequestMalformedError, restStatusFor, TaskNotFoundError, toRestErrorBody } from '@a2a-js/sdk/errors';
import { type A2ARequestHandler, ServerCallContext } from '@a2a-js/sdk/server';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { AppError } from '../../src/platform/errors.ts';
import { asUnreadable } from '../../src/platform/json-bytes.ts';
import type { Log } from '../../src/platform/log.ts';
import { callerOf } from './caller.ts';
import { refuse } from './errors.ts';
import { versionOf } from './jsonrpc.ts';

const A2A_JSON = 'application/a2a+json';

/** First parts of the paths that there are. Another would be read as a tenant, and the tenant is that of the token. */
const KNOWN = /^\/(message:(send|stream)|tasks|extendedAgentCard|v1)(\/|$)/;

/** The operations of the protocol, and the methods of each. Those of 0.3 stand below /v1. */
const OPERATIONS: readonly [path: RegExp, methods: string][] = [
  [/^(?:\/v1)?\/message:(?:send|stream)$/, 'POST'],
  [/^(?:\/v1)?\/tasks$/, 'GET'],
  [/^(?:\/v1)?\/tasks\/[^/:]+$/, 'GET'],
  [/^(?:\/v1)?\/tasks\/[^/:]+:cancel$/, 'POST'],
  [/^(?:\/v1)?\/tasks\/[^/:]+:subscribe$/, 'GET, POST'],
  [/^(?:\/v1)?\/tasks\/[^/:]+\/pushNotificationConfigs$/, 'GET, POST'],
  [/^(?:\/v1)?\/tasks\/[^/:]+\/pushNotificationConfigs\/[^/:]+$/, 'GET, DELETE'],
  [/^(?:\/extendedAgentCard|\/v1\/card)$/, 'GET'],
];

/** Throws for a path of the protocol with a method that it does not have. */
export const refuseWrongMethod: RequestHandler = ({ path, method }, response, next) => {
  const [, methods] = OPERATIONS.find(([pattern]) => pattern.test(path)) ?? [];
  if (methods === undefined || methods.split(', ').includes(method === 'HEAD' ? 'GET' : method)) return next();
  response.setHeader('Allow', methods);
  throw new AppError('method_not_allowed', `There is no ${method} at this address, only ${methods}.`);
};

const STREAM = /\/message:(send|stream)$|:subscribe$/;

export function isRestStream({ path }: Request): boolean {
  return STREAM.test(path);
}

/** Runs before the SDK's handler. */
export const fitRest: RequestHandler = (request, response, next) => {
  if (!KNOWN.test(request.path)) throw new TaskNotFoundError('There is no such operation.');
  const caller = callerOf(request);
  const write = response.write.bind(response) as (chunk: unknown, ...rest: unknown[]) => boolean;
  response.write = (chunk: unknown, ...rest: unknown[]) => {
    const isEvent = typeof chunk === 'string' && chunk.startsWith('data: ') && caller.eventId !== undefined;
    const line = isEvent ? `id: ${caller.eventId}\n` : '';
    if (isEvent) caller.eventId = undefined;
    return write(isEvent ? line + chunk : chunk, ...rest);
  };
  // Clients read an object where the SDK's handler answers that there is no content.
  if (request.method === 'DELETE') {
    const end = response.end.bind(response) as (...given: unknown[]) => Response;
    response.end = (...given: unknown[]) => {
      response.end = end;
      return response.statusCode === 204 ? response.status(200).type(A2A_JSON).send('{}') : end(...given);
    };
  }
  const json = response.json.bind(response);
  response.json = (body: unknown) => {
    if (response.statusCode !== 500 || caller.failed) return json(body);
    const isLegacy = versionOf(request).startsWith('0.');
    const malformed = new RequestMalformedError('The request cannot be read.');
    response.status(400);
    return json(
      isLegacy
        ? toLegacyHTTPError(LegacyA2AError.invalidParams('The request cannot be read.'))
        : toRestErrorBody(malformed, 400),
    );
  };
  next();
};

/** The Python SDK of 0.3 wraps a push config in the request of gRPC. Runs once the body is read. */
export const fitLegacyPush: RequestHandler = (request, _response, next) => {
  const { configId, config } = Object(request.body) as {
    configId?: string;
    config?: { pushNotificationConfig?: object };
  };
  const [, task] = /^\/v1\/tasks\/([^/]+)\/pushNotificationConfigs$/.exec(request.path) ?? [];
  if (task !== undefined && config?.pushNotificationConfig)
    request.body = { ...config, name: `tasks/${task}/pushNotificationConfigs/${configId || randomUUID()}` };
  next();
};

/** The card of 0.3 is its JSON; the SDK's handler gives the JSON of gRPC, whose security requirements clients of 0.3 cannot read. */
export function legacyCard(handler: A2ARequestHandler): RequestHandler {
  const legacy = new LegacyRestTransportHandler(handler);
  return async (request, response) => {
    const context = new ServerCallContext({ user: callerOf(request), requestedVersion: '0.3' });
    response.json(await legacy.getAuthenticatedExtendedAgentCard(context as never));
  };
}

export function restErrors(log: Log): ErrorRequestHandler {
  return (raw, _request, response, next) => {
    if (response.headersSent) return next(raw);
    const { error, status: own } = refuse(asUnreadable(raw), log, response);
    const status = own ?? restStatusFor(error);
    response
      .status(status)
      .type(A2A_JSON)
      .send(JSON.stringify(toRestErrorBody(error, status)));
  };
}
