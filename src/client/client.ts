/**
 * The client of the HTTP API, `medfleet/client`: a method for each operation of the OpenAPI document, typed by it, and what every user of
 * the API would otherwise write anew: retries, errors, event streams that resume. It runs in browsers and in Node, and uses nothing
 * but `fetch`.
 */
import { type NewTurn, OPERATIONS, type Operations, type Turn } from './api.generated.ts';
import { type EventOptions, followEvents, type ServerEvent } from './events.ts';
import { type ClientOptions, createSend, type Send } from './send.ts';

export type * from './api.generated.ts';
export { MedfleetError } from './error.ts';
export type { EventOptions, ServerEvent } from './events.ts';
export type { ClientOptions } from './send.ts';

export type CallOptions = {
  signal?: AbortSignal | undefined;
  /** Where the operation takes one. Each call has its own if none is given; give one to make the same call again later. */
  idempotencyKey?: string | undefined;
  headers?: Record<string, string> | undefined;
};

type Names = keyof Operations;
type Streams = { [N in Names]: Operations[N]['reply'] extends ReadableEvents ? N : never }[Names];
type ReadableEvents = 'events';
type Input<N extends Names> = Operations[N]['input'];
/** The input may be left out where nothing in it is needed. */
type Arguments<N extends Names, O> =
  Record<string, never> extends Input<N> ? [input?: Input<N>, options?: O] : [input: Input<N>, options?: O];

type Calls = {
  [N in Exclude<Names, Streams>]: (...args: Arguments<N, CallOptions>) => Promise<Operations[N]['reply']>;
};
type Follows = { [N in Streams]: (...args: Arguments<N, EventOptions>) => AsyncGenerator<ServerEvent, void> };

export type MedfleetClient = Calls &
  Follows & {
    /** The events of any address of the API, such as the `events_url` of a receipt. */
    events(path: string, options?: EventOptions): AsyncGenerator<ServerEvent, void>;
    /** A request that the document of this version has no operation for, such as the run of a pipeline of your own. */
    request(request: AnyRequest, options?: CallOptions): Promise<unknown>;
    /** Sends a message and follows it to its end: yields the events, returns the turn. */
    ask(turn: NewTurn, options?: CallOptions & EventOptions): AsyncGenerator<ServerEvent, Turn>;
  };

export type AnyRequest = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  query?: Record<string, unknown>;
  body?: unknown;
  /** It takes an Idempotency-Key, so that it can be sent again. */
  keyed?: boolean;
};

type AnyInput = { params?: Record<string, string | number>; query?: Record<string, unknown>; body?: unknown };
type Row = { method: string; path: string; keyed?: true; events?: true; type?: string };

export function createClient(options: ClientOptions = {}): MedfleetClient {
  const send = createSend(options);
  const rows = Object.entries(OPERATIONS as Record<string, Row>);
  const methods = Object.fromEntries(
    rows.map(([name, row]) => [
      name,
      row.events
        ? (input?: AnyInput, more?: EventOptions) => followEvents(send, pathOf(row, input), more)
        : (input?: AnyInput, more?: CallOptions) => call(send, row, input, more),
    ]),
  ) as unknown as Calls & Follows;
  return {
    ...methods,
    events: (path, more) => followEvents(send, path, more),
    request: ({ method, path, query, body, keyed }, more) =>
      call(send, { method, path, ...(keyed && { keyed }) }, { ...(query && { query }), body }, more),
    async *ask(turn, more) {
      const { turn_id } = await methods.createTurn({ body: turn }, more);
      yield* methods.followTurn({ params: { id: turn_id } }, more);
      return methods.getTurn({ params: { id: turn_id } }, { signal: more?.signal });
    },
  };
}

async function call(send: Send, row: Row, input: AnyInput = {}, options: CallOptions = {}): Promise<unknown> {
  const { method, keyed, type } = row;
  const { signal, idempotencyKey = randomKey(), headers } = options;
  const response = await send.withRetries({
    method,
    path: pathOf(row, input),
    query: input.query,
    body: input.body,
    contentType: type,
    headers: { ...(keyed && { 'Idempotency-Key': idempotencyKey }), ...headers },
    signal,
    isRepeatable: keyed === true || method === 'GET' || method === 'DELETE',
  });
  if (response.status === 204) return undefined;
  return /[/+]json/.test(response.headers.get('content-type') ?? '') ? response.json() : response.text();
}

/** A last {path} holds slashes, which stay. */
function pathOf({ path }: Row, { params = {} }: AnyInput = {}): string {
  return path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = encodeURIComponent(String(params[name] ?? ''));
    return name === 'path' ? value.replaceAll('%2F', '/') : value;
  });
}

/** An idempotency key. `crypto.randomUUID` is there only on pages with TLS. */
export function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
