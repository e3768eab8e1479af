/** Vectors from Gemini's embedding models. Nothing is retried here: adding a document can be repeated, and a search goes on without. */
import { GoogleGenAI } from '@google/genai';
import { toModelError } from '../../engine/models/gemini-errors.ts';
import type { Server } from '../../engine/models/provider.ts';
import { openCall, unavailable } from '../../engine/models/provider-call.ts';
import { type Embedder, unitVector } from './embedder.ts';

type Options = { server: Server; model: string; dimensions: number; silenceMs: number };

const TASKS = { document: 'RETRIEVAL_DOCUMENT', query: 'RETRIEVAL_QUERY' } as const;

export function createGeminiEmbedder({ server, model, dimensions, silenceMs }: Options): Embedder {
  const { apiKey = '', baseUrl } = server;
  // As in gemini.ts: otherwise environment variables choose where requests go.
  const client = new GoogleGenAI({ apiKey, vertexai: false, httpOptions: { baseUrl } });
  return {
    name: `${model}/${dimensions}`,
    dimensions,
    async embed(texts, what, signal = new AbortController().signal) {
      signal.throwIfAborted();
      const call = openCall(signal, server, { firstMs: silenceMs, silenceMs });
      try {
        const { embeddings = [] } = await client.models.embedContent({
          model,
          contents: [...texts],
          config: {
            taskType: TASKS[what],
            outputDimensionality: dimensions,
            abortSignal: call.signal,
            httpOptions: { fetch: call.fetch },
          },
        });
        const vectors = embeddings.map(({ values = [] }) => unitVector(values));
        if (vectors.length !== texts.length || vectors.some(({ length }) => length !== dimensions))
          throw unavailable(server);
        return vectors;
      } catch (thrown) {
        if (signal.aborted) throw signal.reason;
        throw call.silent ?? toModelError(thrown, call.last, server, model);
      } finally {
        call.end();
      }
    },
  };
}
