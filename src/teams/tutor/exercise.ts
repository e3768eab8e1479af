/** The quiz or the review that a conversation is in the middle of, as the session's state keeps it. */
import { z } from 'zod';
import { CardId } from './cards/card.ts';
import { RATINGS } from './cards/schedule.ts';
import { Quiz } from './quiz/quiz.ts';

/** A key without a prefix: it belongs to this session. */
export const EXERCISE = 'exercise';

export const ShownCard = z.object({
  card_id: CardId,
  /** Reviews that the card had before this one. */
  review: z.number().int(),
  front: z.string(),
  back: z.string(),
  source: z.string().nullable(),
  shown_at: z.string(),
  /** What the answer looked like; null until it was given. */
  suggested: z.enum(RATINGS).nullable(),
  ms: z.number(),
});
export type ShownCard = z.infer<typeof ShownCard>;

export const CardReview = z.object({
  kind: z.literal('cards'),
  /** Null: all of them. */
  deck: z.string().nullable(),
  open: ShownCard,
});
export type CardReview = z.infer<typeof CardReview>;

const Exercise = z.discriminatedUnion('kind', [Quiz, CardReview]);
export type Exercise = z.infer<typeof Exercise>;

/** Null where there is none. State of an older version that does not fit is none. */
export function exerciseIn(state: Readonly<Record<string, unknown>>): Exercise | null {
  return Exercise.safeParse(state[EXERCISE]).data ?? null;
}
