/** A chat completion's event stream, read into chunks: text as it comes, tool calls and citations once they are whole. */
import { randomUUID } from 'node:crypto';
import { createParser } from 'eventsource-parser';
import { AppError } from '../../platform/errors.ts';
import { type Citations, createCitations } from './citations.ts';
import type { TokenCount, ToolCall } from './model.ts';
import { createThinkingFilter } from './openai-thinking.ts';
import type { ProviderChunk, Server } from './provider.ts';
import { errorOfStatus, unavailable } from './provider-call.ts';
import { knownReason } from './server-reason.ts';

type CallDelta = { index?: number; id?: string | null; function?: { name?: string | null; arguments?: string | null } };
type UrlCitation = { url?: string; title?: string; start_index?: number; end_index?: number };
type Annotation = { type?: string; url_citation?: UrlCitation | null };
type Event = {
  choices?: {
    delta?: { content?: string | null; tool_calls?: CallDelta[] | null; annotations?: Annotation[] | null };
    finish_reason?: string | null;
  }[];
  usage?: { prompt_tokens?: number; completion_tokens?: number } | null;
  error?: { code?: unknown; message?: unknown } | string;
};
type Draft = { index: number; id: string; name: string; args: string };

export async function* readCompletion(
  bytes: AsyncIterable<Uint8Array>,
  server: Server,
  model: string,
  /** Told of each token; headers, comments and the role come before the prompt is read. */
  heard: () => void = () => undefined,
): AsyncGenerator<ProviderChunk> {
  const drafts: Draft[] = [];
  const annotations: Annotation[] = [];
  const thinking = createThinkingFilter();
  let content = '';
  let hasText = false;
  let usage: TokenCount | undefined;
  let finish: string | undefined;
  for await (const data of eventData(bytes)) {
    if (data === '[DONE]') {
      finish ??= 'stop';
      break;
    }
    const event = parseEvent(data, server);
    if (event.error) throw errorInStream(event.error, server, model);
    if (event.usage) usage = toUsage(event.usage);
    const choice = event.choices?.[0];
    finish = choice?.finish_reason ?? finish;
    if (hasToken(choice?.delta)) heard();
    for (const delta of choice?.delta?.tool_calls ?? []) addDelta(drafts, delta);
    annotations.push(...(choice?.delta?.annotations ?? []));
    content += choice?.delta?.content ?? '';
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
  yield* citationsOf(annotations, content).chunks(content);
  // Before any error, because the tokens are billed.
  if (usage) yield { type: 'usage', usage };
  const whole = finish !== undefined && finish !== 'content_filter';
  const truncated = finish === 'length';
  const calls = whole ? drafts.map((draft) => toCall(draft, truncated)) : [];
  for (const call of calls) yield { type: 'call', call };
  const error = errorOfFinish(finish, hasText || calls.length > 0, server);
  if (error) throw error;
  if (truncated) yield { type: 'cut' };
}

function errorOfFinish(finish: string | undefined, hasAnswer: boolean, server: Server): AppError | undefined {
  if (finish === undefined) return unavailable(server);
  if (finish === 'content_filter')
    return new AppError('model_blocked', `The model server ${server.name} blocked the answer`);
  if (finish === 'length' && !hasAnswer) {
    return new AppError('limit_reached', 'The model used up max_output_tokens before it said anything');
  }
  return undefined;
}

/** Text, thoughts or a tool call, however the server calls them. */
function hasToken(delta: object = {}): boolean {
  return Object.entries(delta).some(([name, value]) => name !== 'role' && value !== null && String(value) !== '');
}

/**
 * The data of the server-sent events. Some versions of llama.cpp report a failure in a field called `error`, which the standard does
 * not have: `error: {"code":400,…}`, and `data: [DONE]` after it. It is passed on as others send it, as `{"error":{…}}`.
 */
async function* eventData(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const ready: string[] = [];
  const take = (data: string) => {
    if (data.trim() !== '') ready.push(data.trim());
  };
  const parser = createParser({
    onEvent: ({ data }) => take(data),
    onError: ({ field, value }) => {
      if (field === 'error') take(`{"error":${value}}`);
    },
  });
  const decoder = new TextDecoder();
  for await (const chunk of bytes) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* ready.splice(0);
  }
  // Some servers close without the empty line that ends the last event.
  parser.feed(`${decoder.decode()}\n\n`);
  yield* ready;
}

function parseEvent(data: string, server: Server): Event {
  try {
    return JSON.parse(data) as Event;
  } catch (cause) {
    throw unavailable(server, cause);
  }
}

/** The indices of an annotation count letters of the whole content. */
function citationsOf(annotations: readonly Annotation[], content: string): Citations {
  const citations = createCitations('web_search');
  for (const { url_citation } of annotations) {
    if (!url_citation?.url) continue;
    const { url, title, start_index = 0, end_index = 0 } = url_citation;
    citations.add({ url, title }, [content.slice(start_index, end_index)]);
  }
  return citations;
}

/** A stream that has begun can only report its failure inside. A code that is not an HTTP status counts as a server error. */
function errorInStream(error: NonNullable<Event['error']>, server: Server, model: string): AppError {
  const code = typeof error === 'object' ? Number(error.code) : Number.NaN;
  const known = knownReason({ error }, server, model, error);
  return known ?? errorOfStatus(code >= 400 && code < 600 ? code : 500, server, model, { cause: error });
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

function toUsage(usage: NonNullable<Event['usage']>): TokenCount {
  return { input_tokens: usage.prompt_tokens ?? 0, output_tokens: usage.completion_tokens ?? 0 };
}
