/**
 * "My A1c was 7.2. Sorry, I meant 7.1", "weight 82 kg, no wait, 81": a number that takes the place of the one before it and has no name
 * of its own. Where the name was said in an earlier message, only a shape or a unit that nothing else has can tell it.
 */
import { matchAt } from '../quantities/match-at.ts';
import { patternsOf } from '../text/patterns.ts';

const { pattern } = patternsOf('extract', 'corrected-values');

const CUE = pattern('CUE', 'iy');
/** Of the words above, those that make a correction; the rest only join in. */
const CORRECTS = pattern('CORRECTS', 'i');
const BARE_NO = /^[\s.,;:!?–—-]*(?:no|nope|sorry|oops|wait)\b[\s,.:;–—-]*$/i;

/** Where the new number is, if what follows here says that the last one was a mistake. */
export function correctionAfter(text: string, at: number): number | null {
  return readCue(text, at)?.end ?? null;
}

/**
 * "No, it was 130/85": a message that begins by putting something right. `sure`: it says so; a bare "no" may as well answer a question.
 */
export function opensWithCorrection(text: string): { end: number; sure: boolean } | null {
  return readCue(text, 0);
}

function readCue(text: string, at: number): { end: number; sure: boolean } | null {
  const cue = matchAt(CUE, text, at);
  if (!cue || cue[0].trim() === '') return null;
  const sure = CORRECTS.test(cue[0]);
  return sure || BARE_NO.test(cue[0]) ? { end: at + cue[0].length, sure } : null;
}
