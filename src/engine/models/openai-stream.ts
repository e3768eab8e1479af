/** A chat completion's event stream, read into chunks: text as it comes, tool calls once they are whole. */
import { randomUUID } from 'node:crypto';
import { AppError } from '../../platform/errors.ts';
import type { ModelChunk, ToolCall, Usage } from './model.ts';
import { createThinkingFilter } from './openai-thinking.ts';
import { errorOfStatus, type Settings, unavailable } from './provider-call.ts';

type CallDelta = { index?: number; id?: string | null; function?: { name?: string | null; arguments?: string | null } };
type Event = {
  choices?: {
    delta?: { content?: string | null; tool_calls?: CallDelta[] | null };
    finish_reason?: string | null;
  }[];
  usage?: { prompt_tokens?: number; completion_tokens?: number } | null;
  error?: { code?: unknown; message?: unknown } | string;
};
type Draft = { index: number; id: string; name: string; args: string };

export async function* readCompletion(
  bytes: AsyncIterable<Uint8Array>,
  settings: Settings,
): AsyncGenerator<ModelChunk> {
  const drafts: Draft[] = [];
  const thinking = createThinkingFilter();
  let hasText = false;
  let usage: Usage | undefined;
  let finish: string | undefined;
  for await (const data of eventData(bytes)) {
    if (data === '[DONE]') {
      finish ??= 'stop';
      break;
    }
    const event = parseEvent(data);
    if (event.error) throw errorInStream(event.error, settings);
    if (event.usage) usage = toUsage(event.usage);
    const choice = event.choices?.[0];
    finish = choice?.finish_reason ?? finish;
    for (const delta of choice?.delta?.tool_calls ?? []) addDelta(drafts, delta);
    const text = thinking.push(choice?.delta?.content ?? '');
    if (text) {
      hasText = true;
      yield { type: 'text', text };
    }
  }
  const held = thinking.rest();
  if (held) {
    hasText = true;
    yield { type: 'text', text: held };
  }
  const truncated = finish === 'length';
  const calls =
    finish === undefined || finish === 'content_filter' ? [] : drafts.map((draft) => toCall(draft, truncated));
  for (const call of calls) yield { type: 'call', call };
  if (usage) yield { type: 'usage', usage };
  const error = errorOfFinish(finish, hasText || calls.length > 0);
  if (error) throw error;
}

function errorOfFinish(finish: string | undefined, hasAnswer: boolean): AppError | undefined {
  if (finish === undefined) return unavailable(undefined);
  if (finish === 'content_filter') return new AppError('model_blocked', 'The model provider blocked the answer');
  if (finish === 'length' && !hasAnswer) {
    return new AppError('limit_reached', 'The model used up max_output_tokens before it said anything');
  }
  return undefined;
}

/** The data of server-sent events: one line each here, whatever the line ends with. */
async function* eventData(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  for await (const line of linesOf(bytes)) {
    // llama.cpp reports trouble in a field called error.
    const data = /^(?:data|error):\s*(.*?)\s*$/.exec(line)?.[1];
    if (data) yield data;
  }
}

async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield rest + decoder.decode();
}

function parseEvent(data: string): Event {
  try {
    return JSON.parse(data) as Event;
  } catch (cause) {
    throw unavailable(cause);
  }
}

/** A stream that has begun can only report its failure inside. A code that is no HTTP status is the server's trouble. */
function errorInStream(error: NonNullable<Event['error']>, settings: Settings): AppError {
  const code = typeof error === 'object' ? Number(error.code) : Number.NaN;
  return errorOfStatus(code >= 400 && code < 600 ? code : 500, settings, { cause: error });
}

/** Pieces of one call share an index; Ollama gives every call the index 0 but an id of its own. */
function addDelta(drafts: Draft[], delta: CallDelta): void {
  const index = delta.index ?? drafts.length;
  const known = drafts.findLast((draft) => draft.index === index);
  const isNew = !known || (delta.id && known.id !== delta.id);
  const draft = isNew ? { index, id: delta.id || `call-${randomUUID()}`, name: '', args: '' } : known;
  if (isNew) drafts.push(draft);
  draft.name += delta.function?.name ?? '';
  draft.args += delta.function?.arguments ?? '';
}

function toCall({ id, name, args }: Draft, truncated: boolean): ToolCall {
  const parsed = parseArgs(args);
  if (parsed && name) return { id, name, args: parsed };
  if (truncated)
    throw new AppError('limit_reached', 'The model used up max_output_tokens in the middle of a tool call');
  throw new AppError('bad_output', 'The model made a tool call that cannot be read');
}

function parseArgs(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function toUsage(usage: NonNullable<Event['usage']>): Usage {
  return { input_tokens: usage.prompt_tokens ?? 0, output_tokens: usage.completion_tokens ?? 0 };
}
