/** Words of a message that are also names that every object inherits are words like any other. */
import { expect, test } from 'vitest';
import { followedBy, numberOf, relatedTypes } from '../../src/clinical/index.ts';

test.each(['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'])('%s', (word) => {
  expect(followedBy(word)).toEqual([]);
  expect(relatedTypes(word)).toEqual([word]);
  expect(numberOf(word)).toEqual(numberOf('sofa'));
});
