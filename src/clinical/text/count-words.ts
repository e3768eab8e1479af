const NO_BREAK_SPACE = 0xa0;

/** How many words stand between spaces. A loop, because a split makes a list of them only to count it. */
export function countWords(text: string): number {
  let words = 0;
  let inWord = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isSpace = code <= 0x20 || code === NO_BREAK_SPACE;
    if (!isSpace && !inWord) words += 1;
    inWord = !isSpace;
  }
  return words;
}
