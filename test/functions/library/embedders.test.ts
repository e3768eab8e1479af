/** The embedding models behind their port: what they are sent, and what becomes of a bad answer. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { embedderOf } from '../../../src/functions/library/open-library.ts';
import { loadConfig } from '../../../src/platform/config.ts';
import { DIMENSIONS, type EmbeddingRequest, startScriptedEmbeddings } from '../../support/scripted-embeddings.ts';
import type { ScriptedServer } from '../../support/scripted-server.ts';

let server: ScriptedServer<EmbeddingRequest>;
let status: number | undefined;
beforeAll(async () => {
  server = await startScriptedEmbeddings({ failing: () => status });
});
afterAll(() => server.close());

const gemini = (dimensions = DIMENSIONS) => ({
  GEMINI_API_KEY: 'key',
  GEMINI_BASE_URL: server.url,
  EMBEDDING_DIMENSIONS: String(dimensions),
});
const openai = (dimensions = DIMENSIONS) => ({
  OPENAI_BASE_URL: `${server.url}/v1`,
  OPENAI_API_KEY: 'key',
  EMBEDDING_MODEL: 'local-embedding',
  EMBEDDING_DIMENSIONS: String(dimensions),
});
const embedderFor = (env: Record<string, string>) => embedderOf(loadConfig(env));

test.each([
  ['Gemini', gemini, 'gemini-embedding-001', /^\/v1beta\/models\/gemini-embedding-001:batchEmbedContents/],
  ['an OpenAI-compatible server', openai, 'local-embedding', /^\/v1\/embeddings$/],
])('%s gives a vector of unit length for each text, in their order', async (_name, env, model, path) => {
  const embedder = embedderFor(env());
  expect(embedder?.name).toBe(`${model}/${DIMENSIONS}`);
  const texts = ['aspirin', 'another text entirely', 'aspirin'];
  const vectors = (await embedder?.embed(texts, 'document')) ?? [];
  expect(vectors).toHaveLength(3);
  for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
  expect(vectors[2]).toEqual(vectors[0]);
  expect(vectors[1]).not.toEqual(vectors[0]);
  expect(server.requests.at(-1)?.path).toMatch(path);
  expect(server.requests.at(-1)?.texts).toEqual(texts);
});

test.each([
  ['Gemini', gemini],
  ['an OpenAI-compatible server', openai],
])('%s that is busy, down or of other dimensions is reported with the error that says so', async (_name, env) => {
  const asked = async (code: number) => {
    status = code;
    try {
      return await embedderFor(env())?.embed(['private words'], 'query');
    } finally {
      status = undefined;
    }
  };
  await expect(asked(429)).rejects.toMatchObject({ code: 'model_rate_limited' });
  await expect(asked(503)).rejects.toMatchObject({ code: 'model_unavailable' });
  await expect(asked(401)).rejects.toMatchObject({
    code: 'model_refused',
    message: expect.not.stringContaining('private'),
  });
  await expect(embedderFor(env(16))?.embed(['x'], 'query')).rejects.toMatchObject({
    code: expect.stringMatching(/^model_(refused|unavailable)$/),
  });
  await expect(embedderFor(env())?.embed(['x'], 'query', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
});

test('offline, and without the name of a model, there is none', () => {
  expect(embedderFor({ ...gemini(), MODEL_PROVIDER: 'offline' })).toBeNull();
  expect(embedderFor({ OPENAI_BASE_URL: server.url })).toBeNull();
  expect(embedderFor({})).toBeNull();
});
