/** Study events: counted once whatever is repeated, and bounded whatever is studied. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { figuresOf, streakOf, topicsSince } from '../../../src/teams/tutor/analytics/summary.ts';
import { eraseStudy } from '../../../src/teams/tutor/erase.ts';
import { allKeysOf } from '../../../src/teams/tutor/keys.ts';
import { KEPT_DAYS, MOST_TOPICS, RECENT_EVENTS } from '../../../src/teams/tutor/limits.ts';
import { daysBefore, topicName } from '../../../src/teams/tutor/study/event.ts';
import { answer, DAY_MS, NOON, STUDENT, testDesk } from './desk.ts';

const TODAY = '2026-11-16';

describe('an answer counts once', () => {
  test('when the step that records it runs again after a crash', async () => {
    const { desk } = testDesk();
    expect(await desk.study.record(STUDENT, answer('a'))).toBe(true);
    expect(await desk.study.record(STUDENT, answer('a', { right: false }))).toBe(false);
    const record = await desk.study.read(STUDENT);
    expect(figuresOf(record, TODAY)).toMatchObject({ answers: 1, correct: 1, accuracy: 1 });
    expect(record.recent).toHaveLength(1);
  });

  test('when two processes record it at the same time', async () => {
    const { desk } = testDesk();
    const recorded = await Promise.all(Array.from({ length: 20 }, () => desk.study.record(STUDENT, answer('a'))));
    expect(recorded.filter(Boolean)).toHaveLength(1);
    expect(figuresOf(await desk.study.read(STUDENT), TODAY).answers).toBe(1);
  });

  test('and all different ones count: the counters are what a plain count gives', async () => {
    const events = fc.array(
      fc.record({
        id: fc.integer({ min: 0, max: 15 }).map(String),
        topic: fc.constantFrom('renal', 'heart', 'skin'),
        right: fc.boolean(),
      }),
      { maxLength: 25 },
    );
    await fc.assert(
      fc.asyncProperty(events, async (list) => {
        const { desk } = testDesk();
        for (const { id, ...fields } of list) await desk.study.record(STUDENT, answer(id, fields));
        const unique = [...new Map(list.toReversed().map((event) => [event.id, event])).values()];
        const record = await desk.study.read(STUDENT);
        const { answers, correct } = figuresOf(record, TODAY);
        expect([answers, correct]).toEqual([unique.length, unique.filter(({ right }) => right).length]);
        for (const { topic, count, right } of topicsSince(record, TODAY)) {
          const ofTopic = unique.filter((event) => event.topic === topic);
          expect([count, right]).toEqual([ofTopic.length, ofTopic.filter((event) => event.right).length]);
        }
      }),
      { numRuns: 15 },
    );
  });
});

describe('what is kept does not grow with the years', () => {
  test('days beyond the limit are dropped, the latest stay', async () => {
    const { desk } = testDesk();
    for (const days of [KEPT_DAYS + 30, KEPT_DAYS + 1, KEPT_DAYS - 1, 0])
      await desk.study.record(STUDENT, answer(`d${days}`, { now: new Date(NOON.getTime() - days * DAY_MS) }));
    const { days } = await desk.study.read(STUDENT);
    expect([...days.keys()].sort()).toEqual([daysBefore(TODAY, KEPT_DAYS - 1), TODAY]);
  });

  test('the least recent topic makes room, and only the latest events are kept', async () => {
    const { desk } = testDesk();
    const total = RECENT_EVENTS + 5;
    for (let from = 0; from < total; from += 100)
      await Promise.all(
        Array.from({ length: Math.min(100, total - from) }, (_, index) => {
          const n = from + index;
          const now = new Date(NOON.getTime() + n);
          return desk.study.record(STUDENT, answer(`e${n}`, { topic: `topic ${n % (MOST_TOPICS + 1)}`, now }));
        }),
      );
    const record = await desk.study.read(STUDENT);
    expect(record.recent).toHaveLength(RECENT_EVENTS);
    expect(record.topics.size).toBe(MOST_TOPICS);
    expect(record.days.get(TODAY)?.answer).toBe(total);
  });

  test('every key of a student expires', async () => {
    const { desk, redis, keys } = testDesk();
    await desk.study.record(STUDENT, answer('a'));
    await desk.cards.add(STUDENT, { name: 'Deck', topic: 'renal' }, [{ front: 'f', back: 'b' }], NOON);
    const lives = await Promise.all(allKeysOf(keys, STUDENT).map((key) => redis.ttl(key)));
    expect(lives).toHaveLength(6);
    for (const seconds of lives) expect(seconds).toBeGreaterThan(0);
  });
});

test('a streak goes on while the student has yet to study today, and ends after a day without', async () => {
  const days = (...ago: number[]) => ({ days: new Map(ago.map((n) => [daysBefore(TODAY, n), {}])) });
  expect(streakOf(days(0, 1, 2, 4), TODAY)).toBe(3);
  expect(streakOf(days(1, 2, 3), TODAY)).toBe(3);
  expect(streakOf(days(2, 3), TODAY)).toBe(0);
  expect(streakOf(days(-1, 0, 1), TODAY)).toBe(3);
});

test('students and tenants see nothing of each other, and an erasure removes one of them only', async () => {
  const { desk, redis, keys } = testDesk();
  const others = [
    { tenant: 'local', user_id: 'student-2' },
    { tenant: 'other', user_id: 'student-1' },
  ];
  for (const student of [STUDENT, ...others]) await desk.study.record(student, answer('a'));
  await desk.cards.add(STUDENT, { name: 'Deck', topic: 'renal' }, [{ front: 'f', back: 'b' }], NOON);
  expect(await eraseStudy(redis, keys, STUDENT)).toEqual({ keys: 6 });
  expect(await redis.exists(...allKeysOf(keys, STUDENT))).toBe(0);
  for (const student of others) expect((await desk.study.read(student)).recent).toHaveLength(1);
});

test.each(['a:b', 'x*', '../y', '', 'a b', 'a\n', `a${'b'.repeat(200)}`])(
  'an id that could reach into another key is refused: %j',
  async (user_id) => {
    const { desk, redis, keys } = testDesk();
    await expect(desk.study.record({ tenant: 'local', user_id }, answer('a'))).rejects.toMatchObject({
      code: 'invalid',
    });
    await expect(desk.cards.all({ tenant: user_id, user_id: 'u' })).rejects.toMatchObject({ code: 'invalid' });
    expect(await eraseStudy(redis, keys, { tenant: 'local', user_id })).toEqual({ keys: 0 });
  },
);

test('a topic of any text is a short name, and never breaks the record', async () => {
  const { desk } = testDesk();
  const topics = ['__proto__', 'constructor', '  Renal\n\nFailure ', '\u0000', 'x'.repeat(500), '"}', '💊'.repeat(40)];
  for (const [index, topic] of topics.entries()) await desk.study.record(STUDENT, answer(`t${index}`, { topic }));
  const { recent, topics: counted } = await desk.study.read(STUDENT);
  expect(recent).toHaveLength(topics.length);
  expect(counted.has('renal failure')).toBe(true);
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(topicName(text).length).toBeGreaterThan(0);
      expect(topicName(text).length).toBeLessThanOrEqual(60);
      expect(topicName(topicName(text))).toBe(topicName(text));
    }),
  );
});
