/** A webhook on this machine. It answers as it is told, then with 200, and keeps what it was sent. Closes with the test. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export type Webhook = {
  url: string;
  /** As the allow-list names it. */
  host: string;
  /** The next answers; `hang`: none. */
  answers: (number | 'hang')[];
  bodies: Record<string, unknown>[];
  headers: IncomingHttpHeaders[];
  /** What each was answered with. */
  given: (number | 'hang')[];
};

export async function startWebhook(): Promise<Webhook> {
  const kept: Pick<Webhook, 'answers' | 'bodies' | 'headers' | 'given'> = {
    answers: [],
    bodies: [],
    headers: [],
    given: [],
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const answer = kept.answers.shift() ?? 200;
    kept.bodies.push(JSON.parse(Buffer.concat(chunks).toString()));
    kept.headers.push(request.headers);
    kept.given.push(answer);
    if (answer !== 'hang') response.writeHead(answer, answer === 302 ? { Location: 'http://127.0.0.1:1/' } : {}).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${port}/hook`, host: `127.0.0.1:${port}`, ...kept };
}
