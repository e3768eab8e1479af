/**
 * Which sentences of a text say most in a given room. A sentence counts for the frequency of its terms in the whole text and for its
 * place (as in SumBasic and lead baselines), less for what others have said already, more if nothing of its section was taken yet.
 * Each step looks at a bounded number of candidates, so that the work grows with the text and not with its square.
 */
import { blocksOf } from './blocks.ts';
import { singleSpaced } from './lines.ts';
import { sentencesOf } from './sentences.ts';
import { share, stemsOf } from './similarity.ts';
import { type Term, termsOf, wordsOf } from './words.ts';

export type Passage = {
  text: string;
  /** Which heading it stands below; -1 before the first. */
  section: number;
  terms: Term[];
  score: number;
  bytes: number;
};

/** `row`: of a table, which says little without the rest of it. */
type Written = Passage & { first: boolean; row: boolean };

export type Document = { passages: Passage[]; headings: string[] };

const CANDIDATES = 1_000;
const SHORT = 4;
const LONG = 45;
const NEW_SECTION = 1.5;
/** What joins two passages has at most so many bytes: a new paragraph and a list marker. */
export const JOINT = 4;

export function readDocument(content: string): Document {
  const blocks = blocksOf(content);
  const headings = blocks.filter(({ kind }) => kind === 'heading');
  const frequency = new Map<string, number>();
  let section = -1;
  const passages = sentencesOf(content, blocks).map(({ start, end, block, first }): Written => {
    while ((headings[section + 1]?.start ?? Number.POSITIVE_INFINITY) < start) section += 1;
    const text = singleSpaced(content.slice(start, end));
    const terms = termsOf(text);
    for (const { stem } of terms) frequency.set(stem, (frequency.get(stem) ?? 0) + 1);
    return { text, section, terms, score: 0, bytes: Buffer.byteLength(text) + JOINT, first, row: block.kind === 'row' };
  });
  const titles = headings.map(({ start, end }) => singleSpaced(content.slice(start, end)));
  const titleStems = titles.map((title) => stemsOf(termsOf(title)));
  let last = -2;
  for (const passage of passages) {
    const opensSection = passage.section !== last;
    last = passage.section;
    passage.score = scoreOf(passage, frequency, opensSection, titleStems[passage.section]);
  }
  return { passages: eachOnce(passages), headings: titles };
}

/** What a text says again in the same words is no second passage. */
function eachOnce(passages: readonly Written[]): Written[] {
  return [...new Map(passages.toReversed().map((passage) => [passage.text, passage])).values()].reverse();
}

function scoreOf(
  { text, terms, first, row }: Written,
  frequency: ReadonlyMap<string, number>,
  opensSection: boolean,
  title: ReadonlyMap<string, number> | undefined,
): number {
  if (terms.length === 0) return 0;
  const stems = stemsOf(terms);
  let score = 0;
  for (const [stem, weight] of stems) score += weight * Math.log2(1 + (frequency.get(stem) ?? 0));
  score /= (stems.size + SHORT) ** 0.8;
  if (opensSection) score *= 1.25;
  else if (first) score *= 1.1;
  if (title && title.size > 0) score *= 1 + 0.3 * share(title, stems);
  if (terms.some(({ number }) => number)) score *= 1.1;
  if (terms.length < SHORT || terms.length > LONG) score *= 0.6;
  if (row) score *= 0.2;
  if (/[:?]$/.test(text)) score *= 0.5;
  // What "this" and "it" mean may not be in the summary.
  if (/^(?:this|that|these|those|it|they|he|she|such|but|and)$/i.test(wordsOf(text.slice(0, 24))[0]?.text ?? ''))
    score *= 0.8;
  return score;
}

/** Adds passages to those already chosen, best first, until none fits. Gives their indexes in the order in which they were chosen. */
export function choose(passages: readonly Passage[], bytes: number, chosen: readonly number[] = []): number[] {
  const taken = [...chosen];
  const said = new Map<string, number>();
  const sections = new Set<number>();
  let room = bytes;
  const take = (passage: Passage) => {
    room -= passage.bytes;
    sections.add(passage.section);
    for (const { stem } of passage.terms) said.set(stem, (said.get(stem) ?? 0) + 1);
  };
  for (const index of chosen) if (passages[index]) take(passages[index]);
  const known = new Set(chosen);
  let candidates = [...passages.keys()]
    .filter((index) => !known.has(index))
    .sort((one, other) => (passages[other]?.score ?? 0) - (passages[one]?.score ?? 0) || one - other)
    .slice(0, CANDIDATES);
  while (candidates.length > 0) {
    let [best, most] = [-1, 0];
    candidates = candidates.filter((index) => (passages[index]?.bytes ?? 0) <= room);
    for (const index of candidates) {
      const gain = gainOf(passages[index] as Passage, said, sections);
      if (gain > most) [best, most] = [index, gain];
    }
    if (best < 0) break;
    take(passages[best] as Passage);
    taken.push(best);
    candidates = candidates.filter((index) => index !== best);
  }
  return taken;
}

function gainOf(
  { score, terms, section }: Passage,
  said: ReadonlyMap<string, number>,
  sections: ReadonlySet<number>,
): number {
  let [all, fresh] = [0, 0];
  for (const { stem, weight } of terms) {
    all += weight;
    fresh += weight / (1 + (said.get(stem) ?? 0));
  }
  return all === 0 ? 0 : score * (fresh / all) * (sections.has(section) ? 1 : NEW_SECTION);
}
