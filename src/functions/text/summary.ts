/**
 * A summary made of sentences of the text. What must be kept is chosen first, then what says most; a heading is added where only it
 * names what must be kept.
 */
import type { Citation } from '../../engine/models/citation.ts';
import { contains, contentsOf, sentenceContains } from './containment.ts';
import { markersFor, readSources } from './rests-on.ts';
import { choose, type Document, type Passage, readDocument } from './select.ts';
import { bytesIn, shortened, tokensIn } from './tokens.ts';
import { type Term, termsOf } from './words.ts';

export type Style = 'technical' | 'executive' | 'bullets';
export type SummaryRequest = { content: string; target_tokens: number; preserve: readonly string[]; style: Style };

type Rendered = { section: number; score: number; text: string };

/** An executive summary uses so much of its target, and more only for what must be kept. */
const EXECUTIVE_SHARE = 0.6;
const MARKER = /\[\^[\w-]{1,40}\]/g;
/** Two markers after a sentence, as [^12][^13]. */
const MARKERS_PER_SENTENCE = 2;
const MARKER_BYTES = 6;
const FACTS = 20;

export function summaryOf(request: SummaryRequest, sources: readonly Citation[] = []): string {
  const { target_tokens, preserve, style } = request;
  // A footnote of the content is none of the sources that the summary may name.
  const content = request.content.replace(MARKER, '');
  const bytes = bytesIn(target_tokens);
  return summarized(content, bytes, preserve, style, sources) || shortened(request.content.trim(), bytes);
}

/** Summaries of the parts of a text as one. Their markers are those of the sources. */
export function joinedSummary(
  summaries: readonly string[],
  { target_tokens, preserve, style }: SummaryRequest,
): string {
  const whole = summaries.filter(Boolean).join(style === 'bullets' ? '\n' : '\n\n');
  return fitted(whole, { target_tokens, preserve, style });
}

/** A summary that is longer than its target, within it. */
export function fitted(summary: string, { target_tokens, preserve, style }: Omit<SummaryRequest, 'content'>): string {
  if (tokensIn(summary) <= target_tokens) return summary;
  return summarized(summary, bytesIn(target_tokens), preserve, style, []);
}

/** Which of what must be kept, and which facts, a summary holds. */
export function invariantsOf(summary: string, preserve: readonly string[], claimed: readonly string[] = []): string[] {
  const said = summary.replace(MARKER, '');
  const contents = contentsOf(said);
  const facts = readDocument(said)
    .passages.filter(({ text, terms }) => terms.some(({ number }) => number) || /\s\p{Lu}/u.test(text))
    .slice(0, FACTS)
    .map(({ text }) => text);
  return [...new Set([...preserve, ...claimed, ...facts])].filter((claim) => contains(contents, claim));
}

function summarized(
  content: string,
  bytes: number,
  preserve: readonly string[],
  style: Style,
  sources: readonly Citation[],
): string {
  const document = readDocument(content);
  const { passages } = document;
  const reserve = sources.length > 0 ? MARKERS_PER_SENTENCE * MARKER_BYTES : 0;
  for (const passage of passages) passage.bytes += reserve;
  const kept = keeping(document, preserve, bytes);
  const room = style === 'executive' ? Math.floor(bytes * EXECUTIVE_SHARE) : bytes;
  const chosen = choose(passages, room - kept.headingBytes, kept.passages);
  const read = readSources(sources);
  const text = (index: number) => {
    const { text: said = '', section = -1, score = 0 } = passages[index] ?? {};
    const titles = (kept.headings.get(index) ?? []).map((heading) => titleOf(document.headings[heading]));
    return {
      section,
      score,
      text: `${titles.join('')}${said}${markersFor(said, read).slice(0, MARKERS_PER_SENTENCE).join('')}`,
    };
  };
  // Bytes were counted with room to spare; whatever is too much after all goes, the last chosen first.
  for (let count = chosen.length; count > 0; count -= 1) {
    const summary = rendered(chosen.slice(0, count), text, style);
    if (Buffer.byteLength(summary) <= bytes) return summary;
  }
  const best = passages.reduce<Passage | undefined>(
    (one, other) => (one && one.score >= other.score ? one : other),
    undefined,
  );
  const said = best?.text ?? document.headings.join('; ');
  return shortened(said === '' ? content.trim() : said, bytes);
}

function rendered(chosen: readonly number[], text: (index: number) => Rendered, style: Style): string {
  const inOrder = (indexes: readonly number[]) => [...indexes].sort((one, other) => one - other).map(text);
  if (style === 'bullets')
    return inOrder(chosen)
      .map((one) => `- ${one.text}`)
      .join('\n');
  if (style === 'technical') return joined(inOrder(chosen));
  // The most important sentence makes the first paragraph.
  const lead = chosen.reduce((one, other) => (text(other).score > text(one).score ? other : one), chosen[0] ?? 0);
  return [joined(inOrder([lead])), joined(inOrder(chosen.filter((index) => index !== lead)))]
    .filter(Boolean)
    .join('\n\n');
}

function joined(sentences: readonly Rendered[]): string {
  return sentences
    .map(({ section, text }, index) => {
      const before = sentences[index - 1];
      return before === undefined ? text : `${before.section === section ? ' ' : '\n\n'}${text}`;
    })
    .join('');
}

/** `headings`: which of them stand before a passage, in their order. */
type Kept = { passages: readonly number[]; headings: ReadonlyMap<number, readonly number[]>; headingBytes: number };

/** By what a concept can be kept: by one of the passages that hold it; where there are none, by a heading before the first text below it. */
type Wanted = { holders: readonly number[]; section: number; below: number };

const NOTHING: Kept = { passages: [], headings: new Map(), headingBytes: 0 };

/** Where not everything fits, what comes first in the list is not crowded out by what follows: as much of its beginning as fits is kept. */
function keeping(document: Document, preserve: readonly string[], bytes: number): Kept {
  if (preserve.length === 0) return NOTHING;
  const stems = {
    passages: document.passages.map(({ terms }) => stemSet(terms)),
    headings: document.headings.map((heading) => stemSet(termsOf(heading))),
  };
  const wanted = [...new Set(preserve)].flatMap((concept) => wantedIn(document, stems, concept, bytes));
  let [least, most] = [0, wanted.length];
  while (least < most) {
    const count = Math.ceil((least + most) / 2);
    const kept = keepMost(document, wanted.slice(0, count), bytes, NOTHING);
    if (wanted.slice(0, count).every((one) => isKept(one, kept))) least = count;
    else most = count - 1;
  }
  const first = keepMost(document, wanted.slice(0, least), bytes, NOTHING);
  return keepMost(document, wanted.slice(least), bytes, first);
}

/** The stems of each passage and heading. */
type Stems = { passages: readonly ReadonlySet<string>[]; headings: readonly ReadonlySet<string>[] };

function stemSet(terms: readonly Term[]): ReadonlySet<string> {
  return new Set(terms.map(({ stem }) => stem));
}

/** None for what the text does not name, and for what is too long by itself. */
function wantedIn({ passages, headings }: Document, stems: Stems, concept: string, bytes: number): Wanted[] {
  const terms = termsOf(concept);
  const holders = stems.passages.flatMap((said, index) => (sentenceContains(said, terms) ? [index] : []));
  if (holders.length > 0)
    return holders.some((index) => sizeOf(passages, index) <= bytes) ? [{ holders, section: -1, below: -1 }] : [];
  const section = stems.headings.findIndex((title) => sentenceContains(title, terms));
  // The title of a chapter may have no text of its own: then it stands before that of its first section.
  const below = section < 0 ? -1 : passages.findIndex((passage) => passage.section >= section);
  const fits = below >= 0 && titleBytes(headings, section) + sizeOf(passages, below) <= bytes;
  return fits ? [{ holders, section, below }] : [];
}

function isKept({ holders, section, below }: Wanted, { passages, headings }: Kept): boolean {
  if (holders.length > 0) return holders.some((index) => passages.includes(index));
  return headings.get(below)?.includes(section) === true;
}

/** Sentences that hold what must be kept, and headings where no sentence does, beside what is kept already. */
function keepMost({ passages, headings }: Document, wanted: readonly Wanted[], bytes: number, before: Kept): Kept {
  const missing = wanted.filter((one) => !isKept(one, before));
  const holding = missing.flatMap(({ holders }) => (holders.length > 0 ? [holders] : []));
  let room = before.passages.reduce((left, index) => left - sizeOf(passages, index), bytes - before.headingBytes);
  const [few, short] = [fewest(passages, holding, room), shortest(passages, holding, room)];
  const covered = (chosen: readonly number[]) =>
    holding.filter((by) => by.some((index) => chosen.includes(index))).length;
  const added = covered(few) >= covered(short) ? few : short;
  room = added.reduce((left, index) => left - sizeOf(passages, index), room);
  const chosen = [...before.passages, ...added];
  const titles = new Map(before.headings);
  let { headingBytes } = before;
  for (const { section, below } of missing) {
    const known = titles.get(below) ?? [];
    const title = below < 0 ? 0 : titleBytes(headings, section);
    const needed = title + (chosen.includes(below) ? 0 : sizeOf(passages, below));
    if (below < 0 || needed > room || known.includes(section)) continue;
    room -= needed;
    headingBytes += title;
    titles.set(
      below,
      [...known, section].sort((one, other) => one - other),
    );
    if (!chosen.includes(below)) chosen.push(below);
  }
  return { passages: chosen, headings: titles, headingBytes };
}

function sizeOf(passages: readonly Passage[], index: number): number {
  return passages[index]?.bytes ?? 0;
}

function titleBytes(headings: readonly string[], section: number): number {
  return Buffer.byteLength(titleOf(headings[section]));
}

function titleOf(heading: string | undefined): string {
  return `${heading}: `;
}

/** Again and again the sentence that holds most of what is missing, for its length. */
function fewest(passages: readonly Passage[], holding: readonly (readonly number[])[], bytes: number): number[] {
  const chosen: number[] = [];
  let [room, missing] = [bytes, holding.filter((by) => by.length > 0)];
  while (missing.length > 0) {
    const counts = new Map<number, number>();
    for (const by of missing) for (const index of by) counts.set(index, (counts.get(index) ?? 0) + 1);
    let [best, most] = [-1, 0];
    for (const [index, count] of counts) {
      const passage = passages[index] as Passage;
      const worth = (count * (1 + passage.score)) / passage.bytes;
      if (passage.bytes <= room && worth > most) [best, most] = [index, worth];
    }
    if (best < 0) break;
    chosen.push(best);
    room -= passages[best]?.bytes ?? 0;
    missing = missing.filter((by) => !by.includes(best));
  }
  return chosen;
}

/** The shortest sentence for each: it holds all of it whenever all of these fit. */
function shortest(passages: readonly Passage[], holding: readonly (readonly number[])[], bytes: number): number[] {
  const size = (index: number) => sizeOf(passages, index);
  const wanted = new Set(
    holding.flatMap((by) =>
      by.length > 0 ? [by.reduce((one, other) => (size(other) < size(one) ? other : one))] : [],
    ),
  );
  let room = bytes;
  return [...wanted].filter((index) => {
    if (size(index) > room) return false;
    room -= size(index);
    return true;
  });
}
