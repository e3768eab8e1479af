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
    const title = kept.headings.get(index) ?? '';
    return { section, score, text: `${title}${said}${markersFor(said, read).slice(0, MARKERS_PER_SENTENCE).join('')}` };
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

type Kept = { passages: number[]; headings: Map<number, string>; headingBytes: number };

/** Sentences that hold what must be kept, and headings where no sentence does. */
function keeping({ passages, headings }: Document, preserve: readonly string[], bytes: number): Kept {
  const concepts = [...new Set(preserve)];
  const said = concepts.length === 0 ? [] : passages.map(({ terms }) => stemSet(terms));
  const titles = concepts.length === 0 ? [] : headings.map((heading) => stemSet(termsOf(heading)));
  const holding = concepts.map((concept) => holders(said, concept));
  const [few, short] = [fewest(passages, holding, bytes), shortest(passages, holding, bytes)];
  const covered = (chosen: readonly number[]) =>
    holding.filter((by) => by.some((index) => chosen.includes(index))).length;
  const chosen = covered(few) >= covered(short) ? few : short;
  const kept: Kept = { passages: chosen, headings: new Map(), headingBytes: 0 };
  let room = bytes - chosen.reduce((sum, index) => sum + (passages[index]?.bytes ?? 0), 0);
  for (const [at, concept] of concepts.entries()) {
    if (holding[at]?.length) continue;
    const terms = termsOf(concept);
    const section = titles.findIndex((title) => sentenceContains(title, terms));
    const below = passages.findIndex((passage) => passage.section === section);
    const title = `${headings[section]}: `;
    const needed = Buffer.byteLength(title) + (chosen.includes(below) ? 0 : (passages[below]?.bytes ?? 0));
    if (section < 0 || below < 0 || needed > room || kept.headings.has(below)) continue;
    room -= needed;
    kept.headings.set(below, title);
    kept.headingBytes += Buffer.byteLength(title);
    if (!chosen.includes(below)) chosen.push(below);
  }
  return kept;
}

function holders(said: readonly ReadonlySet<string>[], concept: string): number[] {
  const terms = termsOf(concept);
  return said.flatMap((stems, index) => (sentenceContains(stems, terms) ? [index] : []));
}

function stemSet(terms: readonly Term[]): ReadonlySet<string> {
  return new Set(terms.map(({ stem }) => stem));
}

/** Again and again the sentence that holds most of what is missing, for its length. */
function fewest(passages: readonly Passage[], holding: readonly number[][], bytes: number): number[] {
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
function shortest(passages: readonly Passage[], holding: readonly number[][], bytes: number): number[] {
  const size = (index: number) => passages[index]?.bytes ?? 0;
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
