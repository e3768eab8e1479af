/**
 * One HTTP request to an instance, over its pool of kept-alive connections. Redirects are not followed: the token and the data go to the
 * configured host or nowhere. Answers are JSON of limited size.
 */
import { Pool } from 'undici';
import { parseJson } from '../../platform/parse-json.ts';
import { RemoteFailure } from './failure.ts';

const MAX_ANSWER_BYTES = 1024 * 1024;

/** Of one process to one instance. More calls at once wait for a connection, within their own time limit. */
const CONNECTIONS = 64;

const CONNECT_MS = 5_000;
/** Shorter than what servers usually keep: a server that says less is believed. */
const KEEP_ALIVE_MS = 4_000;

const CLOSE_MS = 3_000;

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\b/i;

export type HttpAnswer = { status: number; retryAfterMs: number | undefined; body: unknown };

/** The time limit of a request is its signal. */
export function openPool(endpoint: URL): Pool {
  return new Pool(endpoint.origin, {
    connections: CONNECTIONS,
    connect: { timeout: CONNECT_MS },
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxResponseSize: MAX_ANSWER_BYTES,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

export type HttpRequest = { body?: string | undefined; headers: Record<string, string>; signal: AbortSignal };

export async function exchangeJson(
  pool: Pool,
  method: 'GET' | 'POST',
  path: string,
  request: HttpRequest,
): Promise<HttpAnswer> {
  try {
    const { statusCode, headers, body } = await pool.request({ method, path, ...request, body: request.body ?? null });
    const bytes = await body.bytes();
    const isJson = JSON_TYPE.test(String(headers['content-type'] ?? ''));
    return {
      status: statusCode,
      retryAfterMs: retryAfter(headers['retry-after']),
      body: isJson ? parsed(bytes) : undefined,
    };
  } catch (thrown) {
    request.signal.throwIfAborted();
    throw failureOf(thrown);
  }
}

/** Requests under way are finished, or cut off after a time. */
export async function closePool(pool: Pool): Promise<void> {
  const cut = setTimeout(() => void pool.destroy(), CLOSE_MS);
  await pool.close();
  clearTimeout(cut);
}

/** The status of a GET; whatever is in the answer is thrown away. */
export async function getStatus(pool: Pool, path: string, signal: AbortSignal): Promise<number> {
  const { statusCode, body } = await pool.request({ method: 'GET', path, signal });
  await body.dump();
  return statusCode;
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes);
  } catch {
    return undefined;
  }
}

/** A request that found no connection was not sent; of any other nobody knows whether it was processed. */
const NOT_CONNECTED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function failureOf(thrown: unknown): RemoteFailure {
  const code = String((thrown as { code?: unknown } | null)?.code ?? '');
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return new RemoteFailure('TOO_LARGE', { cause: thrown });
  return new RemoteFailure(NOT_CONNECTED.has(code) ? 'NOT_CONNECTED' : 'CONNECTION_LOST', { cause: thrown });
}

/** Seconds, or an HTTP date. */
function retryAfter(header: string | string[] | undefined): number | undefined {
  const text = String(header ?? '').trim();
  if (text === '') return undefined;
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
