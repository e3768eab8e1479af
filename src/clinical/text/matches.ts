/**
 * All matches of a global pattern that begin between two offsets. `matchAll` would compile a copy of the pattern at each call, which
 * costs more than most searches.
 */
export function matchesOf(pattern: RegExp, text: string, from = 0, to = text.length): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  pattern.lastIndex = from;
  for (let match = pattern.exec(text); match && match.index <= to; match = pattern.exec(text)) {
    found.push(match);
    if (match[0] === '') pattern.lastIndex += 1;
  }
  return found;
}
