/** Collects the pages that an answer rests on: each once, with all passages that rest on it, in the order of their first mention. */
import type { Citation } from './citation.ts';
import type { AnswerChunk } from './model.ts';

export type Citations = {
  add(page: { url: string; title?: string | undefined }, supports: readonly string[]): void;
  chunks(): Generator<AnswerChunk>;
};

export function createCitations(source: Citation['source']): Citations {
  const pages = new Map<string, Citation>();
  return {
    add({ url, title }, supports) {
      // Other schemes (javascript:, file:) are unsafe as links.
      if (!/^https?:\/\//i.test(url)) return;
      const page = pages.get(url) ?? webPage(url, title, source, pages.size + 1);
      pages.set(url, page);
      // A stream may repeat citations of an earlier chunk.
      for (const passage of supports) if (passage && !page.supports.includes(passage)) page.supports.push(passage);
    },
    *chunks() {
      for (const citation of pages.values()) yield { type: 'citation', citation };
    },
  };
}

function webPage(url: string, title: string | undefined, source: string, number: number): Citation {
  return { id: url, marker: `[^${number}]`, source_type: 'web_page', url, title: title || url, supports: [], source };
}
