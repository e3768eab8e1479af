/** A text that a model or a rule has written, checked against the sources that it was offered. */
import type { Citation, CitedContent } from '../../engine/models/citation.ts';
import { freeLabels, labelOf, labelsIn, markerOf, markersIn, relabel } from '../../engine/models/markers.ts';
import { footnote } from './footnotes.ts';

/** The text stays as it is: it may have been shown already. A marker that stands for no offered source is reported. */
export function citedContent(text: string, offered: readonly Citation[]): CitedContent {
  const sources = byLabel(offered);
  const mentioned = mentionedIn(text);
  const citations = mentioned.flatMap((label) => sources.get(label) ?? []);
  const used = new Set(citations.map(({ id }) => id));
  return {
    content: text,
    citations,
    footnotes: citations.map(footnote),
    markers_without_source: mentioned.filter((label) => !sources.has(label)).map(markerOf),
    sources_without_marker: [...new Set(offered.map(({ id }) => id))].filter((id) => !used.has(id)),
  };
}

/**
 * The same with its sources numbered from 1 in the order of their first mention, as printed footnotes are. The same source has one
 * number. A marker without a source keeps its label unless a source gets that number.
 */
export function renumbered(text: string, offered: readonly Citation[]): CitedContent {
  const { citations, sources_without_marker } = citedContent(text, offered);
  const sources = new Map<string, Citation>();
  const labels = new Map<string, string>();
  for (const citation of citations) {
    const known = sources.get(citation.id) ?? { ...citation, marker: markerOf(sources.size + 1) };
    sources.set(citation.id, known);
    labels.set(labelOf(citation.marker), labelOf(known.marker));
  }
  const given = new Set(labels.values());
  const written = labelsIn(text);
  const free = freeLabels((label) => given.has(label) || written.has(label));
  for (const label of written) if (!labels.has(label) && given.has(label)) labels.set(label, free());
  return { ...citedContent(relabel(text, labels), [...sources.values()]), sources_without_marker };
}

/** Of two sources with the same marker the first is meant. */
function byLabel(offered: readonly Citation[]): Map<string, Citation> {
  return new Map(offered.toReversed().map((citation) => [labelOf(citation.marker), citation]));
}

/** Each once, in the order of their first mention. A definition mentions nothing. */
function mentionedIn(text: string): string[] {
  const markers = markersIn(text).filter(({ isDefinition }) => !isDefinition);
  return [...new Set(markers.map(({ label }) => label))];
}
