/**
 * The tokens that the tagger labels: words, numbers and single signs, with their offsets. "40mg" is two of them, because a
 * number and its unit are two hints; "HbA1c" and "don't" are one.
 */

export type Token = { start: number; end: number };

const TOKEN = /\d+(?:[.,]\d+)*|\p{L}[\p{L}\p{N}\p{M}]*(?:['’]\p{L}+)*|\S/gu;

export function tokensOf(text: string, from = 0, to = text.length): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = from;
  for (let match = TOKEN.exec(text); match && match.index < to; match = TOKEN.exec(text)) {
    tokens.push({ start: match.index, end: Math.min(to, TOKEN.lastIndex) });
  }
  return tokens;
}
