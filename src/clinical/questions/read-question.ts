/**
 * Reads a question to the record by a small grammar: what is wanted (the latest, how many, since when …), of what, and over which time.
 * What it cannot read is null, and then nothing is asked of the record: no query is ever made up.
 */

import type { Moment } from '../dates/local-time.ts';
import { unitNamed } from '../quantities/units.ts';
import { createMomentCache } from '../text/cache.ts';
import { patternsOf } from '../text/patterns.ts';
import type { Stretch } from '../text/places.ts';
import { findTerms } from '../vocabulary/find-terms.ts';
import { type Period, readPeriod } from './period.ts';
import type { Bound, Intent, RecordQuestion, Subject } from './question.ts';
import { readSubject } from './subject.ts';

const { pattern } = patternsOf('questions', 'read-question');

const MEASURED: readonly [RegExp, Intent][] = [
  [/\b(?:highest|maximum|max|peak|largest|worst|biggest)\b/i, 'highest'],
  [/\b(?:lowest|minimum|min|smallest)\b/i, 'lowest'],
  [/\b(?:average|avg|on average|(?:the|my) mean|mean (?:of|value|level|reading))\b/i, 'average'],
  [pattern('MEASURED.trend', 'i'), 'trend'],
  [pattern('MEASURED.range', 'i'), 'range'],
];
const COUNT =
  /\b(?:how many(?! (?:days|weeks|months|years)\b)|how often (?:did|have|had|was|were)|number of|count(?: of)?)\b/i;
const SINCE = pattern('SINCE', 'i');
const FIRST = /\b(?:first|earliest|oldest)\b/i;
const WHEN = pattern('WHEN', 'i');
/** "Than in spring": with what was measured then, and not that alone. */
const COMPARES = /\b(?:than|compar\w*|versus|vs|differen\w*)\b/i;
const WITH_THE_LAST = /\b(?:last time|time before|one before|previous(?: one| value| reading)?|last two)\b/i;
const LATEST =
  /\b(?:latest|last|most recent(?:ly)?|newest|current(?:ly)?|now|today|next)\b|\bwhat(?:['’]s| is| was) my\b|\bhow(?:['’]s| is| are) my\b/i;
const ALL = /\b(?:all|every|list|history|show|each|ever)\b/i;
const HAS =
  /^\W*(?:so |and |ok |please |tell me |can you tell me (?:if|whether) )*(?:do|did|am|is|are|was|were|have|has)\b|\bwhether\b/i;
const BOUND = pattern('BOUND', 'iu');

/** Longer than any question; what is longer tells a story, and is not taken apart word by word. */
const LONGEST = 600;

export function readRecordQuestion(text: string, moment: Moment): RecordQuestion | null {
  if (text.length > LONGEST) return null;
  return memory(text, moment, () => read(text, moment));
}

/** The consultant asks first, then whoever writes the query, before and after it is run. */
const memory = createMomentCache<RecordQuestion | null>();

function read(text: string, moment: Moment): RecordQuestion | null {
  const period = readPeriod(text, moment);
  // The words of the time are spent: "may" in them is no verb, "last" no wish for the latest.
  const rest = period ? blanked(text, period) : text;
  const subject = readSubject(rest, period !== null);
  if (!subject) return null;
  const measured = subject.kinds.includes('observation');
  const bound = measured ? boundIn(rest) : null;
  const intent = intentOf(measured ? withoutNames(rest) : rest, subject, period, bound);
  const against = intent === 'trend' && COMPARES.test(text) ? period : null;
  const question: RecordQuestion = {
    intent,
    subject: comparable(subject, intent, bound),
    period: against ? null : period,
    bound,
    moment,
    ...(against && { against }),
  };
  const count = countIn(rest) ?? (intent === 'trend' && WITH_THE_LAST.test(text) ? 2 : null);
  if (count && (intent === 'list' || intent === 'trend')) question.count = count;
  const event = eventIn(rest, subject);
  return event ? { ...question, event, subject: withoutStanding(question.subject) } : question;
}

function intentOf(text: string, subject: Subject, period: Period | null, bound: Bound | null): Intent {
  const [kind] = subject.kinds;
  const measured = subject.kinds.length === 1 && kind === 'observation';
  if (COUNT.test(text)) return 'count';
  if (measured) {
    const found = MEASURED.find(([words, intent]) => words.test(text) && !(intent === 'range' && bound))?.[1];
    if (found) return found;
  }
  const lasts = kind === 'condition' || kind === 'medication' || kind === 'symptom';
  if (lasts && SINCE.test(text)) return 'since';
  if (WHEN.test(text)) return FIRST.test(text) ? 'first' : 'when';
  if (FIRST.test(text)) return 'first';
  if (subject.kinds.length > 1) return HAS.test(text) && !subject.system ? 'has' : 'list';
  if (bound || ALL.test(text)) return HAS.test(text) && !bound ? 'has' : 'list';
  if (measured || kind === 'procedure' || kind === 'encounter') {
    if (HAS.test(text) && (period || kind !== 'observation')) return subject.standing === 'coming' ? 'list' : 'has';
    if (LATEST.test(text) && !period && !isPlural(text)) return 'latest';
    return measured && subject.names.length > 0 && !period && !isPlural(text) ? 'latest' : 'list';
  }
  if (HAS.test(text)) return 'has';
  return kind === 'symptom' && LATEST.test(text) ? 'latest' : 'list';
}

/** What is counted or compared is one kind of number: of a blood pressure the upper one, of cholesterol the total. */
function comparable(subject: Subject, intent: Intent, bound: Bound | null): Subject {
  const [main = ''] = subject.names;
  const alone = main === 'Systolic blood pressure' || main === 'Total cholesterol' || main === 'Total bilirubin';
  const compares = intent === 'count' || intent === 'highest' || intent === 'lowest' || bound !== null;
  return alone && compares ? { ...subject, names: [main] } : subject;
}

const NUMBERS: readonly string[] = 'zero one two three four five six seven eight nine ten'.split(' ');

function countIn(text: string): number | null {
  const said =
    /\b(?:last|latest|most recent|previous|newest) (two|three|four|five|six|seven|eight|nine|ten|\d{1,2})\b/i.exec(
      text,
    )?.[1];
  return said ? Number(said) || NUMBERS.indexOf(said.toLowerCase()) : null;
}

/** "My last three readings", "upcoming appointments": more than one is wanted. */
const PLURAL = pattern('PLURAL', 'i');

function isPlural(text: string): boolean {
  return PLURAL.test(text);
}

/** "Which medications did I start this year?" is about beginnings. */
function eventIn(text: string, { kinds }: Subject): 'began' | 'ended' | null {
  if (kinds.length !== 1 || (kinds[0] !== 'medication' && kinds[0] !== 'condition')) return null;
  if (/\b(?:stop(?:ped)?|quit|ended?|discontinued?|come off|came off)\b/i.test(text)) return 'ended';
  return /\b(?:start(?:ed)?|beg[ai]n|begun|new|diagnosed)\b/i.test(text) ? 'began' : null;
}

function withoutStanding({ standing: _standing, ...rest }: Subject): Subject {
  return rest;
}

function boundIn(text: string): Bound | null {
  const match = BOUND.exec(text);
  if (!match) return null;
  const [words, how = '', number = '', unit] = match;
  const strict = !/at (?:least|most)/i.test(how);
  const up = /above|over|higher|more|greater|least/i.test(how);
  const known = unit ? unitNamed(unit) : null;
  return {
    sign: up ? (strict ? '>' : '>=') : strict ? '<' : '<=',
    value: Number(number.replace(',', '.')),
    ...(known && { unit: known }),
    words: words.trim(),
  };
}

/** "Mean corpuscular volume" asks for no average, and "peak flow" for no highest value. */
function withoutNames(text: string): string {
  return findTerms(text)
    .filter(({ term }) => term.kind === 'observation')
    .reduce(blanked, text);
}

function blanked(text: string, { start, end }: Stretch): string {
  return `${text.slice(0, start)}${' '.repeat(end - start)}${text.slice(end)}`;
}
