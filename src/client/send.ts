/** Sends requests, and sends them again where that is safe and can help. */
import { errorOf, MedfleetError, unreachable } from './error.ts';

export type ClientOptions = {
  /** Of the producer: https://medfleet.example.org. A browser needs none for its own server. */
  baseUrl?: string | undefined;
  /** A token of API_TOKENS, a key or a JWT; or where to get one for each request. */
  token?: string | (() => string | undefined | Promise<string | undefined>) | undefined;
  /** Sends a request; the one of the platform if not given. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** How often a request is sent again; 3 if not given. */
  retries?: number | undefined;
  /** Waits so many milliseconds, or until the signal; a timer if not given. */
  wait?: ((ms: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
};

export type Request = {
  method: string;
  path: string;
  query?: Readonly<Record<string, unknown>> | undefined;
  body?: unknown;
  /** Of the body; JSON if not given, and then the body is written as JSON. */
  contentType?: string | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  signal?: AbortSignal | undefined;
  /** Sending it twice does what sending it once does. */
  isRepeatable: boolean;
};

const JSON_TYPE = 'application/json';
const RETRIES = 3;
const FIRST_WAIT_MS = 300;
const MAX_WAIT_MS = 10_000;
/** Who is told to wait for longer than this is better told so. */
const MAX_RETRY_AFTER_SECONDS = 60;

export type Send = ReturnType<typeof createSend>;

export function createSend(options: ClientOptions) {
  const { baseUrl = '', token, retries = RETRIES, wait = pause } = options;
  const transport = options.fetch ?? ((url: string, init: RequestInit) => fetch(url, init));
  const base = baseUrl.replace(/\/{1,5}$/, '');
  const prefix = base.replace(/^[a-z]+:\/\/[^/]*/i, '');
  /** An address that the server gave, such as an `events_url`, has the path of `baseUrl` already. */
  const addressOf = (path: string) =>
    (prefix !== '' && path.startsWith(`${prefix}/`) ? base.slice(0, -prefix.length) : base) + path;

  async function once(request: Request): Promise<Response> {
    const { method, path, body, signal, contentType = JSON_TYPE } = request;
    const secret = typeof token === 'function' ? await token() : token;
    const init = {
      method,
      // A browser must not answer from its cache; Node has none.
      cache: 'no-store' as const,
      headers: {
        Accept: JSON_TYPE,
        ...(body !== undefined && { 'Content-Type': contentType }),
        ...(secret !== undefined && { Authorization: `Bearer ${secret}` }),
        ...request.headers,
      },
      ...(body !== undefined && { body: contentType === JSON_TYPE ? JSON.stringify(body) : String(body) }),
      ...(signal && { signal }),
    };
    const response = await transport(addressOf(path) + search(request.query), init).catch((error: unknown) => {
      throw signal?.aborted ? error : unreachable(error);
    });
    if (!response.ok) throw await errorOf(response);
    return response;
  }

  return {
    once,
    retries,
    async withRetries(request: Request): Promise<Response> {
      for (let failures = 0; ; failures += 1) {
        try {
          return await once(request);
        } catch (error) {
          const mayRepeat = request.isRepeatable && failures < retries && isWorthRepeating(error);
          if (!mayRepeat) throw error;
          await wait(waitMs(error, failures), request.signal);
          request.signal?.throwIfAborted();
        }
      }
    },
    /** For connections that are opened again. `failures` counts those since the last one that worked. */
    async waitAfter(error: unknown, failures: number, signal: AbortSignal | undefined): Promise<void> {
      await wait(waitMs(error, failures), signal);
    },
  };
}

export function isWorthRepeating(error: unknown): error is MedfleetError {
  return error instanceof MedfleetError && error.retryable && (error.retryAfter ?? 0) <= MAX_RETRY_AFTER_SECONDS;
}

/** As long as the server says; else twice as long each time, and not all clients at the same moment. */
function waitMs(error: unknown, failures: number): number {
  const seconds = error instanceof MedfleetError ? error.retryAfter : undefined;
  if (seconds !== undefined) return seconds * 1000;
  return Math.random() * Math.min(FIRST_WAIT_MS * 2 ** failures, MAX_WAIT_MS);
}

function search(query: Request['query']): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null);
  if (given.length === 0) return '';
  return `?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))}`;
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
    if (signal?.aborted) done();
  });
}
