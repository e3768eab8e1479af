/** "What is the difference between psoriasis and eczema?": both are described, whoever has one of them. */
import { asksDifference, lines, type Term, termFacts } from '../../../../clinical/index.ts';
import { termsOf } from './named-terms.ts';
import type { Asked } from './question.ts';
import type { Scene } from './scene.ts';

const DESCRIBED: ReadonlySet<Term['kind']> = new Set(['condition', 'drug', 'symptom', 'procedure', 'observation']);
const KINDS: readonly Term['kind'][][] = [
  ['drug'],
  ['condition'],
  ['procedure'],
  ['observation'],
  ['condition', 'symptom'],
];
const POINTS_BACK = /\b(?:it|its|that|this|they|these)\b/i;
/** "How does my LDL compare with my HDL?" wants the values. */
const OWN = /\b(?:my|mine|his|her|their)\b/i;
const EARLIER_MESSAGES = 4;

export function onDifference({ text, named }: Asked, { earlier }: Scene): string {
  if (!asksDifference(text)) return '';
  const here = named.filter(({ kind }) => DESCRIBED.has(kind) && !(kind === 'observation' && OWN.test(text)));
  // "How is it different from osteoarthritis?": the other one was named before.
  const before = here.length === 1 && POINTS_BACK.test(text) ? lastBefore(earlier, here) : [];
  return lines(...twoAlike([...before, ...here]).map((term) => termFacts(term, 'difference')));
}

/** "Which is better for a headache, ibuprofen or paracetamol?": the two medicines. An illness and a complaint may be taken for each other. */
function twoAlike(terms: readonly Term[]): Term[] {
  const alike = KINDS.map((kinds) => terms.filter(({ kind }) => kinds.includes(kind)));
  return alike.find(({ length }) => length > 1)?.slice(0, 2) ?? [];
}

function lastBefore(earlier: readonly string[], here: readonly Term[]): Term[] {
  for (const message of earlier.slice(-EARLIER_MESSAGES).toReversed()) {
    const other = termsOf(message).find(
      ({ kind, name }) => DESCRIBED.has(kind) && here.every((term) => term.name !== name && term.kind === kind),
    );
    if (other) return [other];
  }
  return [];
}
