/** What the extractors of a message have read: the patient's own facts, each once, and what was said of relatives. */
import type { Fact, FamilyFact, Mention, Misfit } from '../../../record/index.ts';
import { factsFromMentions } from './facts-from-mentions.ts';
import { familyFromMentions } from './family-from-mentions.ts';
import { mergeFacts } from './merge-facts.ts';

/** `refused`: why the record would not take in what an extractor said, once for each. */
export type Told = { facts: Fact[]; family: FamilyFact[]; refused: Misfit['problem'][] };

type Extraction = { agent: string; mentions: readonly Mention[] };

export function toldIn({ id, text, read }: { id: string; text: string; read: readonly Extraction[] }): Told {
  const refused: Misfit['problem'][] = [];
  const sources = read.map(({ agent, mentions }) => ({
    mentions,
    source: { turnId: id, text, agent, refused: ({ problem }: Misfit) => void refused.push(problem) },
  }));
  const family = sources.flatMap(({ mentions, source }) => familyFromMentions(mentions, source));
  return {
    facts: mergeFacts(sources.flatMap(({ mentions, source }) => factsFromMentions(mentions, source))),
    family: [...new Map(family.map((fact) => [fact.id, fact])).values()],
    refused,
  };
}
