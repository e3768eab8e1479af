/**
 * POST /mcp: the Model Context Protocol over streamable HTTP, without sessions: each request is answered by a server of its own, on any
 * replica. Tokens, request limits and the refusal of other sites' pages are those of the API.
 */
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';
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
  malformed: ErrorCode.ParseError,
  too_large: REFUSED,
  unsupported_media_type: REFUSED,
};

export function mcpMount(parts: McpParts): Mount {
  const tools = createMcpTools(parts);

  const answer: RequestHandler = async (request, response) => {
    if (Array.isArray(request.body))
      return sendError(response, 400, ErrorCode.InvalidRequest, 'Send one message at a time.');
    const server = createMcpServer(VERSION, tools.forCaller({ principal: principalOf(request), request, response }));
    const transport = new StreamableHTTPServerTransport();
    response.on('close', () => void server.close().catch(() => undefined));
    // Its optional handlers are typed as undefined, which the interface does not allow for.
    await server.connect(transport as Transport);
    await transport.handleRequest(request, response, request.body);
  };

  const router = Router();
  router.post('/', ...readJsonBytes(['application/json'], BODY_LIMIT_KB), parseBody, answer);
  router.all('/', wrongMethod);
  return { path: '/mcp', router, scope: 'any', errors, audits: true };
}

/** There is no stream to open and no session to end. */
const wrongMethod: RequestHandler = (_request, response) => {
  response.setHeader('Allow', 'POST');
  sendError(response, 405, REFUSED, 'Method not allowed.');
};

/** What is no message is answered as the protocol has it; who may not ask, as everywhere. */
const errors: ErrorRequestHandler = (thrown, _request, response, next) => {
  const { code, policy, message } = toAppError(asUnreadable(thrown));
  const answered = PROTOCOL_ERRORS[code];
  if (response.headersSent || answered === undefined) return next(thrown);
  sendError(response, policy.status, answered, message);
};

function sendError(response: Response, status: number, code: number, message: string): void {
  response.status(status).json({ jsonrpc: '2.0', error: { code, message }, id: null });
}
