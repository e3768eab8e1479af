/** /metrics and /healthz of a worker process, which serves no other HTTP. Only with METRICS_PORT. */
import { createServer } from 'node:http';
import type { Closers } from './closers.ts';
import type { Config } from './config.ts';
import type { Metrics } from './metrics.ts';

type Parts = { metrics: Metrics; config: Pick<Config, 'HOST'>; closers: Closers };

/** It has one or two clients, and their requests are small. A connection that gives nothing is closed. */
const SLOW_MS = 5_000;
const IDLE_MS = 60_000;
const MAX_CONNECTIONS = 100;

export async function serveMetrics({ metrics, config, closers }: Parts, port: number): Promise<void> {
  const times = { headersTimeout: SLOW_MS, requestTimeout: SLOW_MS, connectionsCheckingInterval: SLOW_MS };
  const server = createServer(times, async (request, response) => {
    if (request.url === '/metrics') {
      response.setHeader('Content-Type', metrics.registry.contentType).end(await metrics.registry.metrics());
    } else if (request.url === '/healthz') {
      response.setHeader('Content-Type', 'application/json').end('{"status":"ok"}');
    } else {
      response.writeHead(404).end();
    }
  });
  server.timeout = IDLE_MS;
  server.maxConnections = MAX_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, config.HOST, resolve);
  });
  closers.add('metrics server', () => {
    server.close();
    server.closeAllConnections();
  });
}
