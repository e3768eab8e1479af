/** Clients of the A2A server: the SDK's own, and plain calls for what the SDK would not send. */
import {
  type Artifact,
  type Message,
  Role,
  type SendMessageRequest,
  type StreamResponse,
  type Task,
} from '@a2a-js/sdk';
import {
  type Client,
  ClientFactory,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
  RestTransportFactory,
} from '@a2a-js/sdk/client';

export type Binding = 'JSONRPC' | 'HTTP+JSON';

type Fetch = typeof fetch;

/** `through` may send a request elsewhere, as a load balancer does. */
export async function a2aClient(
  url: string,
  binding: Binding,
  token?: string,
  through: Fetch = fetch,
): Promise<Client> {
  const fetchImpl: Fetch = (input, init = {}) => {
    const headers = new Headers(init.headers);
    if (token) headers.set('Authorization', `Bearer ${token}`);
    return through(input, { ...init, headers });
  };
  const factory = new ClientFactory({
    transports: [new JsonRpcTransportFactory({ fetchImpl }), new RestTransportFactory({ fetchImpl })],
    preferredTransports: [binding],
    cardResolver: new DefaultAgentCardResolver({
      fetchImpl: (input, init = {}) => through(input, { ...init, headers: { ...init.headers, 'A2A-Version': '1.0' } }),
    }),
  });
  return await factory.createFromUrl(url);
}

/** All tasks that a fleet lists, with what came of them. */
export async function tasksAt(url: string, token?: string): Promise<Task[]> {
  const client = await a2aClient(url, 'JSONRPC', token);
  const all = { tenant: '', contextId: '', status: 0, pageToken: '', statusTimestampAfter: undefined };
  return (await client.listTasks({ ...all, includeArtifacts: true })).tasks;
}

let made = 0;

/** A message of one text; each has an id of its own unless one is given. */
export function textMessage(text: string, fields: Partial<Message> = {}): Message {
  made += 1;
  return {
    messageId: `m-${process.pid}-${made}`,
    contextId: '',
    taskId: '',
    role: Role.ROLE_USER,
    parts: [{ content: { $case: 'text', value: text }, metadata: undefined, filename: '', mediaType: 'text/plain' }],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
    ...fields,
  };
}

export function sendRequest(message: Message, fields: Partial<SendMessageRequest> = {}): SendMessageRequest {
  return { tenant: '', message, configuration: undefined, metadata: { patient_id: 'p1' }, ...fields };
}

/** Returns at once. */
export const AT_ONCE = {
  configuration: { acceptedOutputModes: [], taskPushNotificationConfig: undefined, returnImmediately: true },
};

export const taskRef = (id: string) => ({ tenant: '', id });

export function textOf(artifacts: readonly Artifact[], id = 'reply'): string {
  const parts = artifacts.find(({ artifactId }) => artifactId === id)?.parts ?? [];
  return parts.map(({ content }) => (content?.$case === 'text' ? content.value : '')).join('');
}

export function dataOf(artifacts: readonly Artifact[], id = 'details'): Record<string, unknown> {
  const content = artifacts.find(({ artifactId }) => artifactId === id)?.parts[0]?.content;
  return content?.$case === 'data' ? content.value : {};
}

export function asTask(answer: Message | Task): Task {
  if ('messageId' in answer) throw new Error('a message, where a task was expected');
  return answer;
}

export async function all(stream: AsyncGenerator<StreamResponse, void, undefined>): Promise<StreamResponse[]> {
  const seen: StreamResponse[] = [];
  for await (const one of stream) seen.push(one);
  return seen;
}

type RpcAnswer = {
  status: number;
  headers: Headers;
  error?: { code: number; message: string; data?: unknown };
  result?: unknown;
  text: string;
};

/** One JSON-RPC call, with whatever body. */
export async function rawRpc(url: string, body: unknown, headers: Record<string, string> = {}): Promise<RpcAnswer> {
  const response = await fetch(`${url}/a2a/jsonrpc`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'A2A-Version': '1.0', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  const parsed = text.startsWith('{') ? JSON.parse(text) : {};
  return { ...parsed, status: response.status, headers: response.headers, text };
}

export function call(method: string, params: unknown, id: unknown = 1): object {
  return { jsonrpc: '2.0', id, method, params };
}

export type RawEvent = { id: string; update: Record<string, Record<string, unknown>> };

/** The events of a subscription with their ids, until the stream ends or `stop` says so. */
export async function rawEvents(
  url: string,
  path: string,
  {
    after,
    body,
    token,
    stop,
  }: { after?: string; body?: unknown; token?: string; stop?: (event: RawEvent) => boolean } = {},
): Promise<RawEvent[]> {
  const hangUp = new AbortController();
  const response = await fetch(`${url}/a2a/rest${path}`, {
    method: 'POST',
    headers: {
      'A2A-Version': '1.0',
      'Content-Type': 'application/json',
      ...(after && { 'Last-Event-ID': after }),
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: hangUp.signal,
  });
  if (!response.ok || !response.body)
    throw new Error(`the stream answered ${response.status}: ${await response.text()}`);
  const seen: RawEvent[] = [];
  let rest = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    rest += chunk;
    const blocks = rest.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(
        block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      );
      const data = fields.get('data');
      if (data === undefined) continue;
      const event = { id: fields.get('id') ?? '', update: JSON.parse(data) };
      seen.push(event);
      if (stop?.(event)) {
        hangUp.abort();
        return seen;
      }
    }
  }
  return seen;
}
