/** Google Search through Gemini's grounding: the pages that an answer cites, with the passages that cite them. */
import type { Citation } from '../../../engine/models/citation.ts';
import type { ModelGateway, ModelRequest } from '../../../engine/models/model.ts';
import type { OutwardQuery } from '../../../engine/models/outward-query.ts';
import { AppError } from '../../../platform/errors.ts';
import { evidenceByWords } from './evidence.ts';
import { MAX_RESULTS, type OutwardPlace, type SearchResult } from './search.ts';

/** The search's own entry in agents/models.yml. */
export const SEARCH_MODEL = 'search';

const SNIPPET_CHARS = 500;

export function createGeminiGrounding(model: ModelGateway): OutwardPlace {
  return {
    name: 'Google Search (Gemini)',
    async search(query, signal) {
      const citations: Citation[] = [];
      try {
        for await (const chunk of model.stream(requestFor(query), signal)) {
          if (chunk.type === 'citation') citations.push(chunk.citation);
          else if (chunk.type === 'restart') citations.length = 0;
        }
      } catch (cause) {
        signal.throwIfAborted();
        throw new AppError('search_unavailable', 'Google Search could not be asked.', { cause });
      }
      return citations.slice(0, MAX_RESULTS).map(toResult);
    },
  };
}

function requestFor(query: OutwardQuery): ModelRequest {
  return {
    team: 'research',
    agent: 'GoogleSearch',
    model: SEARCH_MODEL,
    instruction: 'Find medical sources about the terms of the message. State what each source says.',
    messages: [],
    tools: [],
    search: { tool: 'google_search', query },
    settings: {},
    context: { now: new Date().toISOString(), timezone: 'UTC', state: {} },
  };
}

function toResult({ title = '', url, supports }: Citation): SearchResult {
  const said = supports.join(' ');
  const evidence = evidenceByWords(`${title} ${said}`);
  return {
    title,
    snippet: said.slice(0, SNIPPET_CHARS),
    url: url ?? null,
    source: 'Google Search',
    date: null,
    evidence,
  };
}
