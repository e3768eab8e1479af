/** Several texts as one. */
import { type NamedText, topicsOf } from './statements.ts';
import { type ConflictFound, type Policy, type Strategy, settle, type Topic } from './topics.ts';

export type Combined = { synthesized: string; conflicts: ConflictFound[]; topics: Topic[] };

export function combineTexts(texts: readonly NamedText[], strategy: Strategy, policy: Policy): Combined {
  const topics = topicsOf(texts, strategy === 'merge' ? 'block' : 'sentence');
  const conflicts: ConflictFound[] = [];
  const kept: { text: string; artifact: string; place: number }[] = [];
  for (const topic of topics) {
    // In a vote, what fewer than half say is not said.
    if (strategy === 'vote' && topic.positions.length * 2 <= texts.length) continue;
    const { chosen, conflict } = settle(topic, strategy, policy);
    if (conflict) conflicts.push(conflict);
    const [first] = topic.positions;
    if (chosen) kept.push({ text: chosen.statement, artifact: first?.artifact ?? '', place: first?.place ?? 0 });
    else
      for (const { artifact, statement } of topic.positions)
        kept.push({
          text: strategy === 'merge' ? statement : `Unresolved (${artifact}): ${statement}`,
          artifact: `open ${artifact}`,
          place: 0,
        });
  }
  return { synthesized: written(kept), conflicts, topics };
}

/** Sentences of one paragraph stay in one paragraph, items of a list in one list. */
function written(kept: readonly { text: string; artifact: string; place: number }[]): string {
  return kept
    .map(({ text, artifact, place }, index) => {
      const before = kept[index - 1];
      if (!before) return text;
      if (isItem(text) && isItem(before.text)) return `\n${text}`;
      return `${before.artifact === artifact && before.place === place ? ' ' : '\n\n'}${text}`;
    })
    .join('');
}

function isItem(text: string): boolean {
  return /^\s*(?:[-*+•]|\d{1,3}[.)])\s/.test(text);
}
