/** Shows the next flashcard that is due. */
import { z } from 'zod';
import { DeckName } from '../cards/card.ts';
import { sameName } from '../cards/store.ts';
import { MOST_CARDS } from '../limits.ts';
import { untilText } from '../scheduler/plan.ts';
import { tutorTool } from './tutor-tool.ts';

export const nextCard = tutorTool({
  name: 'next_card',
  description: 'Shows the front of the next flashcard that is due. Say the text as it is, and wait for the answer.',
  input: z.object({
    deck: DeckName.optional().describe('Only of this deck; the deck of the open review if not given'),
  }),
  output: z.union([
    z.object({ text: z.string(), card_id: z.string(), review: z.number(), left: z.number() }),
    z.object({ text: z.string(), left: z.literal(0) }),
    z.object({ error: z.string() }),
  ]),
  effect: 'write',
  async run({ deck: asked }, { desk, student, exercise, setExercise, now }) {
    const open = exercise?.kind === 'cards' ? exercise : null;
    const deck = asked ?? open?.deck ?? null;
    const due = (await desk.cards.due(student, now, MOST_CARDS)).filter(
      (card) => deck === null || sameName(card.deck, deck),
    );
    // A card that was not rated comes after the others.
    const card = due.find(({ card_id }) => card_id !== open?.open.card_id) ?? due[0];
    if (!card) {
      setExercise(null);
      const dates = (await desk.cards.all(student)).map(({ memory }) => memory.due).sort();
      const next = dates.find((date) => Date.parse(date) > now.getTime());
      const text = next
        ? `No card is due now. The next one is due ${untilText(next, now)}.`
        : 'You have no flashcards yet. Name a topic ("make flashcards on asthma"), or give me a text to make them from.';
      return { text, left: 0 as const };
    }
    const { card_id, front, back, source, memory } = card;
    const shown_at = now.toISOString();
    setExercise({
      kind: 'cards',
      deck,
      open: { card_id, review: memory.reps, front, back, source, shown_at, suggested: null, ms: 0 },
    });
    return { text: `Card (${due.length} due): ${front}`, card_id, review: memory.reps, left: due.length };
  },
});
