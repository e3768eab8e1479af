/** What is said of cards that were added to a deck. */
import { z } from 'zod';
import type { Added } from '../cards/store.ts';
import { MOST_CARDS } from '../limits.ts';

export const AddedOutput = z.union([
  z.object({ text: z.string(), deck: z.string(), added: z.number(), known: z.number(), refused: z.number() }),
  z.object({ error: z.string() }),
]);

export function addedText(deck: string, { added, known, refused }: Added): string {
  const cards = (count: number) => `${count} ${count === 1 ? 'card' : 'cards'}`;
  return [
    `${cards(added)} added to your deck ${deck}.`,
    ...(known > 0 ? [`${cards(known)} you had already.`] : []),
    ...(refused > 0 ? [`${cards(refused)} did not fit: ${MOST_CARDS} is the limit. Delete a deck first.`] : []),
    ...(added > 0 ? ['Say "review my flashcards" to begin.'] : []),
  ].join(' ');
}
