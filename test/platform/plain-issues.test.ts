/** What a person is told about input that does not fit: a sentence with the field's name, and nothing of what was given. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { AppError } from '../../src/platform/errors.ts';
import { invalidField, parseInput, sentenceOf } from '../../src/platform/invalid-input.ts';

const SECRET = 'zebra';

const Body = z.strictObject({
  text: z.string().max(5),
  name: z.string().min(1),
  code: z.string().min(3),
  age: z.number().min(0).max(120),
  share: z.number().gt(0).lt(1),
  count: z.int().multipleOf(5),
  on: z.boolean(),
  tags: z.array(z.string()).min(1).max(2),
  pairs: z.array(z.string()).min(2),
  place: z.strictObject({ city: z.string() }),
  kind: z.enum(['cat', 'dog']),
  fixed: z.literal('Bundle'),
  id: z.uuid(),
  at: z.iso.datetime({ offset: true }),
  value: z.union([z.number(), z.string()]),
  when: z.union([z.object({ every: z.number() }), z.object({ at: z.string() })]),
  own: z.string().refine((text) => text === 'right', 'must be right'),
  bare: z.string().refine((text) => text === 'right'),
  wait: z.coerce.number(),
});

const GOOD = {
  text: 'short',
  name: 'n',
  code: 'abc',
  age: 40,
  share: 0.5,
  count: 10,
  on: true,
  tags: ['a'],
  pairs: ['a', 'b'],
  place: { city: 'Ulm' },
  kind: 'cat',
  fixed: 'Bundle',
  id: '0197a1f4-0000-7000-8000-000000000000',
  at: '2026-11-16T08:00:00Z',
  value: 1,
  when: { at: 'noon' },
  own: 'right',
  bare: 'right',
  wait: '5',
};

function problemOf(body: unknown): AppError {
  try {
    parseInput(Body, body, 'body');
  } catch (error) {
    return error as AppError;
  }
  throw new Error('this body was taken');
}

test.each<[string, Record<string, unknown>]>([
  ['text is missing.', { text: undefined }],
  ['text must be text.', { text: 5 }],
  ['text must be text.', { text: null }],
  ['text may have at most 5 characters.', { text: `${SECRET}s` }],
  ['name must not be empty.', { name: '' }],
  ['code must have at least 3 characters.', { code: 'ze' }],
  ['age must be a number.', { age: SECRET }],
  ['age must be at least 0.', { age: -1 }],
  ['age may be at most 120.', { age: 121 }],
  ['share must be more than 0.', { share: 0 }],
  ['share must be less than 1.', { share: 1 }],
  ['count must be a whole number.', { count: 7.5 }],
  ['count must be a multiple of 5.', { count: 7 }],
  ['on must be true or false.', { on: SECRET }],
  ['tags must be a list.', { tags: SECRET }],
  ['tags must not be empty.', { tags: [] }],
  ['tags may have at most 2 entries.', { tags: ['a', 'b', SECRET] }],
  ['tags.1 must be text.', { tags: ['a', 7] }],
  ['pairs must have at least 2 entries.', { pairs: [SECRET] }],
  ['place must be an object.', { place: SECRET }],
  ['place.city is missing.', { place: {} }],
  ['kind must be one of cat, dog.', { kind: SECRET }],
  ['kind is missing.', { kind: undefined }],
  ['fixed must be Bundle.', { fixed: SECRET }],
  ['id must be a UUID.', { id: SECRET }],
  ['at must be a time with its zone, such as 2026-11-16T08:00:00Z.', { at: SECRET }],
  ['value must be a number or text.', { value: true }],
  ['value is missing.', { value: undefined }],
  ['when does not fit any of the forms that are allowed.', { when: { [SECRET]: 1 } }],
  ['own must be right.', { own: SECRET }],
  ['bare is not valid.', { bare: SECRET }],
  ['wait must be a number.', { wait: SECRET }],
  ['The body has a field that does not exist.', { [`I had a ${SECRET}`]: 1 }],
])('%s', (sentence, wrong) => {
  const { message, errors = [] } = problemOf({ ...GOOD, ...wrong });
  expect([message, errors.map(sentenceOf)]).toEqual([sentence, [sentence]]);
  expect(JSON.stringify([message, errors])).not.toContain(SECRET);
});

test('what is no object at all', () => {
  expect(problemOf(SECRET).message).toBe('The body must be an object.');
  expect(problemOf(undefined).message).toBe('The body is missing.');
});

test('some problems are all said, many are counted', () => {
  expect(problemOf({ ...GOOD, text: 1, name: '' }).message).toBe('text must be text. name must not be empty.');
  const { message, errors } = problemOf({});
  expect(errors).toHaveLength(19);
  expect(message).toBe('text is missing. name is missing. code is missing. There are 16 more problems; see errors.');
});

test('a message that is a sentence of its own stays one', () => {
  expect(invalidField('cursor', 'use next_cursor of the page before').message).toBe(
    'Use next_cursor of the page before.',
  );
  expect(invalidField('expires_at', 'must be in the future').message).toBe('expires_at must be in the future.');
});

test('the name of an unknown field is told to who sent it, and stays out of the message, which is logged', () => {
  const { message, errors = [] } = problemOf({ ...GOOD, more: 1, place: { city: 'Ulm', street: SECRET } });
  expect(errors.map(sentenceOf)).toEqual(['place has no field street.', 'The body has no field more.']);
  expect(message).toBe('place has a field that does not exist. The body has a field that does not exist.');
});
