/** Adds flashcards that somebody has written: the user, or a model from a text. */
import { z } from 'zod';
import { DeckName, NewCard } from '../cards/card.ts';
import { MOST_CARDS_AT_ONCE, MOST_NAME } from '../limits.ts';
import { AddedOutput, addedText } from './added-cards.ts';
import { tutorTool } from './tutor-tool.ts';

export const addCards = tutorTool({
  name: 'add_cards',
  description:
    'Adds flashcards to a deck. Write them from what the user gave you or from passages that you were given, never from memory alone.',
  input: z.object({
    deck: DeckName,
    topic: z
      .string()
      .trim()
      .min(1)
      .max(MOST_NAME)
      .optional()
      .describe('What they are about; the deck’s name if not given'),
    cards: z.array(NewCard).min(1).max(MOST_CARDS_AT_ONCE),
  }),
  output: AddedOutput,
  effect: 'write',
  async run({ deck, topic, cards }, { desk, student, now }) {
    const added = await desk.cards.add(student, { name: deck, topic: topic ?? deck }, cards, now);
    return { ...added, deck, text: addedText(deck, added) };
  },
});
