/** What comes out of the sandbox is made by a hostile program: names, links, sizes, garbage. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fitsArchive, isPlainPath, makeArchive, readArchive } from '../../../src/platform/sandbox/archive.ts';

const part = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((text) => isPlainPath(text) && !text.includes('/'));
const path = fc
  .array(part, { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join('/'))
  .filter(fitsArchive);
const files = fc.uniqueArray(fc.record({ path, text: fc.string({ unit: 'grapheme', maxLength: 2_000 }) }), {
  selector: (file) => file.path,
  maxLength: 20,
});

describe('an archive', () => {
  test('gives back what was put in', () => {
    fc.assert(
      fc.property(files, (given) => {
        const read = readArchive(makeArchive(given));
        expect(read.files.map(({ path, text }) => ({ path, text }))).toEqual(given);
        expect(read.leftOut).toBe(false);
      }),
    );
  });

  test('that is cut anywhere gives no file a wrong content', () => {
    fc.assert(
      fc.property(files, fc.nat(), (given, at) => {
        const archive = makeArchive(given);
        const read = readArchive(archive.subarray(0, at % archive.length));
        for (const [index, { path, text }] of read.files.entries()) expect({ path, text }).toEqual(given[index]);
      }),
    );
  });

  test('of random bytes, or with bytes changed, is read without harm', () => {
    fc.assert(
      fc.property(files, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 30 }), (given, changes) => {
        const archive = makeArchive(given);
        for (const [at, byte] of changes) archive[at % archive.length] = byte;
        for (const file of readArchive(archive).files) expect(isPlainPath(file.path)).toBe(true);
      }),
    );
    fc.assert(fc.property(fc.uint8Array({ maxLength: 5_000 }), (bytes) => void readArchive(Buffer.from(bytes))));
  });

  test('returns no link, device or folder, whatever name it has', () => {
    for (const type of '1234567') expect(readArchive(withType(type)).files).toEqual([]);
    expect(readArchive(withType('0')).files).toHaveLength(1);
  });

  test('returns no text of a file that is not text or too long, and only the first fifty files', () => {
    const long = readArchive(makeArchive([{ path: 'long', text: 'x'.repeat(70_000) }]));
    expect(long.files).toEqual([{ path: 'long', bytes: 70_000, text: null }]);
    const archive = makeArchive([{ path: 'binary', text: 'abcd' }]);
    archive[512] = 0xff;
    expect(readArchive(archive).files).toEqual([{ path: 'binary', bytes: 4, text: null }]);
    const many = readArchive(makeArchive(Array.from({ length: 60 }, (_, index) => ({ path: `f${index}`, text: '' }))));
    expect(many.files).toHaveLength(50);
    expect(many.leftOut).toBe(true);
  });
});

test.each([
  '/etc/passwd',
  '../x',
  'a/../../x',
  'a//b',
  './x',
  '..',
  '.',
  '',
  'a\nb',
  'a\0b',
  'a\\b',
  '\u202Etxt.exe',
  'a/',
])('the path %j is refused', (bad) => {
  expect(isPlainPath(bad)).toBe(false);
  expect(() => makeArchive([{ path: bad, text: '' }])).toThrow(RangeError);
});

/** The header's type changed, and its checksum with it. */
function withType(type: string): Buffer {
  const archive = makeArchive([{ path: 'out', text: '' }]);
  archive.write(type, 156);
  archive.write('        ', 148);
  const sum = archive.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  archive.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return archive;
}
