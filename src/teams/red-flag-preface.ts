/**
 * The message is checked for red flags, with those before it, before anything is sent; the advice for them comes before the reply, whichever
 * agent or model wrote the rest. Several runs of a turn ask for it, so the findings of the last few messages are cached.
 */
import { LRUCache } from 'lru-cache';
import { besideAlarm, type MedicineNamed, withNumbers } from '../clinical/index.ts';
import type { Preface } from '../engine/run/team-module.ts';
import type { Task } from '../engine/task/task.ts';
import { AppError } from '../platform/errors.ts';
import type { Reading } from './reading.ts';

type Message = Pick<Task, 'text' | 'user_location'>;

/**
 * Where they are asked for and the message could be read. `medicines`: those that it names. `news`: it tells what may speak against others.
 * `dependsOnRecord`: it raises nothing, and may with what the record holds.
 */
export type RedFlagPreface = Preface & {
  medicines?: readonly MedicineNamed[];
  news?: boolean;
  dependsOnRecord?: boolean;
};

/** More than the turns that a process works on at the same time. */
const KEPT = 200;

/** The producer and the workers of one process ask for the same. */
const foundBy = new WeakMap<Reading, LRUCache<string, Promise<RedFlagPreface>>>();

/** A message that could not be read may tell of an emergency: the advice is given, and says why. */
const NOT_READ =
  'I could not check your message for signs of an emergency. If anyone is in danger or feels seriously unwell, {emergency} now.';

/** With the emergency numbers of the place, where the task knows it. `asked`: what is read in one call of the thread. */
export function redFlagPreface(
  reading: Reading,
  asked: 'redFlags' | 'redFlagsAndMedicines' = 'redFlags',
): (message: Message, earlier?: readonly string[]) => Promise<RedFlagPreface> {
  return ({ text, user_location }, earlier = []) => {
    const found = foundBy.get(reading) ?? new LRUCache<string, Promise<RedFlagPreface>>({ max: KEPT });
    foundBy.set(reading, found);
    const key = JSON.stringify([asked, user_location?.timezone, user_location?.locale, text, ...earlier]);
    const known = found.get(key);
    if (known) return known;
    const read: Promise<RedFlagPreface> = reading.read(asked, { text, earlier, user_location }).catch((thrown) => {
      if (isTooHard(thrown)) return notRead(user_location);
      found.delete(key);
      throw thrown;
    });
    found.set(key, read);
    return read;
  };
}

/** What to do is said by the advice alone. */
export function besideRedFlags({ data }: Preface, text: string): string {
  return Array.isArray(data.red_flags) && data.red_flags.length > 0 ? besideAlarm(text) : text;
}

/** Its own limits have ended the reading; anything else is a fault, and is tried again. */
function isTooHard(thrown: unknown): boolean {
  return thrown instanceof AppError && (thrown.code === 'timeout' || thrown.code === 'too_large');
}

function notRead(place: Message['user_location']): Preface {
  const advice = withNumbers(NOT_READ, place ?? {});
  return { text: advice, data: { red_flags: [{ family: 'not_read', advice }] } };
}
