/** What a worker process says about itself over HTTP, if METRICS_PORT is set: it has no other door. */
import { createServer } from 'node:http';
import type { Base } from '../src/base.ts';

export async function serveMetrics(base: Base, port: number): Promise<void> {
  const { metrics, config, closers } = base;
  const server = createServer(async (request, response) => {
    if (request.url === '/metrics') {
      response.setHeader('Content-Type', metrics.registry.contentType).end(await metrics.registry.metrics());
    } else if (request.url === '/healthz') {
      response.setHeader('Content-Type', 'application/json').end('{"status":"ok"}');
    } else {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, config.HOST, resolve);
  });
  closers.add('metrics server', () => {
    server.close();
    server.closeAllConnections();
  });
}
