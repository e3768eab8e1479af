/**
 * Spaced repetition by FSRS (ts-fsrs). Without fuzz: the same reviews at the same times give the same dates, in whichever process they
 * are worked out.
 */
import { type CardInput, createEmptyCard, fsrs, type Grade, type Card as Learned } from 'ts-fsrs';
import type { Memory } from './card.ts';

export const RATINGS = ['again', 'hard', 'good', 'easy'] as const;
export type Rating = (typeof RATINGS)[number];

/** As FSRS numbers them. */
const GRADES: Readonly<Record<Rating, Grade>> = { again: 1, hard: 2, good: 3, easy: 4 };

/** 90 % is what the authors of FSRS advise: more means many more reviews for little. */
const scheduler = fsrs({ request_retention: 0.9, maximum_interval: 365, enable_fuzz: false, enable_short_term: true });

export function newMemory(now: Date): Memory {
  return toMemory(createEmptyCard(now));
}

export function rated(memory: Memory, rating: Rating, now: Date): Memory {
  return toMemory(scheduler.next(fromMemory(memory), notBefore(memory, now), GRADES[rating]).card);
}

/** When the card would be due after each rating. */
export function preview(memory: Memory, now: Date): Record<Rating, string> {
  const due = (rating: Rating) => rated(memory, rating, now).due;
  return { again: due('again'), hard: due('hard'), good: due('good'), easy: due('easy') };
}

/** From 0 to 1: how likely the card is still remembered. */
export function retrievability(memory: Memory, now: Date): number {
  return memory.reps === 0 ? 0 : scheduler.get_retrievability(fromMemory(memory), notBefore(memory, now), false);
}

/** The clocks of two machines may differ: a card is not reviewed before its last review. */
function notBefore({ last_review }: Memory, now: Date): Date {
  return last_review === null ? now : new Date(Math.max(now.getTime(), Date.parse(last_review)));
}

function fromMemory(memory: Memory): CardInput {
  return { ...memory, state: memory.state };
}

function toMemory({ due, last_review, ...learned }: Learned): Memory {
  return { ...learned, due: due.toISOString(), last_review: last_review?.toISOString() ?? null };
}
