/** Which fields of a job Bull Board shows. */
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { VISIBLE_COUNTS, VISIBLE_KEYS } from '../../dashboard/redact.ts';
import { JOBS } from '../../queues/catalogue.ts';

test('every field of our own jobs is shown: without their ids nobody could follow a task', () => {
  const fields = Object.values(JOBS).flatMap(({ payload, result }) => [payload, result].flatMap(keysOf));
  expect(fields).toContain('task_id');
  expect(fields.filter((field) => !VISIBLE_KEYS.has(field) && !VISIBLE_COUNTS.has(field))).toEqual([]);
});

function keysOf(schema: z.ZodObject): string[] {
  return Object.keys(schema.shape);
}
