/** The keys and tiers of the functions document. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  buildCacheKey,
  CACHE_TIERS,
  STATE_PREFIX_APP,
  STATE_PREFIX_TEMP,
  STATE_PREFIX_USER,
} from '../../../src/functions/state/cache-keys.ts';

test('the document’s own example', () => {
  expect(buildCacheKey(STATE_PREFIX_TEMP, 'extract_structure', 'chapter_1')).toBe('temp:extract_structure:chapter_1');
});

test('prefix, namespace and key, in that order and nothing else', () => {
  const prefix = fc.constantFrom(STATE_PREFIX_TEMP, STATE_PREFIX_USER, STATE_PREFIX_APP);
  fc.assert(
    fc.property(prefix, fc.string(), fc.string(), (prefix, namespace, key) => {
      expect(buildCacheKey(prefix, namespace, key)).toBe(`${prefix}${namespace}:${key}`);
    }),
  );
});

test('each tier has the prefix and the lifetime that the document gives it', () => {
  expect(CACHE_TIERS).toEqual({
    handoff_cache: { prefix: 'temp:', seconds: null },
    compression_cache: { prefix: 'user:', seconds: 24 * 60 * 60 },
    artifact_store: { prefix: 'app:', seconds: null },
  });
});
