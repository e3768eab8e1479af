/** Opens the library that the configuration names: in Neo4j or in a file, with or without a model that searches by meaning. */
import type { Documents } from '../../engine/tools/documents.ts';
import type { Config } from '../../platform/config.ts';
import { createLibrary } from './create-library.ts';
import { openEmbeddedStore } from './embedded/embedded-store.ts';
import type { Embedder } from './embedder.ts';
import { createGeminiEmbedder } from './gemini-embedder.ts';
import type { Library } from './library.ts';
import { createOpenAiEmbedder } from './openai-embedder.ts';
import type { LibraryStore } from './store.ts';

const GOOGLE = 'https://generativelanguage.googleapis.com';
const GEMINI_MODEL = 'gemini-embedding-001';

export async function openLibrary(config: Config, documents: Documents): Promise<Library> {
  const embedder = embedderOf(config);
  return createLibrary({ store: await openStore(config, embedder), documents, embedder });
}

async function openStore(config: Config, embedder: Embedder | null): Promise<LibraryStore> {
  const { NEO4J_URI: uri, NEO4J_USER: user, NEO4J_PASSWORD: password, NEO4J_DATABASE: database } = config;
  if (!uri) return openEmbeddedStore({ dir: config.DATA_DIR });
  // Loaded only when it is needed: the driver is large.
  const { openNeo4jStore } = await import('./neo4j/neo4j-store.ts');
  const settings = { uri, user, ...(password && { password }), ...(database && { database }) };
  return openNeo4jStore(settings, embedder?.dimensions ?? null);
}

/** Null: searched by words only. Offline, no text leaves this machine. */
export function embedderOf(config: Config): Embedder | null {
  const { MODEL_PROVIDER: provider, EMBEDDING_MODEL: model, EMBEDDING_DIMENSIONS: dimensions } = config;
  const silenceMs = config.MODEL_SILENCE_SECONDS * 1000;
  if (provider === 'gemini') {
    const server = {
      name: 'Gemini',
      baseUrl: config.GEMINI_BASE_URL ?? GOOGLE,
      apiKey: config.GEMINI_API_KEY,
      settings: { apiKey: 'GEMINI_API_KEY', baseUrl: 'GEMINI_BASE_URL' },
    };
    return createGeminiEmbedder({ server, model: model ?? GEMINI_MODEL, dimensions, silenceMs });
  }
  if (provider === 'offline' || !model || !config.OPENAI_BASE_URL) return null;
  const server = {
    name: 'at OPENAI_BASE_URL',
    baseUrl: config.OPENAI_BASE_URL,
    apiKey: config.OPENAI_API_KEY,
    settings: { apiKey: 'OPENAI_API_KEY', baseUrl: 'OPENAI_BASE_URL' },
  };
  return createOpenAiEmbedder({ server, model, dimensions, silenceMs });
}
