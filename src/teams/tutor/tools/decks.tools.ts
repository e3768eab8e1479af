/** A user's decks: which there are, and deleting one. */
import { z } from 'zod';
import { DeckName } from '../cards/card.ts';
import { tutorTool } from './tutor-tool.ts';

const MOST_SHOWN = 50;

export const listDecks = tutorTool({
  name: 'list_decks',
  description: 'The user’s decks of flashcards, with how many cards each has and how many are due.',
  input: z.object({}),
  output: z.object({
    text: z.string(),
    decks: z.array(z.object({ deck: z.string(), cards: z.number(), due: z.number() })),
  }),
  effect: 'read',
  async run(_input, { desk, student, now }) {
    const counts = new Map<string, { cards: number; due: number }>();
    for (const { deck, memory } of await desk.cards.all(student)) {
      const { cards, due } = counts.get(deck) ?? { cards: 0, due: 0 };
      counts.set(deck, { cards: cards + 1, due: due + (Date.parse(memory.due) <= now.getTime() ? 1 : 0) });
    }
    const decks = [...counts].map(([deck, numbers]) => ({ deck, ...numbers })).slice(0, MOST_SHOWN);
    const lines = decks.map(({ deck, cards, due }) => `- ${deck}: ${cards} cards, ${due} due`);
    return { text: decks.length === 0 ? 'You have no decks yet.' : ['Your decks:', ...lines].join('\n'), decks };
  },
});

export const deleteDeck = tutorTool({
  name: 'delete_deck',
  description: 'Deletes a deck with all its cards. Only when the user asks for it.',
  input: z.object({ deck: DeckName }),
  output: z.union([z.object({ text: z.string(), removed: z.number() }), z.object({ error: z.string() })]),
  effect: 'write',
  async run({ deck }, { desk, student, exercise, setExercise }) {
    const removed = await desk.cards.removeDeck(student, deck);
    if (removed === 0) return { error: 'You have no deck of that name; call list_decks.' };
    if (exercise?.kind === 'cards') setExercise(null);
    return { text: `The deck is deleted, with ${removed} cards.`, removed };
  },
});
