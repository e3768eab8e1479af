/** What every HTTP server of ours has in common: limits for connections that give nothing, and an end that cuts off no request. */
import { createServer, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Listening = {
  url: string;
  /** Requests in progress are answered; what is still open after this time is cut off. */
  close(withinMs: number): Promise<void>;
};

export type ConnectionLimits = {
  /** From its first byte, a request is complete within this time, or the connection is closed. */
  requestMs: number;
  /** A connection on which nothing is sent or received for this long is closed: longer than any answer may take. */
  idleMs: number;
};

/** Longest time for the headers; a body may take longer. */
const HEADERS_MS = 10_000;
export const MAX_HEADER_BYTES = 16_384;
const MAX_HEADERS = 100;
/** Longer than the 60 s for which proxies and pools usually keep an idle connection: then it is they who close it, between requests. */
const KEEP_ALIVE_MS = 65_000;
/** How often the time limits are checked. */
const CHECK_MS = 1_000;
const SWEEP_MS = 50;

export function createLimitedServer({ requestMs, idleMs }: ConnectionLimits, options: ServerOptions = {}): Server {
  const server = createServer({
    ...options,
    headersTimeout: Math.min(HEADERS_MS, requestMs),
    requestTimeout: requestMs,
    connectionsCheckingInterval: Math.min(CHECK_MS, requestMs / 4),
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
  });
  server.timeout = idleMs;
  server.maxHeadersCount = MAX_HEADERS;
  return server;
}

/** `setting` is the one that chooses the port. */
export async function listen(
  server: Server,
  { host, port, setting }: { host: string; port: number; setting: string },
): Promise<Listening> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = `port ${port} on ${host} is taken; stop what uses it, or set ${setting}`;
      reject(error.code === 'EADDRINUSE' ? new Error(taken) : error);
    });
    server.listen(port, host, resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    async close(withinMs) {
      const closed = new Promise((resolve) => server.close(resolve));
      // Kept-alive connections are closed once they are idle.
      const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
      const cut = setTimeout(() => server.closeAllConnections(), withinMs);
      await closed;
      clearInterval(sweep);
      clearTimeout(cut);
    },
  };
}
