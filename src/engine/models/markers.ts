/**
 * The markers of a text, `[^1]`, and their definitions, `[^1]: …` at the beginning of a line. What stands in code or after a backslash is
 * neither. The label is what stands between `[^` and `]`: a number where we give it, anything where a model does.
 */
import { codeIn, isEscaped } from './markdown-code.ts';

export type Marker = { label: string; start: number; end: number; isDefinition: boolean };

const MARKER = /\[\^([^\s[\]^\\]{1,64})\]/g;

export function markersIn(text: string): Marker[] {
  const found = Array.from(text.matchAll(MARKER), ({ 0: whole, 1: label = '', index: start }): Marker => {
    const end = start + whole.length;
    return { label, start, end, isDefinition: text[end] === ':' && beginsLine(text, start) };
  });
  if (found.length === 0) return [];
  const code = codeIn(text);
  let next = 0;
  return found.filter(({ start }) => {
    while ((code[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    return start < (code[next]?.start ?? Number.POSITIVE_INFINITY) && !isEscaped(text, start);
  });
}

/** Each once, those of definitions too, in the order of their first place. */
export function labelsIn(text: string): Set<string> {
  return new Set(markersIn(text).map(({ label }) => label));
}

export function markerOf(label: string | number): string {
  return `[^${label}]`;
}

/** What is no marker counts as a label. */
export function labelOf(marker: string): string {
  return marker.startsWith('[^') && marker.endsWith(']') ? marker.slice(2, -1) : marker;
}

/** The text with other labels, in markers and definitions alike; those that are not in the table stay. */
export function relabel(text: string, labels: ReadonlyMap<string, string>): string {
  if (labels.size === 0) return text;
  const pieces: string[] = [];
  let done = 0;
  for (const { label, start, end } of markersIn(text)) {
    pieces.push(text.slice(done, start), markerOf(labels.get(label) ?? label));
    done = end;
  }
  return [...pieces, text.slice(done)].join('');
}

/** Numbers from 1 on, each once, without those that are taken when it is asked. */
export function freeLabels(isTaken: (label: string) => boolean): () => string {
  let last = 0;
  return () => {
    do last += 1;
    while (isTaken(String(last)));
    return String(last);
  };
}

/** Between it and the line's beginning are only spaces and the marks of block quotes. */
function beginsLine(text: string, at: number): boolean {
  let before = at;
  while (before > 0 && /[ \t>]/.test(text[before - 1] ?? '')) before -= 1;
  return before === 0 || text[before - 1] === '\n';
}
