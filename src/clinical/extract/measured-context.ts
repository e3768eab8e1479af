/** Of a value that was read: whether it was measured or only wished for, on whom, and when. */
import type { MentionInput } from '../../record/mention.ts';
import type { TimeMatch } from '../dates/dates.ts';
import { assertionAt } from '../text/context.ts';
import { sentenceAt } from '../text/sentences.ts';

const TARGET = /\b(?:target|goal|aim(?:ing)?\s+for|should\s+be|ideal|normal\s+(?:range|is)|normally\s+should)\b/iu;

/** A value was measured, so a doubt around it does not undo it; a target or a question does. */
export function measuredContext(
  text: string,
  start: number,
  end: number,
): Pick<MentionInput, 'assertion' | 'experiencer'> {
  const { assertion, experiencer } = assertionAt(text, start, end);
  const sentence = sentenceAt(text, start);
  if (TARGET.test(text.slice(sentence.start, end + 20))) return { assertion: 'hypothetical', experiencer };
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
  const past = times.filter((time) => !time.future && time.start >= sentence.start && time.end <= sentence.end);
  const after = past.find((time) => time.start >= end && !/\d|\b(?:and|but)\b/.test(text.slice(end, time.start)));
  const before = past.filter((time) => time.end <= start).at(-1);
  const later = past.find((time) => time.start >= end);
  const chosen =
    after ??
    before ??
    (past.length === 1 && later && !/\band\b/.test(text.slice(end, later.start)) ? later : undefined);
  return chosen ? { effective_time: chosen.iso } : {};
}
