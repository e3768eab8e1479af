/**
 * POST /mcp: the Model Context Protocol over streamable HTTP, without sessions: each request is answered by a server of its own, on any
 * replica. Tokens, request limits and the refusal of other sites' pages are those of the API.
 */
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import { type ErrorRequestHandler, type RequestHandler, type Response, Router } from 'express';
import { createMcpServer } from '../src/interop/mcp/server.ts';
import { AppError, toAppError } from '../src/platform/errors.ts';
import { asUnreadable, parseBody, readJsonBytes } from '../src/platform/json-bytes.ts';
import type { Mount } from './app.ts';
import { principalOf } from './auth.ts';
import { createMcpTools, type McpParts } from './mcp-tools.ts';

/** As much as the largest route takes (a chapter of a book), and the envelope around it. */
const BODY_LIMIT_KB = 1_100;
const VERSION = '0.1.0';

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
  router.use(unreadable);
  return { path: '/mcp', router, scope: 'any', isApi: true };
}

/** There is no stream to open and no session to end. */
const wrongMethod: RequestHandler = (_request, response) => {
  response.setHeader('Allow', 'POST');
  sendError(response, 405, -32000, 'Method not allowed.');
};

/** What is no message is answered as the protocol has it. */
const unreadable: ErrorRequestHandler = (thrown, _request, response, next) => {
  const error = toAppError(asUnreadable(thrown));
  if (response.headersSent || !(error instanceof AppError) || error.policy.status >= 500) return next(thrown);
  sendError(response, error.policy.status, error.code === 'malformed' ? ErrorCode.ParseError : -32000, error.message);
};

function sendError(response: Response, status: number, code: number, message: string): void {
  response.status(status).json({ jsonrpc: '2.0', error: { code, message }, id: null });
}
