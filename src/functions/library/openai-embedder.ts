/** Vectors from a server that speaks OpenAI's /embeddings: llama.cpp, vLLM, Ollama. */
import { z } from 'zod';
import type { Server } from '../../engine/models/provider.ts';
import { openCall, unavailable } from '../../engine/models/provider-call.ts';
import { errorOfResponse } from '../../engine/models/server-reason.ts';
import { AppError } from '../../platform/errors.ts';
import { type Embedder, unitVector } from './embedder.ts';

type Options = { server: Server; model: string; dimensions: number; silenceMs: number };

const Answer = z.object({ data: z.array(z.object({ index: z.number().int(), embedding: z.array(z.number()) })) });

export function createOpenAiEmbedder({ server, model, dimensions, silenceMs }: Options): Embedder {
  return {
    name: `${model}/${dimensions}`,
    dimensions,
    async embed(texts, _what, signal = new AbortController().signal) {
      signal.throwIfAborted();
      const call = openCall(signal, server, { firstMs: silenceMs, silenceMs });
      try {
        const response = await call.fetch(`${server.baseUrl.replace(/\/{1,20}$/, '')}/embeddings`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            ...(server.apiKey && { authorization: `Bearer ${server.apiKey}` }),
          },
          body: JSON.stringify({ model, input: texts, encoding_format: 'float' }),
          signal: call.signal,
        });
        if (!response.ok) throw await errorOfResponse(response, server, model, call);
        return vectorsOf(await response.json());
      } catch (thrown) {
        if (signal.aborted) throw signal.reason;
        if (call.silent) throw call.silent;
        throw thrown instanceof AppError ? thrown : unavailable(server, thrown);
      } finally {
        call.end();
      }

      function vectorsOf(answer: unknown): Float32Array[] {
        const { data } = Answer.parse(answer);
        const sorted = data.toSorted((a, b) => a.index - b.index);
        if (sorted.length !== texts.length) throw unavailable(server);
        const other = sorted.find(({ embedding }) => embedding.length !== dimensions)?.embedding.length;
        if (other !== undefined) {
          const message = `The model ${model} gives vectors of ${other} numbers: set EMBEDDING_DIMENSIONS=${other}`;
          throw new AppError('model_refused', message);
        }
        return sorted.map(({ embedding }) => unitVector(embedding));
      }
    },
  };
}
