/** A flashcard: what it asks, what the answer is, where that comes from, and when it is due. */
import { z } from 'zod';
import { sha256 } from '../../../platform/sha256.ts';
import { MOST_BACK, MOST_FRONT, MOST_NAME } from '../limits.ts';

/** What FSRS remembers of a card. Times are ISO, so that it can be stored as JSON. */
export const Memory = z.object({
  due: z.string(),
  stability: z.number(),
  difficulty: z.number(),
  elapsed_days: z.number(),
  scheduled_days: z.number(),
  learning_steps: z.number(),
  reps: z.number(),
  lapses: z.number(),
  state: z.number().int().min(0).max(3),
  last_review: z.string().nullable(),
});
export type Memory = z.infer<typeof Memory>;

export const CardId = z.string().regex(/^[0-9a-f]{20}$/, 'must be the id of a card');

export const Card = z.object({
  card_id: CardId,
  deck: z.string(),
  topic: z.string(),
  front: z.string(),
  back: z.string(),
  source: z.string().nullable(),
  created_at: z.string(),
  memory: Memory,
});
export type Card = z.infer<typeof Card>;

const Words = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .refine((text) => text.isWellFormed(), 'must be well-formed Unicode');

export const DeckName = Words(MOST_NAME);

export const NewCard = z.object({
  front: Words(MOST_FRONT).describe('The question'),
  back: Words(MOST_BACK).describe('Its answer, short'),
  source: Words(200).optional().describe('Where the answer comes from'),
});
export type NewCard = z.infer<typeof NewCard>;

/** The same question in the same deck is the same card: to add it again changes nothing. */
export function cardIdOf(deck: string, front: string): string {
  return sha256(JSON.stringify([deck.toLowerCase(), front])).slice(0, 20);
}
