/** Any server that speaks OpenAI's chat completions: llama.cpp, vLLM, Ollama. Nothing is retried here; the gateway does that. */
import { AppError } from '../../platform/errors.ts';
import { toBody } from './openai-request.ts';
import { readCompletion } from './openai-stream.ts';
import type { ModelProvider, ProviderChunk, ProviderRequest, Server } from './provider.ts';
import { openCall, type ServerCall, unavailable } from './provider-call.ts';
import { errorOfResponse } from './server-reason.ts';

export function createOpenAi(server: Server): ModelProvider {
  return { stream: (request, signal) => streamAnswer(server, request, signal) };
}

async function* streamAnswer(
  server: Server,
  request: ProviderRequest,
  signal: AbortSignal,
): AsyncGenerator<ProviderChunk> {
  signal.throwIfAborted();
  const body = JSON.stringify(toBody(request));
  const call = openCall(signal, server, request.patience);
  try {
    const response = await send(server, body, call);
    if (!response.ok || !response.body) {
      throw await errorOfResponse(response, server, request.model, call);
    }
    for await (const chunk of readCompletion(response.body, server, request.model, call.heard)) {
      // The usage is passed on after a cancellation too, because the tokens are billed.
      if (chunk.type !== 'usage') signal.throwIfAborted();
      yield chunk;
    }
  } catch (thrown) {
    if (signal.aborted) throw signal.reason;
    if (call.silent) throw call.silent;
    throw thrown instanceof AppError ? thrown : unavailable(server, thrown);
  } finally {
    call.end();
  }
}

function send({ baseUrl, apiKey }: Server, body: string, call: ServerCall): Promise<Response> {
  return call.fetch(`${baseUrl.replace(/\/{1,20}$/, '')}/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      ...(apiKey && { authorization: `Bearer ${apiKey}` }),
    },
    body,
    signal: call.signal,
  });
}
