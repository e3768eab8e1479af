/** Every pattern of the project, also those that the gate does not analyse again. */
import { expect, test } from 'vitest';
import { complaints, needlessUnicode } from './complaints.ts';
import { madePatterns, writtenPatterns } from './every-pattern.ts';

test('patterns that are written in the files take linear time', () => {
  expect(complaints(writtenPatterns())).toEqual([]);
});

test('so do those that are put together while modules are loaded and messages are read', async () => {
  const patterns = await madePatterns();
  expect(patterns.length).toBeGreaterThan(300);
  expect(complaints(patterns)).toEqual([]);
  expect(patterns.filter(needlessUnicode)).toEqual([]);
});
