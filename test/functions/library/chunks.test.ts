/** Chunks: nothing of a document is lost, each is short enough, and each knows the place that a citation will name. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chunkDocument } from '../../../src/functions/library/chunks/chunk.ts';
import { chunkCode } from '../../../src/functions/library/chunks/chunk-code.ts';
import { chunkText } from '../../../src/functions/library/chunks/chunk-text.ts';
import { MAX_CHARS } from '../../../src/functions/library/chunks/sizes.ts';
import { NewDocument } from '../../../src/functions/library/document.ts';

const squeezed = (text: string) => text.replace(/\s/gu, '');
const document = (fields: object) => NewDocument.parse({ scope: 's', title: 'T', type: 'text', text: 'x', ...fields });

describe('prose', () => {
  test('a chunk stays below one heading, and its section is the path of headings', () => {
    const text = '# Asthma\nIntro.\n\n## Treatment\nInhalers.\n\nSteroids.\n\n### Doses ###\nLow.\n\n## Outlook\nGood.';
    expect(chunkText(text, { markdown: true })).toEqual([
      { text: 'Intro.', place: { section: 'Asthma' } },
      { text: 'Inhalers.\n\nSteroids.', place: { section: 'Asthma > Treatment' } },
      { text: 'Low.', place: { section: 'Asthma > Treatment > Doses' } },
      { text: 'Good.', place: { section: 'Asthma > Outlook' } },
    ]);
  });

  test('a comment in a block of code is no heading', () => {
    const text = '# Use\n```sh\n# not a heading\n\nnpm start\n```\n';
    expect(chunkText(text, { markdown: true })).toEqual([
      { text: '```sh\n# not a heading\n\nnpm start\n```', place: { section: 'Use' } },
    ]);
    expect(chunkText('# plain', { markdown: false })).toEqual([{ text: '# plain', place: {} }]);
  });

  test('form feeds begin pages, and a chunk of several pages names the first and the last', () => {
    const page = 'word '.repeat(200).trim();
    const chunks = chunkText(`${page}\n\nbegins here\fgoes on there\n\n${page}\f\f${page}`, { markdown: false });
    expect(chunks.map(({ place }) => place.pages)).toEqual(['1-2', '2', '4']);
    // As in a PDF file: no blank line, and more on each page than a chunk holds.
    const sheets = ['first', 'second'].map((word) => `${word} `.repeat(500));
    for (const { text, place } of chunkText(sheets.join('\f'), { markdown: false }))
      expect(place.pages).toBe(text.startsWith('first') ? (text.includes('second') ? '1-2' : '1') : '2');
  });

  test('nothing is lost and no chunk is too long, whatever the text', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 400 }),
      fc.constantFrom('\n\n', '\n', '\f', '. ', '```\n', ' '),
      fc.constant('long'.repeat(1000)),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        const chunks = chunkText(text, { markdown: false });
        expect(squeezed(chunks.map((chunk) => chunk.text).join(''))).toBe(squeezed(text));
        for (const chunk of chunks) expect(chunk.text.length).toBeLessThanOrEqual(MAX_CHARS);
        for (const chunk of chunks) expect(chunk.text.trim()).not.toBe('');
      }),
      { numRuns: 60 },
    );
  });
});

describe('code', () => {
  const body = (name: string, lines: number) =>
    `export function ${name}() {\n${Array.from({ length: lines }, (_, n) => `  call(${n}, 'some argument');`).join('\n')}\n}\n`;

  test('short declarations share a chunk, and a chunk names its lines and its first declaration', () => {
    const code = `import x from 'y';\n\n${body('first', 3)}\n${body('second', 38)}\n${body('third', 20)}`;
    const chunks = chunkCode(code);
    const lines = code.split('\n');
    expect(chunks.map(({ place }) => place.section)).toEqual(['first', 'second', 'third']);
    for (const { text, place } of chunks) {
      const [from = 0, to = from] = String(place.line_range).split('-').map(Number);
      expect(lines.slice(from - 1, to).join('\n')).toBe(text);
    }
  });

  test('every line that is not blank is in a chunk, and the lines are those of the file', () => {
    const line = fc.oneof(
      fc.constantFrom('', '', '  ', '}', 'def run(self):', 'class A {'),
      fc.string({ maxLength: 60 }).map((text) => text.replace(/[\r\n\f]/g, '')),
      fc.string({ minLength: 20, maxLength: 80 }).map((text) => `  ${text.replace(/[\r\n\f]/g, '')}`),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 200 }), (lines) => {
        const covered = new Set<number>();
        for (const { text, place } of chunkCode(lines.join('\n'))) {
          const [from = 0, to = from] = String(place.line_range).split('-').map(Number);
          expect(lines.slice(from - 1, to).join('\n')).toBe(text);
          for (let n = from; n <= to; n += 1) covered.add(n);
        }
        for (const [index, text] of lines.entries()) if (text.trim() !== '') expect(covered).toContain(index + 1);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a document', () => {
  test('has the same id whatever the order of its fields, and another for another tenant', () => {
    const { id } = chunkDocument('t', document({ source: { year: 2020, author: 'A' } }));
    expect(chunkDocument('t', document({ source: { author: 'A', year: 2020 } })).id).toBe(id);
    expect(chunkDocument('u', document({ source: { author: 'A', year: 2020 } })).id).not.toBe(id);
    expect(chunkDocument('t', document({ source: { author: 'A', year: 2021 } })).id).not.toBe(id);
  });

  test('without text, or with too much of it, is refused', () => {
    expect(() => chunkDocument('t', document({}), ['', ' \n'])).toThrow(/no text/);
    const pages = Array.from({ length: 5_001 }, () => `${'word '.repeat(240)}\n\n`);
    expect(() => chunkDocument('t', document({}), pages)).toThrow(/at most 5000/);
  });
});
