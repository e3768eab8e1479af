/** Straight apostrophes, letter for letter, so that offsets hold: patterns need only one kind. */
const CURLY = /[‘’´`ʼ]/g;

export function straight(text: string): string {
  return text.replace(CURLY, "'");
}
