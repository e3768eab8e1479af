/**
 * Texts with markers, brought together. Each text numbers its sources from 1 on, so the same marker stands for different sources in two
 * texts. The rule here: a marker never comes to stand for another source than its author meant; rather for none.
 */
import type { Citation } from './citation.ts';
import { freeLabels, labelOf, labelsIn, markerOf, relabel } from './markers.ts';

export type CitedText = { text: string; citations: readonly Citation[] };

/**
 * Texts that will stand side by side, with one list of their sources. The first text stays as it is; markers of the others get free
 * numbers where theirs are taken. A source that several texts name is listed once. `taken` are sources that keep their markers.
 */
export function sideBySide(
  texts: readonly CitedText[],
  taken: readonly Citation[] = [],
): { texts: string[]; citations: Citation[] } {
  const sources = new Map(taken.map((citation) => [citation.id, citation]));
  const used = new Set(taken.map(({ marker }) => labelOf(marker)));
  if (sources.size === 0 && texts.every(({ citations }) => citations.length === 0))
    return { texts: texts.map(({ text }) => text), citations: [] };
  const free = freeLabels((label) => used.has(label));
  const placed = texts.map((one) => relabel(one.text, place(one, sources, used, free)));
  return { texts: placed, citations: [...sources.values()] };
}

/** The same for the texts of a JSON value, each in a paragraph of its own: backticks of two fields are no code span. */
export function dataBeside<T>(
  { data, citations: own }: { data: T; citations: readonly Citation[] },
  taken: readonly Citation[],
): { data: T; citations: Citation[] } {
  const text = JSON.stringify(data, null, 1).replaceAll('\n', '\n\n');
  const { texts, citations } = sideBySide([{ text, citations: own }], taken);
  return { data: JSON.parse(texts[0] ?? text) as T, citations };
}

/** Adds the sources of a text to the others, and returns which of its labels change. */
function place(
  { text, citations }: CitedText,
  sources: Map<string, Citation>,
  used: Set<string>,
  free: () => string,
): Map<string, string> {
  const changed = new Map<string, string>();
  const own = new Set(citations.map(({ marker }) => labelOf(marker)));
  const unknown = [...labelsIn(text)].filter((label) => !own.has(label));
  // A marker without a source must not get one: its label is taken before the sources get theirs.
  const clashing = unknown.filter((label) => used.has(label));
  for (const label of unknown) used.add(label);
  const meant = new Set<string>();
  for (const citation of citations) {
    const label = labelOf(citation.marker);
    const known = sources.get(citation.id);
    const given = known ? labelOf(known.marker) : used.has(label) ? free() : label;
    used.add(given);
    sources.set(citation.id, known ? merged(known, citation) : { ...citation, marker: markerOf(given) });
    // Of two sources with the same marker the first is meant.
    if (!meant.has(label) && given !== label) changed.set(label, given);
    meant.add(label);
  }
  for (const label of clashing) {
    const given = free();
    used.add(given);
    changed.set(label, given);
  }
  return changed;
}

/**
 * The sources of a text, followed by those of what it was made from. Its own keep their markers. The others keep theirs if the text can
 * only mean them by it; otherwise they get numbers that the text does not have.
 */
export function withEarlier({ text, citations }: CitedText, earlier: readonly (readonly Citation[])[]): Citation[] {
  const found = earlier.flat();
  if (found.length === 0) return [...citations];
  const sources = new Map(citations.map((citation) => [citation.id, citation]));
  const used = new Set(citations.map(({ marker }) => labelOf(marker)));
  const ids = idsByLabel(found);
  const written = labelsIn(text);
  const free = freeLabels((label) => used.has(label) || ids.has(label) || written.has(label));
  for (const citation of found) {
    const known = sources.get(citation.id);
    const label = labelOf(citation.marker);
    const isClear = !used.has(label) && ids.get(label)?.size === 1;
    const given = known || isClear ? label : free();
    if (!known) used.add(given);
    sources.set(citation.id, known ? merged(known, citation) : { ...citation, marker: markerOf(given) });
  }
  return [...sources.values()];
}

function idsByLabel(citations: readonly Citation[]): Map<string, Set<string>> {
  const ids = new Map<string, Set<string>>();
  for (const { id, marker } of citations) {
    const label = labelOf(marker);
    ids.set(label, (ids.get(label) ?? new Set()).add(id));
  }
  return ids;
}

/** The same source, found twice. */
function merged(first: Citation, second: Citation): Citation {
  return { ...second, ...first, supports: [...new Set([...first.supports, ...second.supports])] };
}

/** The sources whose marker stands in the text. */
export function marked(text: string, citations: readonly Citation[]): Citation[] {
  const labels = labelsIn(text);
  return citations.filter(({ marker }) => labels.has(labelOf(marker)));
}
