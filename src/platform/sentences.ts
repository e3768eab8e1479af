/** The sentences of a text that a machine has written, with the space after each: joined they are the text. */
const END = /(?<=(?<!\b(?:Dr|Mr|Mrs|Ms|Prof|St|No|vs|approx|e\.g|i\.e))[.!?]["”’)]?\s)|(?<=\n)/;

export function sentencesOf(text: string): string[] {
  return text.split(END);
}
