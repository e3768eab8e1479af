/**
 * A user's flashcards. The scheduler agent and the team's own tools use the same store, each from its own process: a review names how
 * many reviews the card had before it, so that the same review is counted once, whoever writes it and however often.
 */
import { AppError } from '../../../platform/errors.ts';
import { callScript, type RedisClient } from '../../../platform/lua.ts';
import { partsOf, type Student, type TutorKeys } from '../keys.ts';
import { type NewEvent, topicName } from '../study/event.ts';
import { eventArgs } from '../study/store.ts';
import { Card, cardIdOf, type NewCard } from './card.ts';
import { newMemory, type Rating, rated } from './schedule.ts';
import { addCards, removeCards, reviewCard } from './scripts.ts';

export type Review = {
  card_id: string;
  /** Reviews that the card had before this one. */
  review: number;
  rating: Rating;
  /** How long the user took. */
  ms: number;
  now: Date;
  timezone: string;
};

export type CardStore = {
  add(student: Student, deck: { name: string; topic: string }, cards: readonly NewCard[], now: Date): Promise<Added>;
  all(student: Student): Promise<Card[]>;
  /** The card, or null. */
  get(student: Student, cardId: string): Promise<Card | null>;
  /** Those that are due, the most overdue first. */
  due(student: Student, now: Date, limit: number): Promise<Card[]>;
  countDue(student: Student, now: Date): Promise<number>;
  /** The card after the review. `recorded` is false if that review was recorded before. Throws `not_found` and `conflict`. */
  review(student: Student, review: Review): Promise<{ card: Card; recorded: boolean }>;
  /** How many were removed. */
  removeDeck(student: Student, deck: string): Promise<number>;
};

export type Added = { added: number; known: number; refused: number };

/** Another process may review the same card at the same time. */
const TRIES = 5;

export function createCardStore(redis: RedisClient, keys: TutorKeys): CardStore {
  const call = (script: Parameters<typeof callScript>[1], student: Student, args: (string | number)[]) =>
    callScript(redis, script, keys.tag, [...partsOf(student), ...args]);

  async function getJson(student: Student, cardId: string): Promise<string | null> {
    return redis.hget(keys.cards(...partsOf(student)), cardId);
  }

  async function all(student: Student): Promise<Card[]> {
    return (await redis.hvals(keys.cards(...partsOf(student)))).map(parse);
  }

  return {
    async add(student, { name, topic }, cards, now) {
      const made = cards.map((card) => newCard(name, topic, card, now));
      const args = made.flatMap((card) => [card.card_id, JSON.stringify(card), dueMs(card)]);
      const [added = 0, known = 0, refused = 0] = (await call(addCards, student, args)) as number[];
      return { added, known, refused };
    },
    all,
    async get(student, cardId) {
      const json = await getJson(student, cardId);
      return json === null ? null : parse(json);
    },
    async due(student, now, limit) {
      const parts = partsOf(student);
      const ids = await redis.zrange(keys.due(...parts), '-inf', now.getTime(), 'BYSCORE', 'LIMIT', 0, limit);
      if (ids.length === 0) return [];
      return (await redis.hmget(keys.cards(...parts), ...ids)).flatMap((json) => (json ? [parse(json)] : []));
    },
    countDue: (student, now) => redis.zcount(keys.due(...partsOf(student)), '-inf', now.getTime()),
    async review(student, review) {
      for (let tries = 0; tries < TRIES; tries += 1) {
        const json = await getJson(student, review.card_id);
        if (json === null) throw new AppError('not_found', 'There is no such card.');
        const card = parse(json);
        if (card.memory.reps > review.review) return { card, recorded: false };
        if (card.memory.reps < review.review)
          throw new AppError('conflict', `The card has had ${card.memory.reps} reviews, fewer than the review says.`);
        const after: Card = { ...card, memory: rated(card.memory, review.rating, review.now) };
        const args = [card.card_id, json, JSON.stringify(after), dueMs(after), ...eventArgs(eventOf(card, review))];
        if ((await call(reviewCard, student, args)) === 1) return { card: after, recorded: true };
      }
      throw new AppError('conflict', 'The card is being reviewed elsewhere; try again.');
    },
    async removeDeck(student, deck) {
      const ids = (await all(student)).filter((card) => sameName(card.deck, deck)).map(({ card_id }) => card_id);
      return ids.length === 0 ? 0 : ((await call(removeCards, student, ids)) as number);
    },
  };
}

export function sameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

function newCard(deck: string, topic: string, { front, back, source }: NewCard, now: Date): Card {
  return {
    card_id: cardIdOf(deck, front),
    deck,
    topic: topicName(topic),
    front,
    back,
    source: source ?? null,
    created_at: now.toISOString(),
    memory: newMemory(now),
  };
}

/** A card that was removed and made again begins anew. */
function eventOf({ card_id, topic, created_at }: Card, { review, rating, ms, now, timezone }: Review): NewEvent {
  const id = `review:${card_id}:${Date.parse(created_at)}:${review}`;
  return { id, kind: 'review', topic, right: rating !== 'again', ms, now, timezone };
}

function dueMs({ memory }: Card): number {
  return Date.parse(memory.due);
}

function parse(json: string): Card {
  return Card.parse(JSON.parse(json));
}
