/** Flashcards from the tables, and from sentences of a text with one of their terms left out. */
import { findTerms, type TermKind } from '../../../clinical/index.ts';
import type { NewCard } from '../cards/card.ts';
import type { Topic } from './items.ts';
import { shuffled } from './seeded.ts';

const BLANK = '_____';
/** Terms whose absence makes a question. */
const ASKED: ReadonlySet<TermKind> = new Set(['condition', 'drug', 'observation', 'procedure', 'symptom', 'allergen']);
const SHORTEST = 30;
const LONGEST = 300;
/** Of one text; sentences beyond it are not read. */
const MOST_SENTENCES = 200;

/** `fronts`: of cards that are there already. */
export function cardsOn(topic: Topic, count: number, seed: string, fronts: readonly string[] = []): NewCard[] {
  const known = new Set(fronts);
  const order = (items: Topic['own']) =>
    // Where a value stands is a question for a quiz.
    shuffled(
      items.filter(({ id, front }) => !id.startsWith('value:') && !known.has(front)),
      seed,
      ({ id }) => id,
    );
  return [...order(topic.own), ...order(topic.near)]
    .slice(0, count)
    .map(({ front, back, source }) => ({ front, back, source }));
}

/** One card for each sentence that names a term; the term is what is asked for, wherever it stands in the sentence. */
export function clozeCards(text: string, count: number, source?: string): NewCard[] {
  const cards: NewCard[] = [];
  for (const sentence of sentencesOf(text)) {
    if (cards.length === count) break;
    const term = findTerms(sentence).find(({ term: { kind }, fuzzy }) => ASKED.has(kind) && !fuzzy);
    if (!term) continue;
    const front = sentence.replaceAll(term.text, BLANK);
    if (cards.some((card) => card.front === front)) continue;
    cards.push({ front, back: term.text, ...(source && { source }) });
  }
  return cards;
}

function sentencesOf(text: string): string[] {
  return [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text.slice(0, MOST_SENTENCES * LONGEST))]
    .map(({ segment }) => segment.replace(/\s+/g, ' ').trim())
    .filter(({ length }) => length >= SHORTEST && length <= LONGEST)
    .slice(0, MOST_SENTENCES);
}
