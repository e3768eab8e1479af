/** The names of artifacts. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  artifactCacheKey,
  checkedMimeType,
  metadataJson,
  pathOf,
  pipelineArtifact,
  placeOf,
} from '../../../src/functions/state/artifact.ts';

test('what a stage of a pipeline has made is named as in the document', () => {
  const place = pipelineArtifact('chapter-summarization', 'stage_3', 'summary', 'summary');
  expect(place.namespace).toBe('chapter-summarization/stage_3:summary');
  expect(pathOf(place)).toBe('chapter-summarization/stage_3:summary/summary');
  expect(artifactCacheKey(place, 2)).toBe('app:artifact:chapter-summarization/stage_3:summary/summary_v2');
});

test('a place is found again from its path, and no two places or versions share a key', () => {
  const part = fc.stringMatching(/^[A-Za-z0-9_][A-Za-z0-9_.:@-]{0,20}$/);
  const place = fc.record({ namespace: fc.array(part, { minLength: 1, maxLength: 4 }), name: part });
  const named = fc.tuple(place, fc.integer({ min: 1, max: 12 })).map(([{ namespace, name }, version]) => ({
    place: { namespace: namespace.join('/'), name },
    version,
  }));
  fc.assert(
    fc.property(named, named, (one, other) => {
      expect(placeOf(pathOf(one.place))).toEqual(one.place);
      const isSame = JSON.stringify(one) === JSON.stringify(other);
      expect(artifactCacheKey(one.place, one.version) === artifactCacheKey(other.place, other.version)).toBe(isSame);
    }),
  );
});

test.each(['', '/', 'a/', '/a', 'a//b', '../a', 'a/..', 'a b', 'a\n', 'a%2fb', 'ä', 'a/*', 'a{b}', 'x'.repeat(301)])(
  '%j is no name and no namespace',
  (text) => {
    expect(() => pathOf({ namespace: text, name: 'a' })).toThrow();
    expect(() => pathOf({ namespace: 'a', name: text })).toThrow();
  },
);

test('a name has no slash, and a path has a namespace', () => {
  expect(() => pathOf({ namespace: 'a', name: 'b/c' })).toThrow('has no slash');
  expect(() => placeOf('a')).toThrow('by its namespace and its name');
});

test.each(['', 'text', 'text/', 'Text/plain', 'text/plain; charset=utf-8', 'text/plain\r\nX-A: b', 'a/b/c'])(
  '%j is no MIME type',
  (type) => expect(() => checkedMimeType(type)).toThrow('such as text/plain'),
);

test('the metadata has the checksum of the content, and a limit', () => {
  expect(JSON.parse(metadataJson({ source: 'a', checksum: 'wrong' }, 'abc'))).toEqual({
    source: 'a',
    checksum: 'sha256:abc',
  });
  expect(() => metadataJson({ source: 'x'.repeat(20_000) }, 'abc')).toThrow('at most 16384 characters');
});
