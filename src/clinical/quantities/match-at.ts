/**
 * What all readers of numbers and units are made of: a sticky pattern at one place of a text, and a look at the sign that is there,
 * which is a cheap way to see that most patterns cannot match.
 */

export function isOneOf(signs: string, sign: string): boolean {
  return sign !== '' && signs.includes(sign);
}

/** Papers are printed with a dozen kinds of space. */
export function isSpace(sign: string): boolean {
  return sign === ' ' || ((sign < ' ' || sign > '~') && /\s/.test(sign));
}

export function isDigit(sign: string): boolean {
  return sign >= '0' && sign <= '9';
}

export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
