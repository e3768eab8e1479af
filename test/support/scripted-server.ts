/**
 * The HTTP half of the scripted model servers: a real server on loopback that records every request, notices clients that
 * hang up, and can be closed with requests still open. Uses nothing but Node, so any process can import it.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What is known of every request; times are milliseconds since the epoch. */
export type Recorded = {
  /** 1 for the first request of this server. */
  n: number;
  body: Record<string, unknown>;
  headers: Record<string, string>;
  startedAt: number;
  /** True once the client has closed the connection before the end. */
  aborted: boolean;
  finishedAt: number | undefined;
};

/** Awaited before the chunk of that index is sent. */
export type Before = (index: number) => Promise<unknown>;

/** The writer of one answer, used by the protocols. */
export type Reply = {
  json(status: number, body: unknown, headers?: Record<string, string>): void;
  startStream(): void;
  write(text: string): void;
  end(): void;
  /**
   * Destroys the connection in the middle of the answer, once `received` says that the client has what was written: a reset may
   * overtake it.
   */
  cut(received?: () => Promise<unknown>): Promise<void>;
  /** Resolves when the client has gone or the server closes. */
  hang(): Promise<void>;
};

export type ScriptedServer<R> = { url: string; requests: R[]; close(): Promise<void> };

type Protocol<R extends Recorded> = {
  /** The request as the script sees it; undefined for a path that the protocol does not have. */
  read(path: string, recorded: Recorded): R | undefined;
  /** What a GET is answered with; it is not recorded. */
  get?(path: string): { status: number; body: unknown } | undefined;
  answer(request: R, reply: Reply): Promise<void>;
};

export async function startScriptedServer<R extends Recorded>(
  protocol: Protocol<R>,
  { port = 0 }: { port?: number } = {},
): Promise<ScriptedServer<R>> {
  const requests: R[] = [];
  const failures: unknown[] = [];
  const closing = new AbortController();

  const server = createServer((incoming, response) => {
    serve(incoming, response).catch((error: unknown) => {
      // A client that disconnected while it was sending is not an error of the script.
      if (closing.signal.aborted || !incoming.complete) return;
      failures.push(error);
      response.destroy();
    });
  });

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = incoming.method === 'GET' ? protocol.get?.(incoming.url ?? '/') : undefined;
    if (asked) return createReply(response).json(asked.status, asked.body);
    const startedAt = Date.now();
    const body = await readBody(incoming);
    const recorded: Recorded = {
      n: requests.length + 1,
      body: JSON.parse(body || '{}') as Record<string, unknown>,
      headers: Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])),
      startedAt,
      aborted: false,
      finishedAt: undefined,
    };
    const request = protocol.read(incoming.url ?? '/', recorded);
    const reply = createReply(response);
    if (!request) return reply.json(404, { error: { code: 404, message: 'no such path', status: 'NOT_FOUND' } });
    requests.push(request);
    response.once('close', () => {
      request.finishedAt = Date.now();
      request.aborted = !response.writableFinished && !reply.wasCut() && !closing.signal.aborted;
    });
    await protocol.answer(request, reply);
  }

  async function close(): Promise<void> {
    closing.abort();
    const done = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await done;
    // A script that threw is a broken test, and must not look like a failed model.
    if (failures.length > 0) throw failures[0];
  }
  let closed: Promise<void> | undefined;

  // Longer than any test: a connection that closes while a client reuses it looks like a reset.
  server.keepAliveTimeout = 120_000;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () => (closed ??= close()),
  };
}

function createReply(response: ServerResponse): Reply & { wasCut(): boolean } {
  let cut = false;
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return {
    wasCut: () => cut,
    json(status, body, headers = {}) {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    },
    startStream() {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
    },
    write(text) {
      if (!gone.signal.aborted) response.write(text);
    },
    end() {
      if (!gone.signal.aborted) response.end();
    },
    async cut(received) {
      cut = true;
      await received?.();
      response.destroy();
    },
    async hang() {
      if (!gone.signal.aborted) await once(gone.signal, 'abort');
    },
  };
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
