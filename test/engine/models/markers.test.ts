/** Which brackets of a text are markers. A wrong answer here attributes a sentence to a source that does not say it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { labelsIn, markersIn, relabel } from '../../../src/engine/models/markers.ts';

const found = (text: string) => markersIn(text).map(({ label, isDefinition }) => (isDefinition ? `${label}:` : label));

describe('a marker', () => {
  test.each([
    ['in a sentence', 'Wrens sing[^1] and nest.[^2][^12]', ['1', '2', '12']],
    ['with a name in place of a number', 'Wrens sing[^smith-2020].', ['smith-2020']],
    ['before a colon in the middle of a line', 'As Fowler says[^1]: it provides.', ['1']],
    ['beside code', '`a`[^1]`b`', ['1']],
    ['after an escaped backslash', 'x\\\\[^1]', ['1']],
    ['between backticks that are no pair', 'a ` b [^1] c `` d', ['1']],
    ['between two paragraphs that have a backtick each', 'a ` b\n\n[^1] c ` d', ['1']],
    ['after a backtick that is escaped', 'a \\` b [^1] c ` d', ['1']],
    ['after a closed block', '```js\nx[^1]\n```\n[^2]', ['2']],
    ['after the quote in which a block began', '> ```\n> x[^1]\nText[^2]', ['2']],
    ['after three backticks that open and close on one line', '```x``` [^1]\n[^2]', ['1', '2']],
  ])('%s', (_where, text, labels) => {
    expect(found(text)).toEqual(labels);
  });

  test.each([
    ['in a code span', 'Write `[^1]` there'],
    ['in a code span with backticks', 'Write `` ` [^1] `` there'],
    ['in a code span of two lines', 'Write `a\n[^1]` there'],
    ['in a code span that ends in a backslash', 'Write `[^1]\\` there'],
    ['in a fenced block', 'See:\n```ts\nconst a = [^1];\n```'],
    ['in a block of tildes that has backticks', '~~~\n```\n[^1]\n~~~'],
    ['in a block that is never closed', '```\na\n[^1]'],
    ['in a block of a list', '1. ```\n   [^1]\n   ```'],
    ['in a block that has a shorter fence', '````\n```\n[^1]\n````'],
    ['with Windows line ends in a block', '```\r\n[^1]\r\n```\r\n'],
    ['after a backslash', 'This is \\[^1] and \\[^2\\]'],
    ['with a space or nothing in it', '[^ 1] [^1 ] [^] [^\n1]'],
    ['that is a plain bracket', '[1] [a^1] ^1'],
  ])('is not what stands %s', (_where, text) => {
    expect(found(text)).toEqual([]);
  });

  test('is told from its definition', () => {
    expect(found('Wrens[^1] sing.\n\n[^1]: Smith.\n  [^2]: Jones[^3].\n> [^4]: Quoted.')).toEqual([
      '1',
      '1:',
      '2:',
      '3',
      '4:',
    ]);
  });
});

describe('relabelling', () => {
  test('changes markers and definitions at once, and leaves code alone', () => {
    const labels = new Map([
      ['1', '2'],
      ['2', '1'],
    ]);
    expect(relabel('a[^1] b[^2] `[^1]` c[^3]\n\n[^1]: d', labels)).toBe('a[^2] b[^1] `[^1]` c[^3]\n\n[^2]: d');
  });

  /** Texts made of what the scanner looks at. */
  const odd = fc
    .array(
      fc.constantFrom('[^1]', '[^2]', '[^3]', ':', '`', '``', '```', '~~~', '\n', '\n\n', '\\', '> ', '- ', ' ', 'a'),
      { maxLength: 60 },
    )
    .map((parts) => parts.join(''));

  test('can be taken back, whatever the text', () => {
    const there = new Map([
      ['1', '11'],
      ['2', '12'],
    ]);
    const back = new Map([...there].map(([from, to]) => [to, from]));
    fc.assert(
      fc.property(odd, (text) => {
        const changed = relabel(text, there);
        expect(relabel(changed, back)).toBe(text);
        expect(labelsIn(changed)).toEqual(new Set([...labelsIn(text)].map((label) => there.get(label) ?? label)));
      }),
    );
  });

  test('a long text of nothing but brackets and backticks is read to its end', () => {
    const runs = Array.from({ length: 400 }, (_, index) => '`'.repeat(index + 1)).join(' ');
    for (const text of [
      '[^'.repeat(50_000),
      `${runs} [^7]`,
      `${'` `` '.repeat(20_000)}\n\n[^7]`,
      `${'\\'.repeat(100_000)}[^7]`,
      `${' '.repeat(100_000)}[^7]: x`,
      `${'> '.repeat(50_000)}[^7]`,
      `${'[^7] '.repeat(20_000)}`,
    ])
      expect([...labelsIn(text)]).toEqual(text.includes('7') ? ['7'] : []);
  });
});
