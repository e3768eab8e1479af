/**
 * No pattern of the project takes more than linear time, whatever text it is given. A pattern that does is found here before it is
 * found by somebody who looks for one. Those that linear.txt lists were analysed before.
 */
import { describe, expect, test } from 'vitest';
import { complaints, needlessUnicode, notYetAnalysed } from './complaints.ts';
import { writtenPatterns } from './every-pattern.ts';
import { superLinear } from './super-linear.ts';

test('patterns that are written in the files', () => {
  const patterns = writtenPatterns();
  expect(patterns.length).toBeGreaterThan(1_000);
  expect(complaints(notYetAnalysed(patterns))).toEqual([]);
  expect(patterns.filter(needlessUnicode)).toEqual([]);
});

describe('the check', () => {
  test.each([
    ['a run that is tried from each of its places', '\\s+x'],
    ['two quantifiers that share a run', '^\\s*,?\\s*x'],
    ['a beginning inside a later run', 'should\\b.*stop'],
    ['a beginning inside a run without marks', '\\bis\\b[^?]*\\bhigh'],
    ['a repeated group', '^(?:a+)+$'],
    ['a list that the beginning is part of', '\\bmy (?:(?:old|my) )*$'],
  ])('finds %s', (_what, source) => {
    expect(superLinear({ source, flags: '' })).not.toEqual([]);
  });

  test.each([
    ['bounded', 'should\\b.{0,200}stop'],
    ['anchored', '^should.*stop'],
    ['begins with another character', 'x\\s+y'],
    ['begins at a word', '\\bstop\\w*\\s'],
    ['nothing can fail after it', 'should.*'],
    ['one line', '^# (.*)$', 'm'],
  ])('accepts a pattern that is %s', (_what, source, flags = '') => {
    expect(superLinear({ source, flags })).toEqual([]);
  });
});
