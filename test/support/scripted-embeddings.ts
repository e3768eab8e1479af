/**
 * A server of embeddings, in Gemini's and in OpenAI's protocol. Texts have the same direction as far as they speak of the same things:
 * `meanings` says which words mean the same, so that a test can ask for what no word of a text says.
 */
import { type Recorded, type ScriptedServer, startScriptedServer } from './scripted-server.ts';

export const DIMENSIONS = 64;

export type EmbeddingRequest = Recorded & { path: string; texts: string[] };

type Options = {
  meanings?: readonly (readonly string[])[];
  /** Answers with this status, once it is set. */
  failing?: () => number | undefined;
};

export function startScriptedEmbeddings({
  meanings = [],
  failing,
}: Options = {}): Promise<ScriptedServer<EmbeddingRequest>> {
  return startScriptedServer<EmbeddingRequest>({
    read(path, recorded) {
      const texts = textsOf(recorded.body);
      return texts && Object.assign(recorded, { path, texts });
    },
    async answer({ path, texts }, reply) {
      const status = failing?.();
      if (status !== undefined)
        return reply.json(status, { error: { code: status, message: 'scripted', status: 'UNAVAILABLE' } });
      const vectors = texts.map((text) => vectorOf(text, meanings));
      if (path.startsWith('/v1beta/')) return reply.json(200, { embeddings: vectors.map((values) => ({ values })) });
      // Out of order: the index says which is which.
      reply.json(200, { data: vectors.map((embedding, index) => ({ index, embedding })).reverse() });
    },
  });
}

type Body = { input?: string[]; requests?: { content: { parts: { text: string }[] } }[] };

function textsOf({ input, requests }: Body): string[] | undefined {
  return input ?? requests?.map(({ content }) => content.parts.map(({ text }) => text).join(''));
}

function vectorOf(text: string, meanings: Options['meanings'] = []): number[] {
  const vector = Array<number>(DIMENSIONS).fill(0.001);
  for (const word of text.toLowerCase().match(/[a-z]{4,}/g) ?? []) {
    const at = directionOf(meanings.find((same) => same.includes(word))?.[0] ?? word);
    vector[at] = (vector[at] ?? 0) + 1;
  }
  return vector;
}

function directionOf(word: string): number {
  let hash = 7;
  for (const letter of word) hash = (hash * 31 + letter.charCodeAt(0)) % 65_521;
  return hash % DIMENSIONS;
}
