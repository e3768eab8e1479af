/** What Gemini and its SDK throw or report, as errors of our catalogue. */
import { ApiError, type FinishReason } from '@google/genai';
import { AppError } from '../../platform/errors.ts';
import type { Server } from './provider.ts';
import { errorOfStatus, type ServerCall, unavailable } from './provider-call.ts';
import { knownReason } from './server-reason.ts';

type GoogleError = { code?: number; message?: string; status?: string; details?: unknown };
const CUT: ReadonlySet<string> = new Set(['MAX_TOKENS', 'CONTINUATION']);

type Detail = { '@type'?: unknown; retryDelay?: unknown; reason?: unknown };

export function toModelError(thrown: unknown, last: ServerCall['last'], server: Server, model: string): AppError {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof ApiError) return fromApiError(thrown, last, server, model);
  if (last && last.status >= 300 && last.status < 400)
    return errorOfStatus(last.status, server, model, { cause: thrown });
  // fetch throws TypeErrors; a plain Error before any answer is the SDK refusing to build the request.
  if (!last && thrown instanceof Error && thrown.name === 'Error') {
    return new AppError('model_refused', `No request could be made for the model ${model}: check the model's name`, {
      cause: thrown,
    });
  }
  return unavailable(server, thrown);
}

/** Of a candidate that has something: it ends in the middle. */
export function isCut(reason: FinishReason | undefined): boolean {
  return CUT.has(String(reason));
}

/** The error for a finish reason, if it is one; `hasAnswer`: the candidate has text or calls. */
export function errorOfFinish(
  reason: FinishReason | undefined,
  hasAnswer: boolean,
  server: Server,
): AppError | undefined {
  switch (reason as string | undefined) {
    case 'STOP':
      return undefined;
    case 'MAX_TOKENS':
    case 'CONTINUATION':
      return hasAnswer
        ? undefined
        : new AppError('limit_reached', 'The model used up max_output_tokens before it said anything');
    case 'SAFETY':
    case 'PROHIBITED_CONTENT':
    case 'BLOCKLIST':
    case 'SPII':
    case 'RECITATION':
      return blocked('answer', String(reason));
    case 'MALFORMED_FUNCTION_CALL':
    case 'UNEXPECTED_TOOL_CALL':
    case 'TOO_MANY_TOOL_CALLS':
      return new AppError('bad_output', `The model made a tool call that cannot be read (${reason})`);
    case 'LANGUAGE':
      return new AppError('model_refused', 'The model does not support the language of this conversation');
    case undefined:
      return unavailable(server);
    default:
      return new AppError('model_unavailable', `The model stopped without an answer (${safeName(reason)})`);
  }
}

export function blocked(what: 'prompt' | 'answer', reason: string): AppError {
  return new AppError('model_blocked', `The model provider blocked the ${what} (${safeName(reason)})`);
}

function fromApiError(thrown: ApiError, last: ServerCall['last'], server: Server, model: string): AppError {
  const error = googleError(thrown.message);
  const known = knownReason({ error }, server, model, thrown);
  if (known) return known;
  const details = (Array.isArray(error.details) ? error.details : []) as Detail[];
  const exhausted = error.status === 'RESOURCE_EXHAUSTED';
  return errorOfStatus(exhausted ? 429 : thrown.status, server, model, {
    cause: thrown,
    retryAfterMs: retryDelayMs(details) ?? last?.retryAfterMs,
    // For a wrong key Gemini sends a 400; only the reason distinguishes it.
    keyIsWrong: details.some(({ reason }) => /^API_KEY_/.test(String(reason)) || reason === 'ACCESS_TOKEN_EXPIRED'),
    ...(error.status && { reason: safeName(error.status) }),
  });
}

/**
 * The SDK keeps the server's answer as JSON in the message: plain, after "got status: …" when it came in the stream, and
 * wrapped in a second error when the content type was that of the stream, as it is for a failed streaming request.
 */
function googleError(message: string): GoogleError {
  const start = message.search(/[[{]/);
  if (start < 0) return {};
  try {
    const parsed: unknown = JSON.parse(message.slice(start));
    const body = (Array.isArray(parsed) ? parsed[0] : parsed) as { error?: GoogleError } | null;
    const error = body?.error ?? {};
    const inner = error.message?.trim().match(/^[[{]/) ? googleError(error.message.trim()) : {};
    return inner.code === undefined ? error : inner;
  } catch {
    return {};
  }
}

/** google.rpc.RetryInfo writes a duration as "7s" or "0.5s". */
function retryDelayMs(details: Detail[]): number | undefined {
  const info = details.find((detail) => String(detail?.['@type']).endsWith('google.rpc.RetryInfo'));
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(String(info?.retryDelay))?.[1];
  return seconds === undefined ? undefined : Math.ceil(Number(seconds) * 1000);
}

/** Google's reasons are constants; anything else might quote the prompt. */
function safeName(reason: unknown): string {
  return /^[A-Z_]{1,60}$/.test(String(reason)) ? String(reason) : 'unknown reason';
}
