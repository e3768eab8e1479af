/**
 * A message as the rules read it: without its greeting (greeting.ts), typing errors are corrected (spelling.ts), a question with its
 * answer is a statement (answered.ts), sentences that ended without a mark end with a new line
 * (run-ons.ts), and what is all in capitals is in the usual case (usual-case.ts). The places of what was read are given back as places of
 * the message as it was written, so that quotes are the person's own words.
 */
import { createTextCache } from '../text/cache.ts';
import { overlapping } from '../text/places.ts';
import { answeredIn } from './answered.ts';
import { greetingIn } from './greeting.ts';
import { runOnEnds } from './run-ons.ts';
import { correctionsIn } from './spelling.ts';
import { inUsualCase } from './usual-case.ts';

/** `placeOf`: where a place of the prepared text is in the text as it was written. */
export type Prepared = { text: string; placeOf(offset: number): number };

const memory = createTextCache<Prepared>();

/** What is prepared already stays as it is. */
export function prepared(written: string): Prepared {
  return memory(written, () => {
    const made = prepare(written);
    if (made.text !== written) memory(made.text, () => ({ text: made.text, placeOf: (offset) => offset }));
    return made;
  });
}

function prepare(written: string): Prepared {
  const answered = [...greetingIn(written), ...answeredIn(written)];
  const mistyped = correctionsIn(written).filter((word) => overlapping(answered, word).length === 0);
  const corrections = [...answered, ...mistyped].sort((one, other) => one.start - other.start);
  /** Where each corrected word ends in the prepared text, and how far it has moved what follows. */
  const moves: { at: number; by: number }[] = [];
  let text = '';
  let read = 0;
  for (const { start, end, word } of corrections) {
    text += written.slice(read, start) + word;
    read = end;
    if (word.length !== end - start) moves.push({ at: text.length, by: end - text.length });
  }
  text = inUsualCase(text + written.slice(read));
  for (const end of runOnEnds(text)) text = `${text.slice(0, end)}\n${text.slice(end + 1)}`;
  return { text, placeOf: (offset) => offset + (moves.findLast(({ at }) => at <= offset)?.by ?? 0) };
}
