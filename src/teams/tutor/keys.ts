/** The keys of the tutor team in Redis: a handful for each user, all of them deleted with the user. */
import { AppError } from '../../platform/errors.ts';
import { type KeyBuilders, keyBuilders } from '../../platform/keys.ts';

export const LAYOUT = {
  /** Counters by day: `2026-11-16:answer`, `2026-11-16:answer:right`, `2026-11-16:ms`. */
  days: 'tutor:days:{tenant}:{user}',
  /** Of each topic: how many answers, how many right, the last few of them. */
  topics: 'tutor:topics:{tenant}:{user}',
  /** The latest study events, newest first. */
  recent: 'tutor:recent:{tenant}:{user}',
  /** Ids of events that were counted, by the time at which they were. */
  counted: 'tutor:counted:{tenant}:{user}',
  /** Flashcards by id. */
  cards: 'tutor:cards:{tenant}:{user}',
  /** Ids of flashcards by the time at which each is due. */
  due: 'tutor:due:{tenant}:{user}',
} as const;

export type TutorKeys = KeyBuilders<typeof LAYOUT> & { tag: string };

/** Whose study data it is. */
export type Student = { tenant: string; user_id: string };

/** No colon: an id must not reach into another part of a key. */
const PLAIN_ID = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,127}$/;

export function tutorKeys(tag: string): TutorKeys {
  return { ...keyBuilders(tag, LAYOUT), tag };
}

/** Throws for ids that must not become part of a key: some come from other systems. */
export function partsOf({ tenant, user_id }: Student): [tenant: string, user: string] {
  if (!PLAIN_ID.test(tenant) || !PLAIN_ID.test(user_id))
    throw new AppError('invalid', 'The user id may have letters, digits and . _ @ - only, at most 128 of them.');
  return [tenant, user_id];
}

/** None for an id that nothing can be stored under. */
export function allKeysOf(keys: TutorKeys, student: Student): string[] {
  const parts = [student.tenant, student.user_id] as const;
  if (!parts.every((part) => PLAIN_ID.test(part))) return [];
  return [keys.days, keys.topics, keys.recent, keys.counted, keys.cards, keys.due].map((key) => key(...parts));
}
