/** Patterns over single spaces are a fraction of the size of those over any space, and most texts have no others. */
const UNEVEN = /\s\s|[^\S ]/;
const UNEVEN_RUN = /\s{2,}|[^\S ]/g;

export function singleSpaced(text: string): string {
  return UNEVEN.test(text) ? text.replace(UNEVEN_RUN, ' ') : text;
}
