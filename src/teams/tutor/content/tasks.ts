/** What is made from the tables, as tasks of the reading thread: to gather the tables takes a second, and the event loop must not wait. */
import type { NewCard } from '../cards/card.ts';
import { cardsOn } from './cards.ts';
import { topicNamed } from './items.ts';
import { type Question, questionOn } from './questions.ts';

export type AskedQuestion = { topic?: string | undefined; asked: readonly string[]; seed: string };
export type AskedCards = { topic: string; count: number; seed: string; fronts: readonly string[] };
export type MadeCards = { name: string; area: string; cards: NewCard[] };

export const CONTENT_TASKS = {
  /** Null if the tables hold nothing (more) on the topic. */
  tutorQuestion({ topic, asked, seed }: AskedQuestion): Question | null {
    const found = topic === undefined ? null : topicNamed(topic);
    return topic !== undefined && found === null ? null : questionOn(found, asked, seed);
  },
  tutorCards({ topic, count, seed, fronts }: AskedCards): MadeCards | null {
    const found = topicNamed(topic);
    return found && { name: found.name, area: found.area, cards: cardsOn(found, count, seed, fronts) };
  },
};
