/**
 * POST /mcp: the Model Context Protocol over streamable HTTP, without sessions, in the revision 2026-07-28 and those before it: each
 * request is answered by a server of its own, on any replica. Tokens, request limits and the refusal of other sites' pages are those of the API.
 */
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, INVALID_REQUEST, PARSE_ERROR } from '@modelcontextprotocol/server';
import { type ErrorRequestHandler, type RequestHandler, type Response, Router } from 'express';
import { createMcpServer } from '../../src/interop/mcp/server.ts';
import { type ErrorCode as AppErrorCode, toAppError } from '../../src/platform/errors.ts';
import { asUnreadable, parseBody, readJsonBytes } from '../../src/platform/json-bytes.ts';
import { principalOf } from '../access/auth.ts';
import type { Mount } from '../http/app.ts';
import { createMcpTools, type McpParts } from './tools.ts';

/** As much as the largest route takes (a chapter of a book), and the envelope around it. */
const BODY_LIMIT_KB = 1_100;
const VERSION = '0.1.0';
/** Of the transport, as the SDK has it. */
const REFUSED = -32000;

const PROTOCOL_ERRORS: Partial<Record<AppErrorCode, number>> = {
  malformed: PARSE_ERROR,
  too_large: REFUSED,
  unsupported_media_type: REFUSED,
};

/** RFC 9728 for `/mcp`; beside it for clients that ask at the root. */
const METADATA_PATH = '/.well-known/oauth-protected-resource';

type Options = McpParts & {
  /** The authorization server whose tokens are taken; undefined: keys alone are, and there is nothing that a client could discover. */
  issuer: string | undefined;
  publicUrl(): string;
};

export function mcpMounts({ issuer, publicUrl, ...parts }: Options): Mount[] {
  const tools = createMcpTools(parts);

  const answer: RequestHandler = async (request, response) => {
    if (Array.isArray(request.body)) return sendError(response, 400, INVALID_REQUEST, 'Send one message at a time.');
    const offered = tools.forCaller({ principal: principalOf(request), request, response });
    // There is nothing to subscribe to.
    const handler = createMcpHandler(() => createMcpServer(VERSION, offered), { maxSubscriptions: 0 });
    await toNodeHandler(handler)(request, response, request.body);
  };

  const router = Router();
  router.post('/', ...readJsonBytes(['application/json'], BODY_LIMIT_KB), parseBody, answer);
  router.all('/', wrongMethod);
  const mcp: Mount = {
    path: '/mcp',
    router,
    scope: 'any',
    errors: failed(issuer === undefined ? undefined : publicUrl),
    audits: true,
  };
  if (issuer === undefined) return [mcp];
  const metadata = Router();
  metadata.get(['/', '/mcp'], (_request, response) => {
    const resource = `${publicUrl()}/mcp`;
    response.json({ resource, authorization_servers: [issuer], bearer_methods_supported: ['header'] });
  });
  return [mcp, { path: METADATA_PATH, router: metadata, scope: 'open' }];
}

/** There is no stream to open and no session to end. */
const wrongMethod: RequestHandler = (_request, response) => {
  response.setHeader('Allow', 'POST');
  sendError(response, 405, REFUSED, 'Method not allowed.');
};

/** What is no message is answered as the protocol has it; who may not ask, as everywhere. */
const failed =
  (publicUrl: (() => string) | undefined): ErrorRequestHandler =>
  (thrown, _request, response, next) => {
    const { code, policy, message } = toAppError(asUnreadable(thrown));
    const answered = PROTOCOL_ERRORS[code];
    if (code === 'unauthenticated' && publicUrl) {
      const metadata = `${publicUrl()}${METADATA_PATH}/mcp`;
      response.setHeader('WWW-Authenticate', `Bearer realm="medfleet", resource_metadata="${metadata}"`);
    }
    if (response.headersSent || answered === undefined) return next(thrown);
    sendError(response, policy.status, answered, message);
  };

function sendError(response: Response, status: number, code: number, message: string): void {
  response.status(status).json({ jsonrpc: '2.0', error: { code, message }, id: null });
}
