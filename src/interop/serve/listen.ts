/** Listens, with limits for connections that give nothing, and closes without cutting off a call. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Listening = { url: string; close(withinMs: number): Promise<void> };

type Options = { host: string; port: number; requestMs: number; idleMs: number; maxConnections: number };

const HEADERS_MS = 10_000;
/** Longer than the 60 s for which a pool or a proxy usually keeps an idle connection: then it is the client that closes it. */
const KEEP_ALIVE_MS = 65_000;
const MAX_HEADER_BYTES = 16_384;
const MAX_HEADERS = 100;
const CHECK_MS = 1_000;
const SWEEP_MS = 50;

export async function listen(app: RequestListener, options: Options): Promise<Listening> {
  const { host, port, requestMs, idleMs, maxConnections } = options;
  const server = createServer(
    {
      headersTimeout: Math.min(HEADERS_MS, requestMs),
      requestTimeout: requestMs,
      connectionsCheckingInterval: Math.min(CHECK_MS, requestMs / 4),
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
    },
    app,
  );
  server.timeout = idleMs;
  server.maxHeadersCount = MAX_HEADERS;
  server.maxConnections = maxConnections;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = `port ${port} on ${host} is taken; stop what uses it, or choose another`;
      reject(error.code === 'EADDRINUSE' ? new Error(taken) : error);
    });
    server.listen(port, host, resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    async close(withinMs) {
      const closed = new Promise((resolve) => server.close(resolve));
      // Requests in progress are answered; kept-alive connections are closed once they are idle.
      const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
      const cut = setTimeout(() => server.closeAllConnections(), withinMs);
      await closed;
      clearInterval(sweep);
      clearTimeout(cut);
    },
  };
}
