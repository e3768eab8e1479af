import { expect, test } from 'vitest';
import { createWriteCheck } from '../../src/record/write-check.ts';

test('many who ask at once cause one write, and none follows one that worked', async () => {
  let writes = 0;
  const check = createWriteCheck(async () => {
    writes += 1;
  });
  await Promise.all([check(), check(), check()]);
  await check();
  expect(writes).toBe(1);
});

test('one that failed is reported to all who asked, and is tried again', async () => {
  let writes = 0;
  const check = createWriteCheck(async () => {
    writes += 1;
    if (writes < 3) throw new Error('disk full');
  });
  const both = await Promise.allSettled([check(), check()]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(check()).rejects.toThrow('disk full');
  await check();
  expect(writes).toBe(3);
});
