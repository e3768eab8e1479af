/** The tutor team's stores over a test's own part of Redis. */
import { hashTag } from '../../../src/platform/keys.ts';
import { createTutorDesk } from '../../../src/teams/tutor/desk.ts';
import { tutorKeys } from '../../../src/teams/tutor/keys.ts';
import { readHere } from '../../support/reading.ts';
import { testPrefix, testRedis } from '../../support/redis.ts';

export const STUDENT = { tenant: 'local', user_id: 'student-1' };
export const NOON = new Date('2026-11-16T12:00:00.000Z');
export const DAY_MS = 86_400_000;

export function testDesk() {
  const redis = testRedis();
  const keys = tutorKeys(hashTag(testPrefix()));
  return { redis, keys, desk: createTutorDesk(redis, keys, readHere) };
}

export function answer(id: string, fields: { topic?: string; right?: boolean; now?: Date } = {}) {
  const { topic = 'respiratory', right = true, now = NOON } = fields;
  return { id, kind: 'answer', topic, right, ms: 4_000, now, timezone: 'UTC' } as const;
}
