/**
 * The HTTP server below the app, with the limits that hold before a request is complete: how long a client may take to send one, how
 * large its headers may be, how many connections there are. What is refused here is answered with a problem, too.
 */
import { type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError } from '../../src/platform/errors.ts';
import { type ConnectionLimits, createLimitedServer, MAX_HEADER_BYTES } from '../../src/platform/http-listening.ts';
import { PROBLEM_TYPE, problemOf } from './problem.ts';

export type ServerLimits = ConnectionLimits & {
  /** On more connections than these, requests are answered with 503. */
  maxConnections: number;
};

/** Connections above the limit that are still answered, at least and as a share of the limit. Beyond them, connections are closed unanswered. */
const SURPLUS = { least: 16, share: 0.1 };

const HEALTH_PATH = '/healthz';

export function createHttpServer(app: RequestListener, { maxConnections, ...limits }: ServerLimits): Server {
  // A missing Host header is checked below, to be answered with a problem.
  const server = createLimitedServer(limits, { requireHostHeader: false });
  server.maxConnections = maxConnections + Math.max(SURPLUS.least, Math.ceil(maxConnections * SURPLUS.share));

  const surplus = new WeakSet<Duplex>();
  const responses = new WeakMap<Duplex, ServerResponse>();
  let open = 0;
  server.on('connection', (socket) => {
    open += 1;
    if (open > maxConnections) surplus.add(socket);
    socket.once('close', () => {
      open -= 1;
    });
  });
  server.on('request', (request, response) => {
    responses.set(request.socket, response);
    // A process that has too much to do is still up.
    if (surplus.has(request.socket) && request.url !== HEALTH_PATH) refuse(response, tooManyConnections());
    else if (request.headers.host === undefined)
      refuse(response, new AppError('malformed', 'There is no Host header.'));
    else app(request, response);
  });
  server.on('checkExpectation', (_request, response) => {
    refuse(response, new AppError('malformed', 'The header Expect can only be 100-continue.'));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = responses.get(socket);
    const answering = response?.headersSent && !response.writableEnded;
    if (!socket.writable || answering) socket.destroy();
    else socket.end(rawAnswer(clientProblem(error.code)), () => socket.destroy());
  });
  return server;
}

function tooManyConnections(): AppError {
  return new AppError('too_many_connections', 'This process has as many connections as it may. Try again.');
}

function refuse(response: ServerResponse, error: AppError): void {
  const { headers, body } = answerOf(error);
  response.writeHead(error.policy.status, headers).end(body);
}

function clientProblem(code: string | undefined): AppError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new AppError('request_timeout', 'The request was not complete in time; the connection is closed.');
  if (code === 'HPE_HEADER_OVERFLOW')
    return new AppError('headers_too_large', `The headers are larger than ${MAX_HEADER_BYTES / 1024} kB.`);
  return new AppError('malformed', 'This is not an HTTP request that can be read.');
}

function rawAnswer(error: AppError): string {
  const { headers, body } = answerOf(error);
  const { status } = error.policy;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n');
}

function answerOf(error: AppError): { headers: Record<string, string>; body: string } {
  const body = JSON.stringify(problemOf(error));
  const { retryAfterSeconds: seconds } = error;
  const headers = {
    'Content-Type': PROBLEM_TYPE,
    'Content-Length': String(Buffer.byteLength(body)),
    ...(seconds !== undefined && { 'Retry-After': String(seconds) }),
    Connection: 'close',
  };
  return { headers, body };
}
