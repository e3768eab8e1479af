/** Any server that speaks OpenAI's chat completions: llama.cpp, vLLM, Ollama. Nothing is retried here; the queue does that. */
import { AppError } from '../../platform/errors.ts';
import type { Model, ModelChunk, ModelRequest } from './model.ts';
import { toBody } from './openai-request.ts';
import { readCompletion } from './openai-stream.ts';
import { errorOfStatus, openCall, type ServerCall, unavailable } from './provider-call.ts';

type Options = {
  baseUrl: string;
  apiKey?: string | undefined;
  /** Used for every agent: their configs name Gemini's models, which such a server does not have. */
  model?: string | undefined;
};

export function createOpenAi(options: Options): Model {
  return {
    provider: 'openai',
    stream: (request, signal) => streamAnswer(options, request, signal),
  };
}

async function* streamAnswer(options: Options, request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelChunk> {
  signal.throwIfAborted();
  const model = options.model ?? request.model;
  const settings = { key: 'OPENAI_API_KEY', baseUrl: 'OPENAI_BASE_URL', model };
  const body = JSON.stringify(toBody(request, model));
  const call = openCall(signal);
  try {
    const response = await send(options, body, call);
    if (!response.ok || !response.body) {
      throw errorOfStatus(response.status, settings, { retryAfterMs: call.last?.retryAfterMs });
    }
    for await (const chunk of readCompletion(response.body, settings)) {
      signal.throwIfAborted();
      yield chunk;
    }
  } catch (thrown) {
    if (signal.aborted) throw signal.reason;
    throw thrown instanceof AppError ? thrown : unavailable(thrown);
  } finally {
    call.end();
  }
}

function send({ baseUrl, apiKey }: Options, body: string, call: ServerCall): Promise<Response> {
  return call.fetch(`${baseUrl.replace(/\/+$/, '')}/chat/completions`, {
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
