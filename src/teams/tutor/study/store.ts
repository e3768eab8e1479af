/** What a user has studied: counters by day, topics, and the latest events. */
import { z } from 'zod';
import { callScript, type RedisClient } from '../../../platform/lua.ts';
import { partsOf, type Student, type TutorKeys } from '../keys.ts';
import { KEPT_DAYS } from '../limits.ts';
import { type Day, daysBefore, type EventKind, type NewEvent, StudyEvent, toEvent } from './event.ts';
import { recordEvent } from './scripts.ts';

export type DayCounts = Partial<Record<EventKind | `${EventKind}:right` | 'ms', number>>;

const Topic = z.object({ count: z.number(), right: z.number(), latest: z.string(), at: z.string() });
export type TopicCounts = z.infer<typeof Topic>;

export type StudyRecord = {
  days: ReadonlyMap<Day, DayCounts>;
  topics: ReadonlyMap<string, TopicCounts>;
  /** Newest first. */
  recent: readonly StudyEvent[];
};

export type StudyStore = {
  /** False if the event was recorded before. */
  record(student: Student, event: NewEvent): Promise<boolean>;
  read(student: Student): Promise<StudyRecord>;
};

export function createStudyStore(redis: RedisClient, keys: TutorKeys): StudyStore {
  return {
    async record(student, event) {
      const args = [...partsOf(student), ...eventArgs(event)];
      return (await callScript(redis, recordEvent, keys.tag, args)) === 1;
    },
    async read(student) {
      const parts = partsOf(student);
      const [days, topics, recent] = await Promise.all([
        redis.hgetall(keys.days(...parts)),
        redis.hgetall(keys.topics(...parts)),
        redis.lrange(keys.recent(...parts), 0, -1),
      ]);
      return {
        days: byDay(days),
        topics: new Map(Object.entries(topics).map(([name, json]) => [name, Topic.parse(JSON.parse(json))])),
        recent: recent.map((json) => StudyEvent.parse(JSON.parse(json))),
      };
    },
  };
}

/** What `count_event` takes after the tenant and the user. */
export function eventArgs(event: NewEvent): [id: string, json: string, oldest: Day] {
  const counted = toEvent(event);
  return [event.id, JSON.stringify(counted), daysBefore(counted.day, KEPT_DAYS)];
}

function byDay(fields: Record<string, string>): Map<Day, DayCounts> {
  const days = new Map<Day, DayCounts>();
  for (const [field, count] of Object.entries(fields)) {
    const day = field.slice(0, 10);
    days.set(day, { ...days.get(day), [field.slice(11)]: Number(count) });
  }
  return days;
}
