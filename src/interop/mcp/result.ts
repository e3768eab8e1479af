/** What a tool call gives back: an answer or an error, both as results that the client's model reads. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { type AppError, toAppError } from '../../platform/errors.ts';

/** Beyond it a model has no use for it, and a client may cut it anywhere. */
const MAX_CHARS = 400_000;

/** `words` stand before the data, for those who read only the first part. */
export function answerResult(data: Record<string, unknown>, words?: string): CallToolResult {
  const json = JSON.stringify(data);
  if (json.length > MAX_CHARS)
    return failure({ code: 'too_large', detail: 'The answer is too long for a tool result; ask for less of it.' });
  const texts = words === undefined ? [json] : [words, json];
  return { content: texts.map((text) => ({ type: 'text' as const, text })), structuredContent: data };
}

/** With the words of the catalogue, which hold nothing of the input. */
export function errorResult(thrown: unknown): CallToolResult {
  const error: AppError = toAppError(thrown);
  return failure({
    code: error.code,
    // Elsewhere a header of that name.
    detail: error.message.replaceAll('Idempotency-Key', 'idempotency_key'),
    ...(error.retryAfterMs !== undefined && { retry_after_ms: error.retryAfterMs }),
    ...(error.errors && { errors: error.errors }),
  });
}

export function failure(problem: Record<string, unknown> & { detail: string }): CallToolResult {
  return {
    isError: true,
    content: [{ type: 'text', text: JSON.stringify(problem) }],
    structuredContent: problem,
  };
}
