/** A server that answers as a test says, one answer for each request, and remembers what it was asked. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Asked = { method: string; url: string; headers: IncomingHttpHeaders; body: string };
export type Answer = (response: ServerResponse, asked: Asked) => void;

export async function scriptedApi(answers: Answer[]) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers } = request;
    const one = { method, url, headers, body: Buffer.concat(chunks).toString() };
    asked.push(one);
    const answer = answers.shift();
    if (answer) answer(response, one);
    else response.writeHead(500).end('there is no answer left');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
}

/** The connection is closed without an answer. */
export const hangUp: Answer = (response) => {
  response.destroy();
};

/** A stream of events; `cut` ends it without `done`, as a proxy or a restart does. */
export function eventStream(...events: { id: string; event: string; data: unknown }[]): Answer {
  return (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    for (const { id, event, data } of events)
      response.write(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    response.end();
  };
}
