/** Figures of a user's study, worked out from the counters: of a stretch of days, and of each topic in it. */
import { RECENT_EVENTS } from '../limits.ts';
import { type Day, daysBefore } from '../study/event.ts';
import type { DayCounts, StudyRecord } from '../study/store.ts';

export type Figures = {
  answers: number;
  correct: number;
  /** Null where nothing was answered. */
  accuracy: number | null;
  reviews: number;
  remembered: number;
  retention: number | null;
  lessons: number;
  minutes: number;
  days_active: number;
};

export type TopicFigures = { topic: string; count: number; right: number; mastery: number };

/** `until` is the first day that does not count any more. */
export function figuresOf({ days }: Pick<StudyRecord, 'days'>, from: Day, until?: Day): Figures {
  const within = [...days].filter(([day]) => day >= from && (until === undefined || day < until));
  const sum = (name: keyof DayCounts) => within.reduce((total, [, counts]) => total + (counts[name] ?? 0), 0);
  const [answers, correct] = [sum('answer'), sum('answer:right')];
  const [reviews, remembered] = [sum('review'), sum('review:right')];
  return {
    answers,
    correct,
    accuracy: share(correct, answers),
    reviews,
    remembered,
    retention: share(remembered, reviews),
    lessons: sum('lesson'),
    minutes: Math.round(sum('ms') / 60_000),
    days_active: within.length,
  };
}

/** Days in a row on which something was studied, up to today or yesterday. */
export function streakOf({ days }: Pick<StudyRecord, 'days'>, today: Day): number {
  // A user east of the server may have studied on what is tomorrow here.
  let day = days.has(daysBefore(today, -1)) ? daysBefore(today, -1) : today;
  if (!days.has(day)) day = daysBefore(today, 1);
  let streak = 0;
  for (; days.has(day); day = daysBefore(day, 1)) streak += 1;
  return streak;
}

/** Those that were studied since `from`, the most practised first. The latest events tell; beyond them the topic's own counters do. */
export function topicsSince(record: StudyRecord, from: Day): TopicFigures[] {
  const covered = record.recent.length < RECENT_EVENTS || (record.recent.at(-1)?.day ?? '') < from;
  const topics = new Map<string, { count: number; right: number }>();
  if (covered) {
    for (const { kind, topic, right, day } of record.recent) {
      if (kind === 'lesson' || day < from) continue;
      const { count, right: before } = topics.get(topic) ?? { count: 0, right: 0 };
      topics.set(topic, { count: count + 1, right: before + (right ? 1 : 0) });
    }
  } else {
    for (const [topic, { count, right, at }] of record.topics)
      if (at.slice(0, 10) >= from) topics.set(topic, { count, right });
  }
  return [...topics]
    .map(([topic, counts]) => ({ topic, ...counts, mastery: masteryOf(record, topic) }))
    .sort((a, b) => b.count - a.count || (a.topic < b.topic ? -1 : 1));
}

/** From 0 to 1, by the latest answers. Few answers say little: without any it is a half. */
export function masteryOf({ topics }: Pick<StudyRecord, 'topics'>, topic: string): number {
  const latest = topics.get(topic)?.latest ?? '';
  const right = [...latest].filter((mark) => mark === '1').length;
  return Number(((right + 1) / (latest.length + 2)).toFixed(2));
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : Number((part / whole).toFixed(3));
}
