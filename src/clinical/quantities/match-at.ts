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

/** The sign at a place, or behind the one space that is there. */
export function signAfterSpace(text: string, at: number): string {
  const sign = text.charAt(at);
  return isSpace(sign) ? text.charAt(at + 1) : sign;
}

export function isLetter(sign: string): boolean {
  return (sign >= 'a' && sign <= 'z') || (sign >= 'A' && sign <= 'Z') || (sign > '~' && /\p{L}/u.test(sign));
}

export function isDigit(sign: string): boolean {
  return sign >= '0' && sign <= '9';
}

/** Whether a sticky pattern matches at this place. One that looks behind says what the text before it ends with. */
export function isAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
