/** Which fields of a job Bull Board shows. */
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { redactResponse, VISIBLE_COUNTS, VISIBLE_KEYS } from '../../dashboard/redact.ts';
import { JOBS } from '../../queues/catalogue.ts';

test('every field of our own jobs is shown: without their ids nobody could follow a task', () => {
  const fields = Object.values(JOBS).flatMap(({ payload, result }) => [payload, result].flatMap(keysOf));
  expect(fields).toContain('task_id');
  expect(fields.filter((field) => !VISIBLE_KEYS.has(field) && !VISIBLE_COUNTS.has(field))).toEqual([]);
});

function keysOf(schema: z.ZodObject): string[] {
  return Object.keys(schema.shape);
}

const WORDS = 'chest pain since Tuesday';
const TIME = '2026-11-19T22:58:14.120Z';
const LINES = [
  `start ${TIME}, try 2`,
  'step 2 model gemini-2.5-flash 812 ms, 1,204 > 96 tokens',
  'DataEntryAgent: step 1,031 tool current_time 3 ms, error',
  'code-generation/generate_code: step 1 model qwen2:7b 1,812 ms, failed model_unavailable',
  'step 3 fan-in 12 ms',
  'wait for 4 jobs',
  'wait for another worker, shutting_down',
  'pause 10,000 ms, model_rate_limited',
  'try 1 failed, record_unavailable',
  'end success, handed over to HealthConsultantAgent, 812 ms, 1,204 > 96 tokens',
  'end degraded model_quota, 1,812 ms',
];

const logs = (lines: unknown[]) => redactResponse('/api/queues/:queueName/:jobId/logs', 200, lines);
const progressOf = (progress: unknown) =>
  (redactResponse('/api/queues/:queueName/:jobId', 200, { job: { id: '1', progress } }) as { job: Job }).job.progress;
type Job = { progress: unknown };

test('the lines that runs write into the log of a job are shown', () => {
  expect(logs(LINES)).toEqual(LINES);
});

test('any other line of a log is hidden, however much it looks like one of ours', () => {
  const altered = LINES.flatMap((line) => [
    `${line} ${WORDS}`,
    `${WORDS} ${line}`,
    `${line}\n${WORDS}`,
    `${WORDS}\n${line}`,
    `${WORDS}: ${line}`,
    line.replace(/ \d/, ` ${WORDS} 1`),
    line.replace(/[\w-]+$/, WORDS),
    line.replace(/,.*$/, `, ${WORDS}`),
    line.toUpperCase(),
  ]);
  const hostile = [
    ...altered.filter((line) => !LINES.includes(line)),
    WORDS,
    '',
    `step 1 model ${'x'.repeat(100)} 1 ms`,
    'end success no_such_code, 1 ms',
    'try 1 failed, chest_pain',
    { line: WORDS },
    [LINES[0]],
    7,
    null,
  ];
  expect(hostile.length).toBeGreaterThan(70);
  expect(new Set(Object.values(logs(hostile)))).toEqual(new Set(['(hidden)']));
});

test('progress is shown as runs write it, and hidden with anything more', () => {
  const ours = [40, { done: 2, at: 'gemini-2.5-flash' }, { progress: 50, done: 2, of: 4, at: 'generate_code' }];
  expect(ours.map(progressOf)).toEqual(ours);
  const hostile = [
    WORDS,
    [WORDS],
    { note: WORDS },
    { progress: WORDS },
    { progress: 50, done: '2' },
    { done: 2, at: WORDS },
    { done: 2, at: { deep: WORDS } },
    { progress: 50, [WORDS]: 1 },
    { done: 2, at: 'a\nb' },
  ];
  expect(hostile.map(progressOf)).toEqual(hostile.map(() => '(hidden)'));
});
