/** Gemini's grounding metadata as citations: chunks are the pages, supports say which passages of the answer rest on which. */
import type { GroundingMetadata } from '@google/genai';
import type { Citations } from './citations.ts';

export function addGrounding(citations: Citations, metadata: GroundingMetadata): void {
  const { groundingChunks = [], groundingSupports = [] } = metadata;
  for (const [index, { web }] of groundingChunks.entries()) {
    if (!web?.uri) continue;
    const supports = groundingSupports
      .filter(({ groundingChunkIndices }) => groundingChunkIndices?.includes(index))
      .map(({ segment }) => segment?.text ?? '');
    citations.add({ url: web.uri, title: web.title }, supports);
  }
}
