/** Who tells a pregnancy by its test and asks about a medicine is told what speaks against it. */
import { expect, test } from 'vitest';
import { consult } from './support.ts';

test.each([
  ['just got a positive test!! about 5 weeks. do i need to come off the sertraline straight away', 'Sertraline'],
  ['two lines on the test this morning, is ramipril ok?', 'Ramipril'],
  ['the stick says yes! should I stop my topiramate?', 'Topiramate'],
])('%s', async (text, medicine) => expect(await consult(text)).toContain(`${medicine} with pregnancy: `));

test('not after a positive test of something else', async () =>
  expect(await consult('positive covid test!! should i stop my sertraline')).not.toContain('pregnancy'));
