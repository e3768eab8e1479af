/** Makes flashcards on a topic from the clinical tables. */
import { z } from 'zod';
import { DeckName } from '../cards/card.ts';
import { MOST_CARDS_AT_ONCE, MOST_NAME } from '../limits.ts';
import { AddedOutput, addedText } from './added-cards.ts';
import { tutorTool } from './tutor-tool.ts';

const DEFAULT_CARDS = 5;

export const makeCards = tutorTool({
  name: 'make_cards',
  description: 'Makes flashcards on a topic from the clinical tables and puts them into a deck.',
  input: z.object({
    topic: z
      .string()
      .trim()
      .min(1)
      .max(MOST_NAME)
      .describe('A condition, a medicine or class, a test, or a body system'),
    count: z.number().int().min(1).max(MOST_CARDS_AT_ONCE).default(DEFAULT_CARDS),
    deck: DeckName.optional().describe('The topic’s own deck if not given'),
  }),
  output: AddedOutput,
  effect: 'write',
  async run({ topic, count, deck }, { desk, student, now, key }) {
    const known = await desk.cards.all(student);
    // Cards that this very call has made before it was cut off are made again, and are the same.
    const fronts = known.filter(({ created_at }) => created_at !== now.toISOString()).map(({ front }) => front);
    const made = await desk.cardsOn({ topic, count, seed: key, fronts });
    if (!made) return { error: 'My tables hold nothing on this. Give me a text, and I make cards of it.' };
    if (made.cards.length === 0) return { error: 'You have a card of everything that my tables hold on this.' };
    const name = deck ?? made.name;
    const added = await desk.cards.add(student, { name, topic: made.area }, made.cards, now);
    return { ...added, deck: name, text: addedText(name, added) };
  },
});
