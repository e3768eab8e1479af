/**
 * What all providers with a server share: follow the abort signal, remember what the server said
 * about waiting, and turn an HTTP status into the catalogue's code. Messages name the server and the setting to check, and
 * never hold the prompt.
 */
import { AppError } from '../../platform/errors.ts';
import type { Patience, Server } from './provider.ts';

/** For a 429 that does not say how long to wait. */
const DEFAULT_WAIT_MS = 10_000;

/** The server has sent nothing for too long. */
export class Silence extends AppError {
  /** Other calls waited for the server when this one was given up: it has had its turn. */
  othersWait = false;
}

export type ServerCall = {
  signal: AbortSignal;
  fetch: typeof fetch;
  /** The last answer's status and Retry-After header. */
  last: { status: number; retryAfterMs: number | undefined } | undefined;
  /** To be called when a token has arrived. */
  heard(): void;
  /** Why the call was given up, if it was: nothing has arrived for too long. */
  silent: AppError | undefined;
  end(): void;
};

/**
 * One call with a signal of its own. `signal` may live as long as the process, and a client that forgets its listeners
 * would accumulate them there; `end` also closes the connection when the reader stops before the end of the stream.
 */
export function openCall(signal: AbortSignal, server: Server, patience?: Patience): ServerCall {
  const controller = new AbortController();
  const follow = () => controller.abort(signal.reason);
  if (signal.aborted) follow();
  signal.addEventListener('abort', follow, { once: true });
  const giveUp = (ms: number, what: string) => {
    const message = `The model server ${server.name} has sent ${what} for ${Math.round(ms / 1000)} s`;
    call.silent = new Silence('model_unavailable', message);
    controller.abort(call.silent);
  };
  let isReading = true;
  let silence = patience && setTimeout(giveUp, patience.firstMs, patience.firstMs, 'no first word');
  const call: ServerCall = {
    signal: controller.signal,
    last: undefined,
    silent: undefined,
    heard() {
      if (!patience || !isReading) return void silence?.refresh();
      isReading = false;
      clearTimeout(silence);
      silence = setTimeout(giveUp, patience.silenceMs, patience.silenceMs, 'nothing');
    },
    // A redirect is not followed: the prompt and the key go to the configured host or nowhere.
    fetch: async (input, init) => {
      const response = await fetch(input, { ...init, redirect: 'manual' });
      silence?.refresh();
      call.last = { status: response.status, retryAfterMs: parseRetryAfter(response.headers.get('retry-after')) };
      return response;
    },
    end() {
      clearTimeout(silence);
      signal.removeEventListener('abort', follow);
      controller.abort();
    },
  };
  return call;
}

type Extras = { cause?: unknown; retryAfterMs?: number | undefined; keyIsWrong?: boolean; reason?: string };

export function errorOfStatus(status: number, server: Server, model: string, extras: Extras = {}): AppError {
  const { cause, reason } = extras;
  const what = reason ? `${status} ${reason}` : String(status);
  if (status === 429) {
    const retryAfterMs = extras.retryAfterMs ?? DEFAULT_WAIT_MS;
    const seconds = Math.ceil(retryAfterMs / 1000);
    return new AppError(
      'model_rate_limited',
      `The model server ${server.name} asks us to wait ${seconds} s (${what})`,
      {
        cause,
        retryAfterMs,
      },
    );
  }
  // 408 and 499: the server timed out or closed the request.
  if (status >= 500 || status === 408 || status === 499) {
    return new AppError('model_unavailable', `The model server ${server.name} failed (${what})`, { cause });
  }
  const fix = fixOf(status, server, model, extras);
  return new AppError('model_refused', `The model server ${server.name} said ${what}: ${fix}`, { cause });
}

function fixOf(status: number, { settings }: Server, model: string, { keyIsWrong }: Extras): string {
  if (keyIsWrong || status === 401) return `check ${settings.apiKey}`;
  if (status === 403) return `the key may not use the model ${model}; check the rights of ${settings.apiKey}`;
  if (status === 404) return `it does not know the model ${model}; check the model's name and ${settings.baseUrl}`;
  if (status < 400) return `it redirects, which we do not follow; check ${settings.baseUrl}`;
  return `it finds the request invalid; check that the model ${model} takes this agent's tools, settings and output schema`;
}

/** Connection refused, reset or cut off, or an answer that cannot be parsed: a retry may help. */
export function unavailable(server: Server, cause?: unknown): AppError {
  return new AppError('model_unavailable', `The connection to the model server ${server.name} failed or broke off`, {
    cause,
  });
}

/** Seconds, or an HTTP date. */
function parseRetryAfter(header: string | null): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, Math.ceil(ms)) : undefined;
}
