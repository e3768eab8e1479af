/** Patterns over single spaces are a fraction of the size of those over any space, and most texts have no others. */
const UNEVEN = /\s\s|[^\S ]/;

export function singleSpaced(text: string): string {
  return UNEVEN.test(text) ? text.replace(/\s+/g, ' ') : text;
}
