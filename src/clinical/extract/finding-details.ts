/** What people say around a finding: how bad, how long, and where. */
import { COUNT_WORDS } from '../quantities/numbers.ts';
import type { Stretch } from '../text/sentences.ts';
import type { TermMatch } from '../vocabulary/find-terms.ts';

const SEVERITIES: readonly [RegExp, string][] = [
  [
    /\b(?:severe|severely|terrible|awful|horrible|excruciating|unbearable|intense|worst|extreme|extremely|agonizing|debilitating|really\s+bad|very\s+bad|splitting)\b/iu,
    'severe',
  ],
  [/\b(?:moderate|moderately|bad|quite|pretty)\b/iu, 'moderate'],
  [/\b(?:mild|mildly|slight|slightly|minor|a\s+little|a\s+bit(?:\s+of)?|low[-\s]grade)\b/iu, 'mild'],
];
const SCORE = /\b(\d{1,2})\s*(?:\/|out\s+of)\s*10\b/iu;
const NEAR_BEFORE = /(?:[\w'’-]+\s+){0,4}$/u;
const SAID_AFTER =
  /^\s*(?:,\s*)?(?:(?:is|was|are|were|gets?|has\s+been|that\s+is|which\s+is|feels?|of)\s+)?(?:[\w'’/-]+\s*){0,4}/u;
const COUNT = `(?:(?:about|around|over|almost|nearly|more\\s+than|at\\s+least)\\s+)?(?:\\d{1,3}(?:\\s*-\\s*\\d{1,2})?|${COUNT_WORDS}|many|some)`;
const PERIOD = '(?:minutes?|mins?|hours?|hrs?|days?|nights?|weeks?|months?|years?|yrs?)';
const DURATIONS = [
  new RegExp(
    `\\bfor\\s+(?:the\\s+)?(?:past\\s+|last\\s+)?(${COUNT}\\s+${PERIOD}|${PERIOD}|a\\s+while|a\\s+long\\s+time|ages)\\b`,
    'iu',
  ),
  new RegExp(`\\b(?:over|during|in)\\s+the\\s+(?:past|last)\\s+(${COUNT}\\s+${PERIOD}|${PERIOD})\\b`, 'iu'),
  /\b(\d{1,3}|one|two|three|four|five|six)[-\s](day|week|month|year)s?\s+(?:history|of)\b/iu,
  /\b(since\s+(?:(?:last|this|early|late)\s+)?[\w'’]+(?:\s+(?:morning|night|evening|afternoon|week|month|year|\d{1,4}))?)\b/iu,
  /\b(all\s+(?:day|night|week|month))\b/iu,
];
const SITE_GAP =
  /^\s*(?:(?:in|on|around|behind|under|across|down|over|of|near|at|all\s+over)\s+)(?:(?:my|the|both|one|his|her|left|right|upper|lower|inner|outer|whole|entire|back\s+of\s+my|side\s+of\s+my)\s+)*$/iu;
const SIDE = /\b(left|right|upper|lower|both)\s+$/iu;

export function severityOf(before: string, after: string): string | undefined {
  const score = SCORE.exec(after) ?? SCORE.exec(before);
  if (score) return `${score[1]}/10`;
  const near = `${NEAR_BEFORE.exec(before)?.[0] ?? ''} | ${SAID_AFTER.exec(after)?.[0] ?? ''}`;
  return SEVERITIES.find(([pattern]) => pattern.test(near))?.[1];
}

export function durationOf(before: string, after: string): string | undefined {
  for (const text of [after, before]) {
    for (const pattern of DURATIONS) {
      const match = pattern.exec(text);
      if (match) return (match[2] ? `${match[1]} ${match[2]}s` : String(match[1])).replace(/\s+/g, ' ').trim();
    }
  }
  return undefined;
}

/** The body part that follows a symptom ("a rash on my left arm"), or stands in its own words. */
export function bodySiteOf(
  text: string,
  at: Stretch,
  clause: Stretch,
  terms: readonly TermMatch[],
): string | undefined {
  const body = terms.filter(({ term }) => term.kind === 'body_site' || term.kind === 'body_system');
  const inside = body.find(({ start, end }) => start >= at.start && end <= at.end);
  const following = body.find(
    ({ start, end }) => start >= at.end && end <= clause.end && SITE_GAP.test(text.slice(at.end, start)),
  );
  const site = inside ?? following;
  if (!site) return undefined;
  const side = SIDE.exec(text.slice(Math.max(0, site.start - 8), site.start))?.[1];
  return `${side ? `${side} ` : ''}${site.text}`.toLowerCase();
}
