/**
 * Gemini through Google's SDK. The SDK makes one request and retries nothing: whether and when to try again is decided by the
 * gateway and the queue, from the error's code.
 */
import {
  type FinishReason,
  type GenerateContentResponse,
  type GenerateContentResponseUsageMetadata,
  GoogleGenAI,
} from '@google/genai';
import { AppError } from '../../platform/errors.ts';
import { createCitations } from './citations.ts';
import { addGrounding } from './gemini-citations.ts';
import { blocked, errorOfFinish, isCut, toModelError } from './gemini-errors.ts';
import { toCall, toConfig, toContents } from './gemini-request.ts';
import type { TokenCount } from './model.ts';
import type { ModelProvider, ProviderChunk, ProviderRequest, Server } from './provider.ts';
import { openCall, type ServerCall } from './provider-call.ts';

export function createGemini(server: Server): ModelProvider {
  const { apiKey = '', baseUrl } = server;
  // `vertexai` and `baseUrl` are always given: otherwise the SDK lets environment variables choose where requests go.
  const client = new GoogleGenAI({ apiKey, vertexai: false, httpOptions: { baseUrl } });
  return { stream: (request, signal) => streamAnswer(client, server, request, signal) };
}

async function* streamAnswer(
  client: GoogleGenAI,
  server: Server,
  request: ProviderRequest,
  signal: AbortSignal,
): AsyncGenerator<ProviderChunk> {
  signal.throwIfAborted();
  const contents = toContents(request.messages);
  if (contents.length === 0) throw new AppError('model_refused', 'There is no message to send to the model');
  const config = toConfig(request);
  const call = openCall(signal, server, request.patience);
  try {
    const stream = await client.models.generateContentStream({
      model: request.model,
      contents,
      // With this fetch, Node's timeout of five minutes without data stays; the SDK's own fetch would remove it.
      config: { ...config, abortSignal: call.signal, httpOptions: { fetch: call.fetch } },
    });
    for await (const chunk of readStream(stream, server, call)) {
      // The usage is passed on after a cancellation too, because the tokens are billed.
      if (chunk.type !== 'usage') signal.throwIfAborted();
      yield chunk;
    }
  } catch (thrown) {
    if (signal.aborted) throw signal.reason;
    if (call.silent) throw call.silent;
    throw toModelError(thrown, call.last, server, request.model);
  } finally {
    call.end();
  }
}

async function* readStream(
  stream: AsyncIterable<GenerateContentResponse>,
  server: Server,
  call: ServerCall,
): AsyncGenerator<ProviderChunk> {
  const citations = createCitations('google_search');
  let hasAnswer = false;
  let said = '';
  let usage: TokenCount | undefined;
  let finish: FinishReason | undefined;
  let blockReason: string | undefined;
  try {
    for await (const response of stream) {
      call.heard();
      const candidate = response.candidates?.[0];
      if (response.usageMetadata) usage = toUsage(response.usageMetadata);
      blockReason ??= response.promptFeedback?.blockReason;
      finish = candidate?.finishReason ?? finish;
      if (candidate?.groundingMetadata) addGrounding(citations, candidate.groundingMetadata);
      for (const part of candidate?.content?.parts ?? []) {
        const wanted = toCall(part);
        if (wanted) yield { type: 'call', call: wanted };
        else if (part.text && !part.thought) {
          said += part.text;
          yield { type: 'text', text: part.text };
        } else continue;
        hasAnswer = true;
      }
    }
  } catch (thrown) {
    if (usage) yield { type: 'usage', usage };
    throw thrown;
  }
  yield* citations.chunks(said);
  // Also before an error, because the tokens are billed.
  if (usage) yield { type: 'usage', usage };
  const error = blockReason ? blocked('prompt', blockReason) : errorOfFinish(finish, hasAnswer, server);
  if (error) throw error;
  if (isCut(finish)) yield { type: 'cut' };
}

function toUsage(count: GenerateContentResponseUsageMetadata): TokenCount {
  return {
    input_tokens: (count.promptTokenCount ?? 0) + (count.toolUsePromptTokenCount ?? 0),
    output_tokens: (count.candidatesTokenCount ?? 0) + (count.thoughtsTokenCount ?? 0),
  };
}
