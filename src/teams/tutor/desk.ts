/** What the tools and the served agents of the team work on. */
import type { RedisClient } from '../../platform/lua.ts';
import type { Reading } from '../reading.ts';
import { type CardStore, createCardStore } from './cards/store.ts';
import type { Question } from './content/questions.ts';
import type { AskedCards, AskedQuestion, MadeCards } from './content/tasks.ts';
import type { TutorKeys } from './keys.ts';
import { createStudyStore, type StudyStore } from './study/store.ts';

export type TutorDesk = {
  study: StudyStore;
  cards: CardStore;
  /** Null if the tables hold nothing (more) on the topic. */
  question(asked: AskedQuestion): Promise<Question | null>;
  cardsOn(asked: AskedCards): Promise<MadeCards | null>;
};

export function createTutorDesk(redis: RedisClient, keys: TutorKeys, reading: Reading): TutorDesk {
  return {
    study: createStudyStore(redis, keys),
    cards: createCardStore(redis, keys),
    question: (asked) => reading.read('tutorQuestion', asked),
    cardsOn: (asked) => reading.read('tutorCards', asked),
  };
}
