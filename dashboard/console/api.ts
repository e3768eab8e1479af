/** Calls the API with the cookie of the signed-in user. Every failure is thrown as a Problem, which a page can show. */
import { EventSourceParserStream } from 'eventsource-parser/stream';

type Query = Readonly<Record<string, string | number | undefined>>;
type Options = { query?: Query; body?: unknown; headers?: Record<string, string>; signal?: AbortSignal };
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export type ProblemFields = {
  title: string;
  status: number;
  detail?: string | undefined;
  code?: string | undefined;
  errors?: { path: string; message: string }[] | undefined;
  retryAfter?: number | undefined;
};

export class Problem extends Error {
  readonly fields: ProblemFields;
  constructor(fields: ProblemFields) {
    super(fields.title);
    this.fields = fields;
  }
}

/** Gets an event `unauthenticated` when a call is refused because nobody is signed in, or nobody is any more. */
export const refusals = new EventTarget();

export type ServerEvent = { id: string; event: string; data: Record<string, unknown> };

/** A path with its parameters, encoded: path`/v1/turns/${id}`. */
export function path(parts: TemplateStringsArray, ...values: string[]): string {
  return String.raw({ raw: parts }, ...values.map(encodeURIComponent));
}

export async function get<T>(address: string, options: Omit<Options, 'body'> = {}): Promise<T> {
  return (await call('GET', address, options)).json() as Promise<T>;
}

/** The body of the answer; undefined if it has none. */
export async function send<T>(method: Method, address: string, options: Options = {}): Promise<T> {
  const response = await call(method, address, options);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

export async function call(method: Method, address: string, options: Options = {}): Promise<Response> {
  const { query, body, headers, signal } = options;
  const given = Object.entries(query ?? {}).flatMap(([key, value]) => (value === undefined ? [] : [[key, `${value}`]]));
  const search = given.length > 0 ? `?${new URLSearchParams(given)}` : '';
  let response: Response;
  try {
    response = await fetch(address + search, {
      method,
      cache: 'no-store',
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Problem({ title: 'Medfleet does not answer', detail: 'Is it running, and are you online?', status: 0 });
  }
  if (response.status === 401) refusals.dispatchEvent(new Event('unauthenticated'));
  if (!response.ok) throw await problemOf(response);
  return response;
}

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 10_000;

/**
 * The events of a stream until `done`. A connection that is lost is opened again with Last-Event-ID, so that every event arrives once;
 * `onConnection` is told. `after`: the id of the last event that is known already.
 */
export async function* events(
  address: string,
  { signal, after = '', onConnection }: { signal: AbortSignal; after?: string; onConnection?: (isUp: boolean) => void },
): AsyncGenerator<ServerEvent> {
  let lastId = after;
  for (let failures = 0; ; failures += 1) {
    try {
      const headers = { accept: 'text/event-stream', ...(lastId && { 'last-event-id': lastId }) };
      const { status, body } = await call('GET', address, { headers, signal });
      if (status === 204 || !body) return;
      onConnection?.(true);
      // biome-ignore format: the DOM types of the two streams differ in a detail that does not matter
      const stream = body.pipeThrough(new TextDecoderStream() as unknown as ReadableWritablePair<string, Uint8Array>).pipeThrough(new EventSourceParserStream());
      for await (const { id, event, data } of stream) {
        failures = 0;
        lastId = id ?? lastId;
        const parsed = { id: lastId, event: event ?? 'message', data: JSON.parse(data) };
        yield parsed;
        if (parsed.event === 'done') return;
      }
    } catch (error) {
      if (signal.aborted) return;
      // A refusal stays the same on a retry; a busy or restarting server recovers.
      const status = error instanceof Problem ? error.fields.status : 0;
      if (status >= 400 && status < 500 && status !== 429) throw error;
    }
    onConnection?.(false);
    await pause(Math.min(FIRST_WAIT_MS * 2 ** failures, MAX_WAIT_MS), signal);
    if (signal.aborted) return;
  }
}

/** `crypto.randomUUID` is missing on plain http. */
export function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function problemOf(response: Response): Promise<Problem> {
  const { title, detail, code, errors } = (await response.json().catch(() => ({}))) as Partial<ProblemFields>;
  return new Problem({
    title: title ?? `The server answered ${response.status}`,
    detail,
    status: response.status,
    code,
    errors,
    retryAfter: Number(response.headers.get('retry-after')) || undefined,
  });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => [clearTimeout(timer), resolve()], { once: true });
  });
}
