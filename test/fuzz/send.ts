/** Sends a request as it is, also one that no well-behaved client would send. */
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { FuzzRequest } from './requests.ts';

export type FuzzAnswer = {
  /** 0: the connection was closed without an answer. */
  status: number;
  type: string;
  body: string;
  ms: number;
};

export type Sender = { send(request: FuzzRequest): Promise<FuzzAnswer>; close(): void };

/** Longer than any answer may take; an answer that takes this long is reported as one without a status. */
const GIVE_UP_MS = 300_000;

export function createSender(url: string): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  return {
    async send(request) {
      const began = performance.now();
      const answer = request.raw ? await sendRaw(url, request) : await sendWhole(url, agent, request);
      return { ...answer, ms: performance.now() - began };
    },
    close: () => agent.destroy(),
  };
}

type Answer = Omit<FuzzAnswer, 'ms'>;

const NOTHING: Answer = { status: 0, type: '', body: '' };

function sendWhole(url: string, agent: Agent, { method, path, headers, body }: FuzzRequest): Promise<Answer> {
  return new Promise((resolve) => {
    const grouped = new Map<string, string[]>();
    for (const [name, value] of headers) grouped.set(name, [...(grouped.get(name) ?? []), value]);
    const { hostname, port } = new URL(url);
    const length = body ? { 'Content-Length': String(body.length) } : {};
    const sent = httpRequest(
      {
        hostname,
        port,
        agent,
        method,
        path,
        headers: { ...Object.fromEntries(grouped), ...length },
        timeout: GIVE_UP_MS,
      },
      (response) => read(response).then(resolve),
    );
    sent.once('timeout', () => sent.destroy());
    sent.once('error', () => resolve(NOTHING));
    sent.end(body ?? undefined);
  });
}

/** An event stream goes on for as long as its turn; only its beginning is read. */
async function read(response: IncomingMessage): Promise<Answer> {
  const type = response.headers['content-type'] ?? '';
  const status = response.statusCode ?? 0;
  let body = '';
  try {
    for await (const chunk of response) {
      body += chunk;
      if (type.startsWith('text/event-stream')) break;
    }
  } catch {
    return { ...NOTHING, type };
  }
  response.destroy();
  return { status, type, body };
}

function sendRaw(url: string, { body }: FuzzRequest): Promise<Answer> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => socket.end(body ?? ''));
    let received = '';
    socket.setTimeout(GIVE_UP_MS, () => socket.destroy());
    socket.on('data', (chunk) => {
      received += chunk;
      if (/^content-type: text\/event-stream/im.test(received)) socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.once('close', () => {
      const [head = '', ...rest] = received.split('\r\n\r\n');
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
      const type = /^content-type: *(.*)$/im.exec(head)?.[1] ?? '';
      resolve({ status, type, body: rest.join('\r\n\r\n') });
    });
  });
}
