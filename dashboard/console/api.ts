/** Calls the API through the typed client, with the cookie of the signed-in user. Every failure is one that a page can show. */
import { createClient, MedfleetError, randomKey, type ServerEvent } from '../../src/client/client.ts';
import { BASE_PATH } from './router.ts';

export type { ServerEvent };
export { MedfleetError as Problem, randomKey };

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
type Query = Readonly<Record<string, string | number | undefined>>;
type Options = { query?: Query; body?: unknown; headers?: Record<string, string>; signal?: AbortSignal };
type EventOptions = { signal: AbortSignal; after?: string; onConnection?: (isUp: boolean) => void };

export type ProblemFields = Pick<MedfleetError, 'title' | 'status'> &
  Partial<Pick<MedfleetError, 'detail' | 'code' | 'errors' | 'retryAfter'>>;

/** A page says at once that something failed, and offers to try again; a stream is opened again for as long as the page is there. */
const calls = createClient({ baseUrl: BASE_PATH, retries: 0, fetch: watched });
const streams = createClient({ baseUrl: BASE_PATH, retries: Number.POSITIVE_INFINITY, fetch: watched });

/** Gets an event `unauthenticated` when a call is refused because nobody is signed in, or nobody is any more. */
export const refusals = new EventTarget();

async function watched(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (response.status === 401) refusals.dispatchEvent(new Event('unauthenticated'));
  return response;
}

/** The address of what a link downloads. */
export const download = (address: string): string => BASE_PATH + address;

/** A path with its parameters, encoded: path`/v1/turns/${id}`. */
export function path(parts: TemplateStringsArray, ...values: string[]): string {
  return String.raw({ raw: parts }, ...values.map(encodeURIComponent));
}

export function get<T>(address: string, options: Omit<Options, 'body'> = {}): Promise<T> {
  return send<T>('GET', address, options);
}

/** The body of the answer; undefined if it has none. */
export async function send<T>(method: Method, address: string, options: Options = {}): Promise<T> {
  const { query = {}, body, headers, signal } = options;
  return (await calls.request({ method, path: address, query, body }, { headers, signal })) as T;
}

/** The events of a stream until `done`. `after`: the id of the last event that is known already. */
export function events(address: string, { signal, after, onConnection }: EventOptions): AsyncGenerator<ServerEvent> {
  return streams.events(address, { signal, lastEventId: after, onConnection });
}

/** Something that a page notices before it asks the server. */
export function pageProblem(title: string, detail: string): MedfleetError {
  const nothing = { code: '', errors: [], retryable: false, retryAfter: undefined, requestId: undefined };
  return new MedfleetError({ title, detail, status: 0, ...nothing });
}
