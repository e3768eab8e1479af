/** What the extractors of a message have read: the patient's own facts, each once, and what was said of relatives. */
import type { Fact, FamilyFact, Mention } from '../../../record/index.ts';
import { factsFromMentions } from './facts-from-mentions.ts';
import { familyFromMentions } from './family-from-mentions.ts';
import { mergeFacts } from './merge-facts.ts';

export type Told = { facts: Fact[]; family: FamilyFact[] };

type Extraction = { agent: string; mentions: readonly Mention[] };

export function toldIn({ id, text, read }: { id: string; text: string; read: readonly Extraction[] }): Told {
  const sources = read.map(({ agent, mentions }) => ({ mentions, source: { turnId: id, text, agent } }));
  const family = sources.flatMap(({ mentions, source }) => familyFromMentions(mentions, source));
  return {
    facts: mergeFacts(sources.flatMap(({ mentions, source }) => factsFromMentions(mentions, source))),
    family: [...new Map(family.map((fact) => [fact.id, fact])).values()],
  };
}
