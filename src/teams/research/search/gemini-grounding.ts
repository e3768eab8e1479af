/** Google Search by way of Gemini's grounding, for fleets that have a key: the pages that an answer rests on, with the words that rest on them. */
import { GoogleGenAI } from '@google/genai';
import { AppError } from '../../../platform/errors.ts';
import { evidenceByWords } from './evidence.ts';
import type { SearchProvider, SearchResult } from './search.ts';

const MODEL = 'gemini-2.5-flash';

export function createGeminiGrounding(apiKey: string, baseUrl?: string): SearchProvider {
  const ai = new GoogleGenAI({ apiKey, ...(baseUrl && { httpOptions: { baseUrl } }) });
  return {
    name: 'Google Search (Gemini)',
    async search({ words, most, since }, signal) {
      const contents = `Find medical sources about: ${words}.${since ? ` Only since ${since}.` : ''} State what each source says.`;
      const answer = await ai.models
        .generateContent({ model: MODEL, contents, config: { tools: [{ googleSearch: {} }], abortSignal: signal } })
        .catch((cause: unknown) => {
          signal.throwIfAborted();
          throw new AppError('search_unavailable', 'Google Search could not be asked.', { cause });
        });
      const { groundingChunks = [], groundingSupports = [] } = answer.candidates?.[0]?.groundingMetadata ?? {};
      return groundingChunks
        .flatMap(({ web }, index): SearchResult[] => {
          if (!web?.uri) return [];
          const said = groundingSupports
            .filter(({ groundingChunkIndices }) => groundingChunkIndices?.includes(index))
            .map(({ segment }) => segment?.text ?? '')
            .join(' ');
          const title = web.title ?? web.uri;
          const evidence = evidenceByWords(`${title} ${said}`);
          return [{ title, snippet: said.slice(0, 500), url: web.uri, source: 'Google Search', date: null, evidence }];
        })
        .slice(0, most);
    },
  };
}
