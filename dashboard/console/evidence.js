/** Marks the evidence of facts in a message, by offset. Facts may share words: each marked fragment lists all of its facts. */
import { part } from './dom.js';

/** Fragments of the message, in order; the marked ones carry their facts' ids in `data-facts`. */
export function markedText(text, facts) {
  const spans = facts.map((fact) => spanOf(text, fact)).filter((span) => span !== null);
  const cuts = [...new Set([0, text.length, ...spans.flatMap(({ start, end }) => [start, end])])].sort((a, b) => a - b);
  return cuts.slice(0, -1).map((start, index) => {
    const piece = text.slice(start, cuts[index + 1]);
    const here = spans.filter((span) => span.start <= start && start < span.end);
    if (here.length === 0) return document.createTextNode(piece);
    return part(
      'mark',
      {
        'data-kind': here[0].fact.kind,
        'data-facts': here.map(({ fact }) => fact.id).join(' '),
        title: here.map(({ fact }) => `${fact.kind}: ${fact.name}`).join(', '),
      },
      piece,
    );
  });
}

/** Null if the offsets do not match the quoted text: a wrong mark is worse than none. */
function spanOf(text, fact) {
  const { start, end, text: quoted } = fact.evidence ?? {};
  return end > start && text.slice(start, end) === quoted ? { start, end, fact } : null;
}
