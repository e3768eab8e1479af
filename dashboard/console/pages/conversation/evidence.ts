/** The pieces of a message, cut where the evidence of a fact begins or ends. Facts may share words: a piece has all of its facts. */
import type { Fact } from '../../parts/fact/fact.ts';

export type Piece = { text: string; facts: Fact[] };

export function piecesOf(text: string, facts: readonly Fact[]): Piece[] {
  const spans = facts.flatMap((fact) => spanOf(text, fact));
  const cuts = [...new Set([0, text.length, ...spans.flatMap(({ start, end }) => [start, end])])].sort((a, b) => a - b);
  return cuts.slice(0, -1).map((start, index) => ({
    text: text.slice(start, cuts[index + 1]),
    facts: spans.filter((span) => span.start <= start && start < span.end).map(({ fact }) => fact),
  }));
}

/** None if the offsets do not match the quoted text: a wrong mark is worse than none. */
function spanOf(text: string, fact: Fact): { start: number; end: number; fact: Fact }[] {
  const { start = 0, end = 0, text: quoted } = fact.evidence ?? {};
  return end > start && text.slice(start, end) === quoted ? [{ start, end, fact }] : [];
}
