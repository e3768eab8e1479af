/**
 * Long runs of spaces, tabs, no-break and zero-width spaces are shortened before any pattern sees a text: nobody means anything by
 * them, and a pattern that allows spaces in several places would try all ways to divide a run among them.
 */

/** Patterns that allow `\s*` can count on it: no run is longer. */
export const LONGEST_RUN = 3;
const LONG_RUN = /[\s\u00ad\u200b-\u200f\u2060\ufeff]{4,}/g;

export type Collapsed = {
  text: string;
  /** Where a place of the shortened text is in the text as it was written. */
  placeOf(offset: number): number;
};

export function collapseSpaces(written: string): Collapsed {
  if (written.search(LONG_RUN) < 0) return { text: written, placeOf: (offset) => offset };
  /** Where each cut is in the shortened text, and how many characters are missing from there on. */
  const cuts: { at: number; missing: number }[] = [];
  let missing = 0;
  const text = written.replace(LONG_RUN, (run: string, index: number) => {
    const kept = shortRun(run);
    const at = index - missing + kept.length;
    missing += run.length - kept.length;
    cuts.push({ at, missing });
    return kept;
  });
  return { text, placeOf: (offset) => offset + (cuts.findLast(({ at }) => at <= offset)?.missing ?? 0) };
}

/** The end of a line, and the end of a paragraph, stay what they are. */
function shortRun(run: string): string {
  const line = run.indexOf('\n');
  if (line < 0) return ' '.repeat(LONGEST_RUN);
  return run.includes('\n', line + 1) ? '\n\n' : '\n';
}
