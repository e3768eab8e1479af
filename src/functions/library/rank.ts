/**
 * From the candidates of an engine to hits. By words: BM25 as the engine has it, times how much of the query a chunk covers. On known
 * items (`npm run bench -- search`) that finds somewhat more abstracts than BM25 alone and about as much of the rest. By both: reciprocal
 * rank fusion, which needs no common scale of the two scores.
 */
import type { Hit } from './library.ts';
import type { Candidate, Candidates } from './store.ts';
import type { WeightedWord } from './words.ts';

export type RankInput = Pick<Candidates, 'byWords' | 'byMeaning' | 'words'> & { limit: number };

/** The constant of reciprocal rank fusion, from Cormack et al. 2009. */
const RRF_K = 60;

export function rank({ byWords, byMeaning, words, limit }: RankInput): Hit[] {
  const found = new Map([...byMeaning, ...byWords].map((one) => [one.chunk_id, one]));
  const cover = new Map([...found].map(([id, one]) => [id, coverage(one, words)]));
  const covers = ({ chunk_id }: Candidate) => cover.get(chunk_id) ?? 0;
  const cosine = new Map(byMeaning.map(({ chunk_id, score }) => [chunk_id, score]));
  const lists = [
    byWords.map((one) => ({ one, score: one.score * (0.5 + covers(one)) })).sort(byScore),
    ranked(byMeaning),
  ];
  const fused = new Map<string, number>();
  for (const list of lists) {
    for (const [index, { one }] of list.entries())
      fused.set(one.chunk_id, (fused.get(one.chunk_id) ?? 0) + 1 / (RRF_K + index + 1));
  }
  return [...fused]
    .map(([id, score]) => ({ one: found.get(id) as Candidate, score }))
    .sort(byScore)
    .slice(0, limit)
    .map(({ one }) => toHit(one, Math.max(covers(one), cosine.get(one.chunk_id) ?? 0)));
}

/** The share of the words' weight that a chunk has, in its title, its section or its text. */
function coverage({ text, source }: Candidate, words: readonly WeightedWord[]): number {
  const total = words.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return 0;
  const plain = ` ${wordString(`${source.title ?? ''} ${source.section ?? ''} ${text}`)}`;
  const had = words.reduce((sum, { word, weight }) => (plain.includes(` ${beginning(word)}`) ? sum + weight : sum), 0);
  return had / total;
}

function wordString(text: string): string {
  return withoutMarks(text).replace(/[^\p{L}\p{N}]+/gu, ' ');
}

/** Without the last letters, by which the forms of a word differ. */
function beginning(word: string): string {
  const plain = withoutMarks(word);
  return plain.slice(0, Math.max(4, plain.length - 2));
}

function withoutMarks(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}

function ranked(list: readonly Candidate[]) {
  return list.map((one) => ({ one, score: one.score })).sort(byScore);
}

/** Equal scores in the order of the ids, so that the same search gives the same answer. */
function byScore(a: { one: Candidate; score: number }, b: { one: Candidate; score: number }): number {
  return b.score - a.score || (a.one.chunk_id < b.one.chunk_id ? -1 : 1);
}

function toHit({ document_id, chunk_id, scope, text, source }: Candidate, similarity: number): Hit {
  const rounded = Math.round(Math.min(1, Math.max(0, similarity)) * 1000) / 1000;
  return { document_id, chunk_id, scope, text, source: { ...source, chunk: text, similarity: rounded } };
}
