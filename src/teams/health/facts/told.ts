/** What the extractors of a message have read: the patient's own facts, each once, what was said of relatives, and what is corrected. */
import type { Fact, FamilyFact } from '../../../record/index.ts';
import { besideRules, type Disagreement, type Extraction } from './beside-rules.ts';
import { correctionsFrom, type ToldCorrection } from './corrections-from-mentions.ts';
import { factsFromMentions, type Refusal } from './facts-from-mentions.ts';
import { familyFromMentions, isFamilyHistory } from './family-from-mentions.ts';
import { mergeFacts } from './merge-facts.ts';

/** `refused`: why the record would not take in what an extractor said, once for each. */
export type Told = {
  facts: Fact[];
  family: FamilyFact[];
  /** What a relative has that is no family history: a husband's illness, a child's cold. */
  nearby: FamilyFact[];
  corrections: ToldCorrection[];
  refused: Refusal[];
  disagreements: Disagreement[];
};

export function toldIn({ id, text, ...given }: { id: string; text: string; read: readonly Extraction[] }): Told {
  const { read, disagreements } = besideRules(given.read, { turnId: id, text, agent: '' });
  const refused: Refusal[] = [];
  const sources = read.map(({ agent, mentions, byModel = false }) => ({
    mentions,
    source: { turnId: id, text, agent, byModel, refused: (problem: Refusal) => void refused.push(problem) },
  }));
  const family = sources.flatMap(({ mentions, source }) => familyFromMentions(mentions, source));
  const merged = mergeFacts(sources.flatMap(({ mentions, source }) => factsFromMentions(mentions, source)));
  const said = read.flatMap(({ corrections = [] }) => corrections);
  const { facts, corrections } = correctionsFrom(said, merged, { turnId: id, text });
  const relatives = [...new Map(family.map((fact) => [fact.id, fact])).values()];
  return {
    facts,
    family: relatives.filter(isFamilyHistory),
    nearby: relatives.filter((fact) => !isFamilyHistory(fact)),
    corrections,
    refused,
    disagreements,
  };
}
