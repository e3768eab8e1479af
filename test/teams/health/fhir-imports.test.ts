/** Bundles are read in a thread: the event loop goes on, and a bundle that asks for too much is refused without harm. */
import { afterAll, expect, test } from 'vitest';
import { createFhirImports } from '../../../src/teams/health/fhir-imports.ts';

const imports = createFhirImports();
afterAll(() => imports.close());

const NOW = '2025-03-01T09:00:00.000Z';
const read = (text: string) => imports.read(new TextEncoder().encode(text), 'patient', NOW);
const bundleOf = (entries: unknown[]) =>
  JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry: entries.map((resource) => ({ resource })) });

test('the event loop goes on turning while ten thousand resources are read', async () => {
  const pulse = {
    resourceType: 'Observation',
    status: 'final',
    code: { coding: [{ system: 'http://loinc.org', code: '8867-4' }] },
    valueQuantity: { value: 60, unit: '/min', code: '/min' },
  };
  const text = bundleOf(Array.from({ length: 10_000 }, (_, index) => ({ ...pulse, id: `r${index}` })));
  let [turns, done] = [0, false];
  const count = () => {
    turns += 1;
    if (!done) setImmediate(count);
  };
  setImmediate(count);
  const { sources } = await read(text);
  done = true;
  expect(sources.flatMap(({ facts }) => facts)).toHaveLength(10_000);
  expect(turns).toBeGreaterThan(100);
});

test.each<[string, string, string]>([
  ['no JSON', '{', 'malformed'],
  ['too many values', `[${'1,'.repeat(2_000_000)}1]`, 'too_large'],
  ['too many levels', '['.repeat(200) + ']'.repeat(200), 'malformed'],
  ['no bundle', '{"resourceType":"Patient"}', 'invalid'],
])('%s is refused, and the next bundle is read', async (_, text, code) => {
  await expect(read(text)).rejects.toMatchObject({ code });
  const gout = { resourceType: 'Condition', code: { text: 'Gout' } };
  expect((await read(bundleOf([gout]))).sources[0]?.facts).toMatchObject([{ name: 'Gout' }]);
});
