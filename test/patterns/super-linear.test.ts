/**
 * No pattern of the project takes more than linear time, whatever text it is given. A pattern that does is found here before it is
 * found by somebody who looks for one.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { LONGEST_RUN } from '../../src/platform/spaces.ts';
import { FILES } from './files.ts';
import { superLinear } from './super-linear.ts';
import { type Placed, writtenIn } from './written.ts';

/** These get texts whose runs of spaces were shortened (src/platform/spaces.ts). All others get texts as they come. */
const SHORT_SPACES = /^src\/(?:clinical|teams\/[^/]+\/offline)\//;

function complaints(patterns: readonly Placed[]): string[] {
  const distinct = new Map(patterns.map((one) => [`${one.source}/${one.flags}/${SHORT_SPACES.test(one.file)}`, one]));
  return [...distinct.values()].flatMap((pattern) => {
    const found = superLinear({
      ...pattern,
      source: SHORT_SPACES.test(pattern.file) ? short(pattern.source) : pattern.source,
    });
    return found.length > 0 ? [`${pattern.file}: ${found.join('; ')} in /${pattern.source.slice(0, 120)}/`] : [];
  });
}

function short(source: string): string {
  return source.replaceAll('\\s*', `\\s{0,${LONGEST_RUN}}`).replaceAll('\\s+', `\\s{1,${LONGEST_RUN}}`);
}

test('patterns that are written in the files', () => {
  const patterns = FILES.flatMap(writtenIn);
  expect(patterns.length).toBeGreaterThan(1_000);
  expect(complaints(patterns)).toEqual([]);
  expect(patterns.filter(needlessUnicode)).toEqual([]);
});

/** With `i`, V8 needs several times as long for a pattern with `u` as for one without. */
function needlessUnicode({ source, flags }: Placed): boolean {
  return /i.*u|u.*i/.test(flags) && !/\\[pP]\{|\\u\{|[\u{10000}-\u{10ffff}]/u.test(source);
}

test('patterns that are put together while modules are loaded and messages are read', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', 'test/patterns/made.ts'], {
    maxBuffer: 64 * 1024 * 1024,
  });
  const patterns = JSON.parse(stdout) as Placed[];
  expect(patterns.length).toBeGreaterThan(300);
  expect(complaints(patterns)).toEqual([]);
  expect(patterns.filter(needlessUnicode)).toEqual([]);
}, 600_000);

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
