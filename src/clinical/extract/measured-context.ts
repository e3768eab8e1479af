/** Of a value that was read: whether it was measured or only wished for, on whom, and when. */
import type { MentionInput } from '../../record/index.ts';
import type { TimeMatch } from '../dates/dates.ts';
import { understand } from '../message/understand.ts';
import { type Clause, isNotOfRecord } from '../message/understanding.ts';
import type { Reading } from '../quantities/read-value.ts';
import { assertionAt } from '../text/context.ts';
import { countWords } from '../text/count-words.ts';
import { patternsOf } from '../text/patterns.ts';
import { CHILDREN, RELATIVES } from '../text/persons.ts';
import { indexFrom, overlapping, type Stretch, startOf } from '../text/places.ts';
import { sentenceAt } from '../text/sentences.ts';
import { findTerms } from '../vocabulary/find-terms.ts';
import { itemAt } from './list-items.ts';

const { pattern } = patternsOf('extract', 'measured-context');

const TARGET = pattern('TARGET', 'i');
const TARGET_AFTER =
  /^[^.,;()!?\d]{0,20}\(?\b(?:target|goal|ideal)\b(?!\s*[:(]?\s*(?:(?:is|was|of|under|below|less\s+than|[<≤])\s*){0,3}\d)/i;

/** What is so now has no day of its own, and takes none from a neighbour. */
const NOW = /\b(?:now|currently|at\s+present)\b/i;
/** It contains today: a value of it has been measured. */
const GOING_ON = /^this\s/i;
const THEIRS = /(?:\b\p{L}+['’]s|\b(?:his|her|their))\s+(?:\p{L}+\s+)?$/iu;
/** "Dad's bloods", "her last test results". */
const TESTED =
  /(?:\w['’]s|\b(?:his|her|their))\s+(?:[\w-]+\s+){0,2}(?:tests?|results?|bloods?|labs?|readings?|numbers?)\b/i;
const MEASURED: ReadonlySet<string> = new Set(['observation', 'body_site', 'body_system']);
const TOLD_OF_HEALTH: ReadonlySet<string> = new Set(['condition', 'symptom', 'drug', 'procedure', 'body_site']);
/** A family's history is told beside one's own. */
const SELF = /\b(?:i|im|ive|me|mine|myself|my|we|our|family|fhx?|history)\b/i;
const MY_RELATIVE = new RegExp(`\\b(?:my|our)\\s+(?=(?:${[...RELATIVES, ...CHILDREN].join('|')})\\b)`, 'gi');
const MINE = /\bmine\s+(?:is|was|['’]?s|came|has|runs?)\b/i;
const SINCE = /\bsince\s+$/i;
const COMPARED = /\b(?:from|previously|before|used to be|compared)\b/i;
const OPENS_ANOTHER = /(?:[,;(–-]|\b(?:and|but|then|before|while))\s*(?:(?:back|before)\s+)?$/i;
const VALUE_FOLLOWS =
  /^\s+(?:(?:it|that|mine)\s+)?(?:(?:was|were|is|had|been|at|about|around|only|still)\s+){0,3}[-−<>]?\d{1,4}(?:[.,/]\d{1,3})?(?!\d|[.,/]\d|\s?(?:mg|mcg|days?|weeks?|months?|years?|hours?)\b)/i;
/** A time so near the beginning of a sentence opens it. */
const OPENING = 4;
/** More of them tell something else, of which the time is: "BMI 36, fell asleep at the lights last month". */
const FEW_WORDS = 4;
/** Values of a row that are looked back at. */
const LONGEST_ROW = 12;
/** Between a time and its value: a space, a colon. */
const TOUCHES = 3;
/** Enough for the word before a time. */
const LEAD = 20;

/**
 * A value was measured, so a doubt around it does not undo it; a target or a question does.
 * `until`: nothing that is said from there on counts.
 */
export function measuredContext(
  text: string,
  named: Stretch,
  value: Stretch,
  until = text.length,
): Pick<MentionInput, 'assertion' | 'experiencer'> {
  const { assertion, experiencer: who } = assertionAt(text, named.start, named.end, until);
  const experiencer = who === 'patient' && isOthers(text, named.start) ? 'other' : who;
  // "Both my parents had high blood pressure, mine was 138/84."
  if (MINE.test(text.slice(named.end, value.start))) return { assertion: 'present', experiencer: 'patient' };
  if (isTarget(text, named, value)) return { assertion: 'hypothetical', experiencer };
  return { assertion: assertion === 'possible' ? 'present' : assertion, experiencer };
}

/** Said after the number before it, or right after it and of no other number: "BP 142/88, should be 130/80" is one of each. */
function isTarget(text: string, named: Stretch, value: Stretch): boolean {
  const from = sentenceAt(text, named.start).start;
  const parts = [text.slice(from, named.start), text.slice(named.end, Math.max(named.end, value.start))];
  return TARGET.test(parts.join(' ').replace(/^.*\d/s, '')) || TARGET_AFTER.test(text.slice(value.end, value.end + 60));
}

/**
 * "Baby's temp was 98.9": of whom the clause is about, where what was measured is theirs. "Granny had her hip done. Sugar was 190":
 * also where the message speaks of nobody but her.
 */
function isOthers(text: string, start: number): boolean {
  const { clauses } = understand(text);
  const at = indexFrom(clauses, start + 1, startOf) - 1;
  if (THEIRS.test(text.slice(Math.max(0, start - LEAD), start))) return isNotOfRecord(clauses[at]?.subject);
  if (isTheirTest(text, clauses[at - 1]) && !SELF.test(text.slice(clauses[at]?.start, clauses[at]?.end))) return true;
  const before = clauses.slice(0, at);
  const isTheirs = before.every(({ subject, reality }) => isNotOfRecord(subject) && reality === 'now');
  if (before.length === 0 || !isTheirs) return false;
  // "My sister lives in Canada. Sugar was 190": nothing of her health is told.
  const { end } = sentenceAt(text, before[0]?.start ?? 0);
  const isIll = findTerms(text).some((one) => one.end <= end && TOLD_OF_HEALTH.has(one.term.kind));
  return isIll && !SELF.test(text.replace(MY_RELATIVE, ''));
}

/** "My dad's blood test came back. It says …", "my newborn's forehead is hot. 38.1 …" */
function isTheirTest(text: string, clause: Clause | undefined): boolean {
  if (!clause || !isNotOfRecord(clause.subject) || clause.reality !== 'now') return false;
  if (TESTED.test(text.slice(clause.start, clause.end))) return true;
  return findTerms(text).some(
    ({ start, end, term }) =>
      start >= clause.start &&
      end <= clause.end &&
      MEASURED.has(term.kind) &&
      THEIRS.test(text.slice(Math.max(clause.start, start - LEAD), start)),
  );
}

/**
 * The time of a value is that of its own item of the list. One without a time has that of the items before it if their time was said
 * first ("Monday: 6.1, 7.2"), else of those after it up to their time ("LDL 160, HDL 38 yesterday").
 */
export function measuredTime(
  { text, times, quantities }: Reading,
  itemsOf: () => readonly Stretch[],
  { start, end }: Stretch,
): { effective_time?: string } {
  if (times.length === 0) return {};
  const sentence = sentenceAt(text, start);
  const past = times.filter(
    (time) =>
      (!time.future || GOING_ON.test(time.text)) &&
      time.start >= sentence.start &&
      time.end <= sentence.end &&
      !isApart(text, sentence.start, { start, end }, time) &&
      !isOnset(text, { start, end }, time) &&
      !opensAnother(text, { start, end }, time),
  );
  if (past.length === 0) return headingTime(text, start, times);
  const items = itemsOf();
  const here = itemAt(items, start);
  const item = items[here] as Stretch;
  const valued = (from: number, to: number) =>
    overlapping(quantities, { start: from, end: to }).some(
      (one) => one.dimension !== 'time' && overlapping(times, one).length === 0,
    );
  const inItem = past.filter((time) => itemAt(items, time.start) === here);
  const own = ownTime(text, inItem, quantities, { start, end }, valued);
  if (own) return { effective_time: own.told };
  if (NOW.test(text.slice(item.start, item.end))) return {};
  const before = past.findLast((time) => itemAt(items, time.start) < here);
  // "6.8, down from 7.5 in May": May was the other one's.
  const after = past.find(
    (time) => itemAt(items, time.start) > here && !COMPARED.test(text.slice(end, Math.max(end, time.start))),
  );
  const leads = before && !valued((items[itemAt(items, before.start)] as Stretch).start, before.start);
  const trails = after && valued((items[itemAt(items, after.start)] as Stretch).start, after.start);
  const alone =
    past.length === 1 &&
    after &&
    !/\band\b/.test(text.slice(end, after.start)) &&
    countWords(text.slice(end, after.start)) <= FEW_WORDS;
  const chosen = leads ? before : trails ? after : (before ?? (alone ? after : undefined));
  return chosen ? { effective_time: chosen.told } : {};
}

/** Right before the value, else after it, else before it. */
function ownTime(
  text: string,
  times: readonly TimeMatch[],
  quantities: readonly Stretch[],
  { start, end }: Stretch,
  valued: (from: number, to: number) => boolean,
): TimeMatch | undefined {
  // "Mon 132/84, Tue 128/80": what is right before it is its own.
  const ahead = times.find((time) => isRightBefore(text, time, start));
  const others = ahead && beginsWithValue(text, ahead.start, times, quantities) ? ahead : undefined;
  const beside = others ? undefined : ahead;
  const after = times.find((time) => time.start >= end && !valued(end, time.start));
  // "From 6.1 in January to 6.8": January was the other one's.
  const before = times.findLast(
    (time) => time.end <= start && time !== others && !/^\s+to\s+$|\bnow\b/i.test(text.slice(time.end, start)),
  );
  return beside ?? after ?? before;
}

/** "480 in March 390 in July": in a row that begins with a value, each time is that of the value before it. */
function beginsWithValue(
  text: string,
  from: number,
  times: readonly Stretch[],
  quantities: readonly Stretch[],
): boolean {
  let at = from;
  for (let step = 0; step < LONGEST_ROW; step += 1) {
    const value = quantities[indexFrom(quantities, at, startOf) - 1];
    // A new line is a new row.
    if (
      !value ||
      !isRightBefore(text, value, at) ||
      text.slice(value.end, at).includes('\n') ||
      overlapping(times, value).length > 0
    )
      return false;
    const time = times[indexFrom(times, value.start, startOf) - 1];
    if (!time || !isRightBefore(text, time, value.start)) return true;
    at = time.start;
  }
  return false;
}

function isRightBefore(text: string, { end }: Stretch, at: number): boolean {
  return end <= at && at - end <= TOUCHES && /^[\s:]*$/.test(text.slice(end, at));
}

/** "Pain since yesterday, temp 38.7", "6'2, 231 lbs, no drink since May": since then there is something else. */
function isOnset(text: string, value: Stretch, time: Stretch): boolean {
  if (!wordsBetween(text, value, time).includes(',')) return false;
  const lead = text.slice(Math.max(0, time.start - LEAD), time.start);
  return SINCE.test(lead) || /^since\b/i.test(text.slice(time.start, time.end));
}

/** "TSH 4.8, in January it was 2.3", "88.4, yesterday 88.9": the time is that of the next value. */
function opensAnother(text: string, value: Stretch, time: Stretch): boolean {
  return (
    time.start >= value.end &&
    OPENS_ANOTHER.test(text.slice(Math.max(value.end, time.start - LEAD), time.start)) &&
    VALUE_FOLLOWS.test(text.slice(time.end, time.end + LEAD))
  );
}

/** After a semicolon another thing is told, unless the time opens the sentence and so stands for all of it. */
function isApart(text: string, from: number, value: Stretch, time: Stretch): boolean {
  if (time.start - from <= OPENING || !wordsBetween(text, value, time).includes(';')) return false;
  // "Bloods (2 March): Hb 131; MCV 88": the time of a heading is that of all it heads.
  return !(time.end <= value.start && /^[\s)\]]*[:—–]/.test(text.slice(time.end, value.start)));
}

function wordsBetween(text: string, value: Stretch, time: Stretch): string {
  return time.end <= value.start ? text.slice(time.end, value.start) : text.slice(value.end, time.start);
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
