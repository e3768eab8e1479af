/** Collects the pages that an answer rests on: each once, with all passages that rest on it, in the order of their first mention. */
import type { Citation } from './citation.ts';
import { freeLabels, labelsIn, markerOf } from './markers.ts';
import type { AnswerChunk } from './model.ts';

type Page = { url: string; title: string; supports: Set<string> };

export type Citations = {
  add(page: { url: string; title?: string | undefined }, supports: readonly string[]): void;
  /** The pages, numbered. A number that the answer has a marker of is passed over: the model has not seen this numbering. */
  chunks(answer: string): Generator<AnswerChunk>;
};

export function createCitations(source: Citation['source']): Citations {
  const pages = new Map<string, Page>();
  return {
    add({ url, title }, supports) {
      // Other schemes (javascript:, file:) are unsafe as links.
      if (!/^https?:\/\//i.test(url)) return;
      const page = pages.get(url) ?? { url, title: title || url, supports: new Set() };
      pages.set(url, page);
      // A stream may repeat citations of an earlier chunk.
      for (const passage of supports) if (passage) page.supports.add(passage);
    },
    *chunks(answer) {
      if (pages.size === 0) return;
      const written = labelsIn(answer);
      const free = freeLabels((label) => written.has(label));
      for (const page of pages.values()) yield { type: 'citation', citation: webPage(page, source, markerOf(free())) };
    },
  };
}

function webPage({ url, title, supports }: Page, source: string, marker: string): Citation {
  return { id: url, marker, source_type: 'web_page', url, title, source, supports: [...supports] };
}
