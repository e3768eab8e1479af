/** Whether a text names something, by any of its names: whole words, in any case and number, with or without a hyphen. */

/** Titles and abstracts; of a longer text, what would be its abstract. */
const MOST_CHARS = 8_000;
const IN_CAPITALS = /^[A-Z][A-Z0-9]{1,4}$/;

export type NamedText = { folded: string; words: ReadonlySet<string> };

/** A text prepared to be asked for many names. */
export function namedText(text: string): NamedText {
  const some = text.slice(0, MOST_CHARS);
  return {
    folded: ` ${foldWords(some.replaceAll('-', ' '))} ${foldWords(some.replaceAll('-', ''))} `,
    words: new Set(some.match(/[A-Za-z0-9]+/g)),
  };
}

/** An abbreviation in capitals is looked for as it is written: "MS" is not "ms". */
export function isNamed({ folded, words }: NamedText, name: string): boolean {
  if (IN_CAPITALS.test(name)) return words.has(name) || words.has(`${name}s`);
  return folded.includes(` ${foldWords(name.replaceAll('-', ' '))} `);
}

export function namesAny(text: NamedText, names: readonly string[]): boolean {
  return names.some((name) => isNamed(text, name));
}

const IRREGULAR: Readonly<Record<string, string>> = { mice: 'mouse', children: 'child', women: 'woman', men: 'man' };

/** Lower case, without a plural or possessive ending. The same for the words of an index and of a query. */
export function foldWord(word: string): string {
  const low = word.toLowerCase();
  if (IRREGULAR[low]) return IRREGULAR[low];
  if (low.length < 4 || !low.endsWith('s') || /(?:ss|us|is)$/.test(low)) return low;
  return low.endsWith('ies') && low.length > 4 ? `${low.slice(0, -3)}y` : low.slice(0, -1);
}

function foldWords(text: string): string {
  const words = text.replace(/['’]s\b/g, '').match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map(foldWord).join(' ');
}
