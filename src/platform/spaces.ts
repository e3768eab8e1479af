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
  /** Where each cut is in the shortened text, and how many characters are missing from there on. */
  const cuts: { at: number; missing: number }[] = [];
  let text = '';
  let from = 0;
  LONG_RUN.lastIndex = 0;
  for (let run = LONG_RUN.exec(written); run; run = LONG_RUN.exec(written)) {
    text += written.slice(from, run.index) + shortRun(run[0]);
    from = LONG_RUN.lastIndex;
    cuts.push({ at: text.length, missing: from - text.length });
  }
  text += written.slice(from);
  return { text, placeOf: (offset) => offset + (cuts.findLast(({ at }) => at <= offset)?.missing ?? 0) };
}

/** The end of a line, and the end of a paragraph, stay what they are. */
function shortRun(run: string): string {
  const line = run.indexOf('\n');
  if (line < 0) return ' '.repeat(LONGEST_RUN);
  return run.includes('\n', line + 1) ? '\n\n' : '\n';
}
