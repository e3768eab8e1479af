/** A sticky pattern at one place of a text: what all readers of numbers and units are made of. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
