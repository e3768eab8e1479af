/**
 * The JSON-RPC binding over HTTP. The SDK's transport reads and answers calls, of 1.0 and of 0.3; this puts them on a connection. The SDK's
 * own Express handler is not used: it prints errors with ids that clients chose, and its events have no ids to resume from.
 */
import { type AgentCard, Extensions, formatSSEEvent, HTTP_EXTENSION_HEADER, SSE_HEADERS } from '@a2a-js/sdk';
import { LegacyJsonRpcTransportHandler } from '@a2a-js/sdk/compat/v0_3/server';
import { A2A_ERROR_CODE, RequestMalformedError } from '@a2a-js/sdk/errors';
import {
  type A2ARequestHandler,
  JsonRpcTransportHandler,
  ServerCallContext,
  validateVersion,
} from '@a2a-js/sdk/server';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { asUnreadable } from '../../src/platform/json-bytes.ts';
import type { Log } from '../../src/platform/log.ts';
import { callerOf } from './caller.ts';
import { refuse as refusalOf } from './errors.ts';

const LEGACY = '0.3';
const LEGACY_EXTENSIONS_HEADER = 'X-A2A-Extensions';

/** Methods that hold their connection until a task is over; a waiting SendMessage does, too. */
const STREAMS = new Set([
  'SendStreamingMessage',
  'SubscribeToTask',
  'SendMessage',
  'message/stream',
  'tasks/resubscribe',
  'message/send',
]);

/** Those that are answered with events, as 0.3 names them: its clients read events only, also where the call is refused. */
const LEGACY_EVENTS = new Set(['message/stream', 'tasks/resubscribe']);

type Answer = { error?: { code: number; message: string; data?: unknown } };
type Stream = AsyncGenerator<object, void, undefined>;

export function versionOf(request: Request): string {
  return request.get('A2A-Version') || LEGACY;
}

export function isRpcStream(request: Request): boolean {
  return STREAMS.has(methodOf(request));
}

function methodOf({ body }: Request): string {
  return (body as { method?: string } | undefined)?.method ?? '';
}

export function answerRpc(handler: A2ARequestHandler): RequestHandler {
  const [current, legacy] = [new JsonRpcTransportHandler(handler), new LegacyJsonRpcTransportHandler(handler)];
  return async (request, response) => {
    const version = versionOf(request);
    const isLegacy = version === LEGACY;
    const header = isLegacy
      ? (request.get(LEGACY_EXTENSIONS_HEADER) ?? request.get(HTTP_EXTENSION_HEADER))
      : request.get(HTTP_EXTENSION_HEADER);
    const user = callerOf(request);
    const requestedExtensions = Extensions.parseServiceParameter(header);
    const context = new ServerCallContext({ user, requestedVersion: version, requestedExtensions });
    const card: AgentCard = await handler.getAgentCard();
    validateVersion(version, card, 'JSONRPC');
    const transport = isLegacy ? legacy : current;
    // What is no object is refused by the transport; a list of calls is one.
    const answer: unknown = await transport.handle(request.body as never, context as never);
    const refuse = (refused: Answer) =>
      isLegacy && LEGACY_EVENTS.has(methodOf(request))
        ? void response.set(SSE_HEADERS).end(formatSSEEvent(checked(refused, user.failed)))
        : send(response, checked(refused, user.failed));
    if (!isStream(answer)) return refuse(answer as Answer);
    let first: IteratorResult<object, void>;
    try {
      first = await answer.next();
    } catch (thrown) {
      const error = isLegacy
        ? LegacyJsonRpcTransportHandler.mapToLegacyJSONRPCError(thrown)
        : JsonRpcTransportHandler.mapToJSONRPCError(thrown);
      return refuse({ ...envelope(request), error });
    }
    const active = context.activatedExtensions;
    if (active) response.setHeader(isLegacy ? LEGACY_EXTENSIONS_HEADER : HTTP_EXTENSION_HEADER, [...active].join(','));
    response.set(SSE_HEADERS);
    response.flushHeaders();
    for (let next = first; !next.done; next = await answer.next()) {
      response.write(`${user.eventId === undefined ? '' : `id: ${user.eventId}\n`}${formatSSEEvent(next.value)}`);
      user.eventId = undefined;
    }
    response.end();
  };
}

/** JSON-RPC has its own words for what happens before a call is understood; who may not call is told so by the status, too. */
export function rpcErrors(log: Log): ErrorRequestHandler {
  return (raw, request, response, next) => {
    if (response.headersSent) return next(raw);
    const { error, isUnparsable } = refusalOf(asUnreadable(raw), log, response);
    const mapped = JsonRpcTransportHandler.mapToJSONRPCError(error);
    const code = isUnparsable ? A2A_ERROR_CODE.PARSE_ERROR : mapped.code;
    send(response, { ...envelope(request), error: { ...mapped, code } });
  };
}

/** A body that the SDK's types cannot be made from is the client's error, and its text is not shown. */
function checked(answer: Answer, failed: boolean): Answer {
  if (answer.error?.code !== A2A_ERROR_CODE.INTERNAL_ERROR || failed) return answer;
  return { ...answer, error: JsonRpcTransportHandler.mapToJSONRPCError(new RequestMalformedError('Invalid params.')) };
}

function envelope({ body }: Request): { jsonrpc: '2.0'; id: string | number | null } {
  const id = (body as { id?: unknown } | undefined)?.id;
  return { jsonrpc: '2.0', id: typeof id === 'string' || typeof id === 'number' ? id : null };
}

function isStream(answer: unknown): answer is Stream {
  return typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer;
}

function send(response: Response, body: object): void {
  response.json(body);
}
