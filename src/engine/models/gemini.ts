/**
 * Gemini through Google's SDK. The SDK makes one request and retries nothing: whether and when to try again is the
 * queue's business, decided by the error's code.
 */
import {
  type FinishReason,
  type GenerateContentResponse,
  type GenerateContentResponseUsageMetadata,
  GoogleGenAI,
} from '@google/genai';
import { AppError } from '../../platform/errors.ts';
import { blocked, errorOfFinish, toModelError } from './gemini-errors.ts';
import { toCall, toConfig, toContents } from './gemini-request.ts';
import type { Model, ModelChunk, ModelRequest, Usage } from './model.ts';
import { openCall } from './provider-call.ts';

/** Set here because the SDK would otherwise let another environment variable choose where patients' words go. */
const GOOGLE = 'https://generativelanguage.googleapis.com';

export function createGemini({ apiKey, baseUrl = GOOGLE }: { apiKey: string; baseUrl?: string | undefined }): Model {
  const client = new GoogleGenAI({ apiKey, vertexai: false, httpOptions: { baseUrl } });
  return {
    provider: 'gemini',
    stream: (request, signal) => streamAnswer(client, request, signal),
  };
}

async function* streamAnswer(client: GoogleGenAI, request: ModelRequest, signal: AbortSignal) {
  signal.throwIfAborted();
  const contents = toContents(request.messages);
  if (contents.length === 0) throw new AppError('model_refused', 'There is no message to send to the model');
  const config = toConfig(request);
  const call = openCall(signal);
  try {
    const stream = await client.models.generateContentStream({
      model: request.model,
      contents,
      // Its own fetch also keeps Node's limit of five silent minutes, which the SDK would lift.
      config: { ...config, abortSignal: call.signal, httpOptions: { fetch: call.fetch } },
    });
    for await (const chunk of readStream(stream)) {
      signal.throwIfAborted();
      yield chunk;
    }
  } catch (thrown) {
    if (signal.aborted) throw signal.reason;
    throw toModelError(thrown, call.last, request.model);
  } finally {
    call.end();
  }
}

async function* readStream(stream: AsyncIterable<GenerateContentResponse>): AsyncGenerator<ModelChunk> {
  let hasAnswer = false;
  let usage: Usage | undefined;
  let finish: FinishReason | undefined;
  let blockReason: string | undefined;
  for await (const response of stream) {
    const candidate = response.candidates?.[0];
    if (response.usageMetadata) usage = toUsage(response.usageMetadata);
    blockReason ??= response.promptFeedback?.blockReason;
    finish = candidate?.finishReason ?? finish;
    for (const part of candidate?.content?.parts ?? []) {
      const call = toCall(part);
      if (call) yield { type: 'call', call };
      else if (part.text && !part.thought) yield { type: 'text', text: part.text };
      else continue;
      hasAnswer = true;
    }
  }
  // Also before an error: what was used was paid for.
  if (usage) yield { type: 'usage', usage };
  const error = blockReason ? blocked('prompt', blockReason) : errorOfFinish(finish, hasAnswer);
  if (error) throw error;
}

function toUsage(count: GenerateContentResponseUsageMetadata): Usage {
  return {
    input_tokens: (count.promptTokenCount ?? 0) + (count.toolUsePromptTokenCount ?? 0),
    output_tokens: (count.candidatesTokenCount ?? 0) + (count.thoughtsTokenCount ?? 0),
  };
}
