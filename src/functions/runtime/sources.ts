/**
 * Sources that a model's tools find while it drafts. Each gets a marker that no other source of the draft has, whichever member found
 * it and whatever was replayed from the journal; once the draft is there, those that it cites are numbered on from the offered ones.
 */
import type { Citation } from '../../engine/models/citation.ts';
import { markerOf } from '../../engine/models/markers.ts';

/** How many one member's tools may find in one draft. */
const PER_MEMBER = 500;
/** The most that one call of a tool finds: cross_reference's limit. */
const PER_CALL = 50;

const MARKER = /\[\^\d{1,9}\]/g;

/** Which markers are free for one tool call: from `first` on, at most `most`. */
export type FreeMarkers = { first: number; most: number };

/**
 * `place`: of the member among those asked. `known`: what earlier answers of its tools have found. `index`: of the call among those
 * of one model answer, which run side by side and do not see each other.
 */
export function freeMarkers(
  offered: readonly Citation[],
  place: number,
  known: readonly Citation[],
  index: number,
): FreeMarkers {
  const begin = highest(offered) + place * PER_MEMBER;
  const first = Math.max(begin, highest(known)) + index * PER_CALL + 1;
  return { first, most: Math.max(0, Math.min(PER_CALL, begin + PER_MEMBER + 1 - first)) };
}

/** The sources of a function's output under free markers, and its texts with the markers changed accordingly. */
export function renumber(
  output: Readonly<Record<string, unknown>>,
  { first, most }: FreeMarkers,
): { output: Record<string, unknown>; found: Citation[] } {
  const given = (output.citations ?? []) as Citation[];
  const found = given.slice(0, most).map((citation, index) => ({ ...citation, marker: markerOf(first + index) }));
  const changed = new Map(found.map(({ marker }, index) => [given[index]?.marker ?? '', marker]));
  const isText = ([, value]: [string, unknown]) => typeof value === 'string';
  const entries = Object.entries(output);
  const texts = entries.filter(isText).map(([field, text]) => [field, replaceMarkers(String(text), changed)]);
  const others = entries.filter((entry) => !isText(entry));
  // Texts with markers and what these stand for come first: the end of a long result is cut off.
  const ordered = [...texts, ['citations', found], ...others.filter(([field]) => field !== 'citations')];
  return { output: Object.fromEntries(ordered), found };
}

/** `found` in the order of their markers. The same source is one source, also where it was offered. */
export function settleSources(
  text: string,
  offered: readonly Citation[],
  found: readonly Citation[],
): { text: string; sources: Citation[] } {
  const sources = [...offered];
  const changed = new Map<string, string>();
  let next = highest(offered);
  for (const source of found) {
    if (!text.includes(source.marker)) continue;
    let same = sources.find(({ id }) => id === source.id);
    if (!same) {
      next += 1;
      same = { ...source, marker: markerOf(next) };
      sources.push(same);
    }
    changed.set(source.marker, same.marker);
  }
  return { text: replaceMarkers(text, changed), sources };
}

export function byMarker(one: Citation, other: Citation): number {
  return numberOf(one) - numberOf(other);
}

function replaceMarkers(text: string, changed: ReadonlyMap<string, string>): string {
  return text.replace(MARKER, (marker) => changed.get(marker) ?? marker);
}

function highest(citations: readonly Citation[]): number {
  return citations.reduce((most, citation) => Math.max(most, numberOf(citation)), 0);
}

function numberOf({ marker }: Citation): number {
  return Number(/\d+/.exec(marker)?.[0] ?? 0);
}
