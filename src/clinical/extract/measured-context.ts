/** Of a value that was read: whether it was measured or only wished for, on whom, and when. */
import type { MentionInput } from '../../record/index.ts';
import type { TimeMatch } from '../dates/dates.ts';
import { assertionAt } from '../text/context.ts';
import { patternsOf } from '../text/patterns.ts';
import type { Stretch } from '../text/places.ts';
import { sentenceAt } from '../text/sentences.ts';

const { pattern } = patternsOf('extract', 'measured-context');

const TARGET = pattern('TARGET', 'iu');

const SINCE = /\bsince\s+$/i;
/** A time so near the beginning of a sentence opens it. */
const OPENING = 4;
/** Enough for the word before a time. */
const LEAD = 20;

/** A value was measured, so a doubt around it does not undo it; a target or a question does. */
export function measuredContext(
  text: string,
  start: number,
  end: number,
  /** Nothing that is said from here on counts. */
  until = text.length,
): Pick<MentionInput, 'assertion' | 'experiencer'> {
  const { assertion, experiencer } = assertionAt(text, start, end, until);
  const sentence = sentenceAt(text, start);
  if (TARGET.test(text.slice(sentence.start, Math.min(end + 20, until))))
    return { assertion: 'hypothetical', experiencer };
  return { assertion: assertion === 'possible' ? 'present' : assertion, experiencer };
}

/** The time said right after the value, else the last one said before it in the same sentence. */
export function measuredTime(
  text: string,
  { start, end }: { start: number; end: number },
  times: readonly TimeMatch[],
): { effective_time?: string } {
  if (times.length === 0) return {};
  const sentence = sentenceAt(text, start);
  const past = times.filter(
    (time) =>
      !time.future &&
      time.start >= sentence.start &&
      time.end <= sentence.end &&
      !isApart(text, sentence.start, { start, end }, time) &&
      !isOnset(text, { start, end }, time),
  );
  if (past.length === 0) return headingTime(text, start, times);
  // "Mon 132/84, Tue 128/80": what is right before it is its own.
  const beside = past.find((time) => time.end <= start && /^[\s:]{0,3}$/.test(text.slice(time.end, start)));
  if (beside) return { effective_time: beside.told };
  const next = past.find((time) => time.start >= end && !/\d|\b(?:and|but)\b/.test(text.slice(end, time.start)));
  // "From 6.1 in January to 6.8": January was the other one's.
  const before = past
    .filter((time) => time.end <= start && !/^\s+to\s+$|\bnow\b/i.test(text.slice(time.end, start)))
    .at(-1);
  // "Last night it was 94, this morning 96": after the comma the next one begins.
  const taken =
    next && before && text.slice(end, next.start).includes(',') && !/\d/.test(text.slice(before.end, start));
  const after = taken ? undefined : next;
  const later = past.find((time) => time.start >= end);
  const chosen =
    after ??
    before ??
    (past.length === 1 && later && !/\band\b/.test(text.slice(end, later.start)) ? later : undefined);
  return chosen ? { effective_time: chosen.told } : {};
}

/** "Pain since yesterday, temp 38.7", "6'2, 231 lbs, no drink since May": since then there is something else. */
function isOnset(text: string, value: Stretch, time: Stretch): boolean {
  const lead = text.slice(Math.max(0, time.start - LEAD), time.start);
  if (!SINCE.test(`${lead}${/^since\b/i.test(text.slice(time.start, time.end)) ? 'since ' : ''}`)) return false;
  const between = time.end <= value.start ? text.slice(time.end, value.start) : text.slice(value.end, time.start);
  return between.includes(',');
}

/** After a semicolon another thing is told, unless the time opens the sentence and so stands for all of it. */
function isApart(text: string, from: number, value: Stretch, time: Stretch): boolean {
  const between = time.end <= value.start ? text.slice(time.end, value.start) : text.slice(value.end, time.start);
  // "Bloods (2 March): Hb 131; MCV 88": the time of a heading is that of all it heads.
  const heads = time.end <= value.start && /^[\s)\]]*[:—–]/.test(text.slice(time.end, value.start));
  return between.includes(';') && !heads && time.start - from > OPENING;
}

/** "Labs of today:" above a list: the nearest line before it that has a time and no other number, with no gap in between. */
function headingTime(text: string, start: number, times: readonly TimeMatch[]): { effective_time?: string } {
  const line = text.lastIndexOf('\n', start - 1);
  if (line < 0) return {};
  const gap = text.lastIndexOf('\n\n', line);
  for (const time of times.toReversed()) {
    if (time.future || time.end > line || time.start < gap) continue;
    const from = text.lastIndexOf('\n', time.start) + 1;
    const heading = text.slice(from, time.start) + text.slice(time.end, text.indexOf('\n', time.end));
    if (!/\d/.test(heading)) return { effective_time: time.told };
  }
  return {};
}
