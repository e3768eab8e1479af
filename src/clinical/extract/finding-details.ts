/** What people say around a finding: how bad, how long, how it goes, and where. */
import { COUNT_WORDS } from '../quantities/numbers.ts';
import { patternsOf } from '../text/patterns.ts';
import type { Stretch } from '../text/places.ts';
import { indexFrom, startOf } from '../text/places.ts';
import type { TermMatch } from '../vocabulary/find-terms.ts';

const { pattern, source } = patternsOf('extract', 'finding-details');

const SEVERITIES: readonly [RegExp, string][] = [
  [pattern('SEVERITIES.severe', 'i'), 'severe'],
  [/\b(?:moderate|moderately|bad|badly|quite|pretty|fairly|significant|nasty)\b/i, 'moderate'],
  [pattern('SEVERITIES.mild', 'i'), 'mild'],
];
const SCORE = /\b(10|\d(?:\.5)?)\s*(?:\/|out\s+of)\s*(?:10|ten)\b(?!\s*\/)/i;
/** Any of them, so that most findings need no further search. */
const SEVERITY_WORD = new RegExp(
  [SCORE, ...SEVERITIES.map(([words]) => words)].map((one) => one.source).join('|'),
  'i',
);
const NEAR_BEFORE = /(?:[\w'’-]{1,20}\s+){0,4}$/;
const SAID_AFTER =
  /^\s*(?:,\s*)?(?:(?:is|was|are|were|gets?|has\s+been|that\s+is|which\s+is|feels?|of)\s+)?(?:[\w'’/-]+\s*){0,4}/;
const COUNT = source('COUNT', { COUNT_WORDS });
const COURSES: readonly (readonly [RegExp, string])[] = [
  [pattern('COURSES.worsening', 'i'), 'worsening'],
  [pattern('COURSES.improving', 'i'), 'improving'],
  [pattern('COURSES.intermittent', 'i'), 'intermittent'],
  [pattern('COURSES.constant', 'i'), 'constant'],
];
/** Any of the words below, so that most texts need no further search. */
const COURSE_WORD = pattern('COURSE_WORD', 'i');
const WORSE_WHEN = pattern('WORSE_WHEN', 'i');
const PERIOD = '(?:minutes?|mins?|hours?|hrs?|days?|nights?|weeks?|months?|years?|yrs?)';
const DURATIONS = [
  new RegExp(
    `\\bfor\\s+(?:the\\s+)?(?:past\\s+|last\\s+)?(${COUNT}\\s+${PERIOD}|${PERIOD}|a\\s+while|a\\s+long\\s+time|ages)\\b`,
    'i',
  ),
  // "From last 2 months", "since 10 days": as it is said in India.
  new RegExp(`\\b(?:since|from)\\s+(?:the\\s+)?(?:past\\s+|last\\s+)?(${COUNT}\\s+${PERIOD})\\b(?!\\s+ago)`, 'i'),
  new RegExp(`\\b(?:over|during|in|within)\\s+(?:the\\s+)?(?:past|last)\\s+(${COUNT}\\s+${PERIOD}|${PERIOD})\\b`, 'i'),
  /\b(\d{1,3}|one|two|three|four|five|six)[-\s](day|week|wk|month|mo|year|yr)s?\s+(?:history|hx|of)\b/i,
  pattern('DURATIONS.since', 'i'),
  new RegExp(`\\b(?:lasting|lasts|lasted|going\\s+on|x|over)\\s+(${COUNT}\\s+${PERIOD})\\b(?!\\s+ago)`, 'i'),
  new RegExp(`\\b(${COUNT}\\s+${PERIOD})\\s+(?:now|straight|running|in\\s+a\\s+row|and\\s+counting)\\b`, 'i'),
  /\b(all\s+(?:day|night|week|month|year|my\s+life)|my\s+(?:whole|entire)\s+life|as\s+long\s+as\s+i\s+can\s+remember)\b/i,
];
/** As clinicians write it, "2/52 hx of": two weeks. */
const SHORTHAND =
  /\b(?:for|over|past|last|x|in)\s+(\d{1,2})\/(7|52|12)\b|\b(\d{1,2})\/(7|52|12)\s+(?:(?:hx|history|h\/o|of|c\/o)\b|$)/i;
/** "Fever x3d" */
const TIMES_SHORT = /\b[x×]\s?(\d{1,3})\s?([dwh])\b/i;
const SHORT_LETTERS: Readonly<Record<string, string>> = { d: 'days', w: 'weeks', h: 'hours' };
const SHORT_PERIODS: Readonly<Record<string, string>> = { 7: 'days', 52: 'weeks', 12: 'months' };
/** Any of the words and signs above; without them no duration is said. */
const DURATION_WORD = /since|min|hour|hr|day|night|week|wk|month|\bmo\b|year|yr|while|long|ages|life|[x×]\s?\d|\//i;
const BARE_PERIOD = /^(?:minute|hour|day|night|week|month|year)$/i;
const SITE_GAP = pattern('SITE_GAP', 'i');
const SIDE_AFTER = /^\s*,?\s*\(?(?:on\s+)?(?:the\s+|my\s+)?(left|right|both)(?:\s+sides?|\)|\s*$)/i;
/** The parts that have a left and a right. */
const BODY_WORD = pattern('BODY_WORD', 'i');
const SIDE = /\b(left|right|upper|lower|both)(?:\s+side\s+of\s+(?:my|the))?\s+$/i;
const PART_OF = /^\s+of\s+(?:my|the|his|her)\b/i;
const PART_OF_REACH = 12;

/** How it goes: "worsening", "intermittent", "worse at night". */
export function courseOf(words: string, before: string, after: string): string | undefined {
  const around = `${before} ${words} ${after}`;
  if (!COURSE_WORD.test(around)) return undefined;
  const course = COURSES.find(([pattern]) => pattern.test(around))?.[1];
  const when = WORSE_WHEN.exec(after);
  const parts = [course, when ? `${when[1]} ${when[2]}`.toLowerCase().replace(/\s+/g, ' ').trim() : undefined];
  return parts.filter(Boolean).join(', ') || undefined;
}

export function severityOf(before: string, after: string, words = ''): string | undefined {
  if (!SEVERITY_WORD.test(`${before} ${words} | ${after}`)) return undefined;
  const score = SCORE.exec(after) ?? SCORE.exec(before);
  if (score) return `${score[1]}/10`;
  const near = `${NEAR_BEFORE.exec(before)?.[0] ?? ''} ${words} | ${SAID_AFTER.exec(after)?.[0] ?? ''}`;
  return SEVERITIES.find(([pattern]) => pattern.test(near))?.[1];
}

export function durationOf(before: string, after: string): string | undefined {
  for (const text of [after, before]) {
    if (text === '' || !DURATION_WORD.test(text)) continue;
    const times = TIMES_SHORT.exec(text);
    if (times) return `${times[1]} ${SHORT_LETTERS[String(times[2]).toLowerCase()]}`;
    const short = text.includes('/') ? SHORTHAND.exec(text) : null;
    if (short) return `${short[1] ?? short[3]} ${SHORT_PERIODS[String(short[2] ?? short[4])]}`;
    for (const pattern of DURATIONS) {
      const match = pattern.exec(text);
      if (match && BARE_PERIOD.test(String(match[1])))
        return `${/^h/i.test(String(match[1])) ? 'an' : 'a'} ${match[1]}`;
      if (match) return (match[2] ? `${match[1]} ${match[2]}s` : String(match[1])).replace(/\s+/g, ' ').trim();
    }
  }
  return undefined;
}

/** The body part that follows a symptom ("a rash on my left arm"), or stands in its own words, with its side. */
export function bodySiteOf(
  text: string,
  at: Stretch,
  clause: Stretch,
  terms: readonly TermMatch[],
  apart?: TermMatch,
): string | undefined {
  const site = apart ?? siteNear(text, at, clause, terms);
  // "Knee pain on the left side"
  if (site && !(site.start >= at.end && /^sides?$/i.test(site.text)))
    return `${sideBefore(text, site.start)}${site.text}`.toLowerCase();
  // "Left knee hurts": the part is inside the name of the symptom, so only its side is news.
  const part = BODY_WORD.exec(text.slice(at.start, at.end))?.[0];
  const side = part && (sideBefore(text, at.start) || sideAfter(text.slice(at.end, clause.end)));
  return side ? `${side}${part}`.toLowerCase() : undefined;
}

function siteNear(text: string, at: Stretch, clause: Stretch, terms: readonly TermMatch[]): TermMatch | undefined {
  for (let index = indexFrom(terms, at.start, startOf); index < terms.length; index += 1) {
    const site = terms[index] as TermMatch;
    if (site.start >= clause.end && site.start >= at.end) return undefined;
    if (site.term.kind !== 'body_site' && site.term.kind !== 'body_system') continue;
    if (isPartOf(text, site.end)) continue;
    if (site.end <= at.end) return site;
    if (site.start >= at.end && site.end <= clause.end && SITE_GAP.test(text.slice(at.end, site.start))) return site;
  }
  return undefined;
}

function sideBefore(text: string, start: number): string {
  const side = SIDE.exec(text.slice(Math.max(0, start - 24), start))?.[1];
  return side ? `${side} ` : '';
}

function sideAfter(after: string): string {
  const side = SIDE_AFTER.exec(after)?.[1];
  return side ? `${side} ` : '';
}

/** "The right side of my chest" is the chest: whether a place that ends here is named as a part of the next. */
export function isPartOf(text: string, end: number): boolean {
  return PART_OF.test(text.slice(end, end + PART_OF_REACH));
}
