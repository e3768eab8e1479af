/**
 * Days that nobody has said but that follow from what was said: "a seven-day course that I finished last Friday: when did I start?",
 * "cut out on the 3rd, stitches out after 12 days: which date is that?". Counted from the messages of the conversation, newest first.
 */
import {
  COUNT_WORDS,
  capital,
  dateText,
  findTimes,
  instantOf,
  localTime,
  type Moment,
  matchesOf,
  numberOf,
  patternsOf,
  shift,
  weekdayText,
} from '../../../../clinical/index.ts';
import type { Asked } from '../reply/question.ts';
import type { Scene } from '../reply/scene.ts';

const { pattern } = patternsOf('health-offline', 'days-asked');

/** `words`: what the day is of. `how`: how it was counted, for the reader to check. */
type Day = { words: string; at: Date; how: string };

const ASKS_DAY = pattern('ASKS_DAY', 'i');
const BEGINS = pattern('BEGINS', 'i');
const ENDS = pattern('ENDS', 'i');
/** "A seven-day course", "a course of 7 days". */
const COURSE = pattern('COURSE', 'i', { COUNT: COUNT_WORDS });
/** "Stitches out after 12 days", "check-up in six weeks". */
const AFTER = pattern('AFTER', 'giu', { COUNT: COUNT_WORDS });
/** "The rash came the day after I finished", "two days before I started". */
const BESIDE = pattern('BESIDE', 'giu', { COUNT: COUNT_WORDS });
/** Words that many things share. */
const COMMON =
  /^(?:which|what|when|date|day|days|did|does|will|the|and|come|came|start|started|out|off|have|has|was|were|for|from|with|that|this)$/i;
const ARTICLE = /^(?:and |the |my |an? |an? itchy |(?:said|says|wants|wanted|did) )+/i;
const DONE = /\s(?:out|off|due|removed|back|again)\b/i;
const MESSAGES = 6;

/** The answer to "which day …?", or empty where the day does not follow from what was said. */
export function onDay({ text }: Asked, { earlier, text: now, moment }: Scene): string {
  if (!ASKS_DAY.test(text)) return '';
  for (const message of [...earlier, now].slice(-MESSAGES).toReversed()) {
    const found = meant(text, daysIn(message, moment));
    if (found) return lineOf(found, moment.timezone);
  }
  return '';
}

/** "Stitches: Sunday 15 November 2026 (12 days after 3 November 2026)." */
function lineOf({ words, at, how }: Day, timezone: string): string {
  const label =
    { start: 'First day', end: 'Last day' }[words] ?? capital(words.replace(ARTICLE, '').split(DONE)[0]?.trim() ?? '');
  return `${label}: ${weekdayText(at, timezone)} ${dateText(at.toISOString(), timezone)} (${how}).`;
}

/** Of the days that were counted, the one that the question is about: by a word that both have, else by start or end. */
function meant(question: string, days: readonly Day[]): Day | null {
  const asked = new Set(wordsIn(question));
  const named = days.find(({ words }) => wordsIn(words).some((word) => asked.has(word)));
  if (named) return named;
  const wants = (words: RegExp): boolean => words.test(question);
  return days.find(({ words }) => (words === 'start' && wants(BEGINS)) || (words === 'end' && wants(ENDS))) ?? null;
}

function daysIn(message: string, moment: Moment): Day[] {
  const [first] = findTimes(message, moment).filter(({ told }) => told.length > 'yyyy-mm'.length);
  if (!first) return [];
  const anchor = new Date(first.iso);
  const said = dateText(first.iso, moment.timezone);
  const days: Day[] = [];
  const bounds = courseOf(message, first, anchor, moment);
  days.push(...bounds);
  for (const { groups = {} } of matchesOf(AFTER, message)) {
    const { thing = '', count = '', unit = '' } = groups;
    const at = moved(anchor, unit, numberOf(count), moment.timezone);
    if (at) days.push({ words: thing, at, how: `${count} ${unit} after ${said}` });
  }
  for (const { groups = {} } of matchesOf(BESIDE, message)) {
    const { thing = '', count = 'one', side = '', event = '' } = groups;
    const from = bounds.find(({ words }) => (BEGINS.test(event) ? words === 'start' : words === 'end'))?.at ?? anchor;
    const by = numberOf(count) * (/^before/i.test(side) ? -1 : 1);
    const at = moved(from, 'day', by, moment.timezone);
    const whole = Math.abs(by) === 1 ? 'the day' : `${count} days`;
    if (at) days.push({ words: thing, at, how: `${whole} ${side} ${dateText(from.toISOString(), moment.timezone)}` });
  }
  return days;
}

/** First and last day of a course whose length was said; both days count. */
function courseOf(message: string, { start }: { start: number }, anchor: Date, { timezone }: Moment): Day[] {
  const count = COURSE.exec(message)?.groups;
  const length = numberOf(count?.count ?? count?.of ?? '');
  const before = message.slice(0, start);
  const [ended, began] = [ENDS.test(before), BEGINS.test(before)];
  if (!(ended || began)) return [];
  const other = Number.isNaN(length) ? null : moved(anchor, 'day', (length - 1) * (ended ? -1 : 1), timezone);
  const how = `${length} days, with ${dateText(anchor.toISOString(), timezone)} as the ${ended ? 'last' : 'first'}`;
  const known: Day = { words: ended ? 'end' : 'start', at: anchor, how: 'as you said' };
  return other ? [known, { words: ended ? 'start' : 'end', at: other, how }] : [known];
}

function moved(from: Date, unit: string, count: number, timezone: string): Date | null {
  return Number.isNaN(count) ? null : instantOf(shift(localTime({ now: from, timezone }), unit, count), timezone);
}

function wordsIn(text: string): string[] {
  return (text.toLowerCase().match(/\p{L}{3,}/gu) ?? [])
    .filter((word) => !COMMON.test(word))
    .map((word) => word.replace(/(?:es|s)$/, ''));
}
