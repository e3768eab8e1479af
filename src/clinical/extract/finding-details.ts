/** What people say around a finding: how bad, how long, how it goes, and where. */
import { COUNT_WORDS } from '../quantities/numbers.ts';
import type { Stretch } from '../text/sentences.ts';
import type { TermMatch } from '../vocabulary/find-terms.ts';

const SEVERITIES: readonly [RegExp, string][] = [
  [
    /\b(?:severe|severely|terrible|awful|horrible|excruciating|unbearable|intense|worst|extreme|extremely|agonizing|agonising|debilitating|really\s+bad|very\s+bad|so\s+bad|splitting|crippling|brutal|killing\s+me|crazy|insane|horrendous|massive|major|unreal|violent|violently|like\s+crazy|terribly|horribly|awfully)\b/iu,
    'severe',
  ],
  [/\b(?:moderate|moderately|bad|badly|quite|pretty|fairly|significant|nasty)\b/iu, 'moderate'],
  [
    /\b(?:mild|mildly|slight|slightly|minor|a\s+little|a\s+bit(?:\s+of)?|low[-\s]grade|kinda|kind\s+of|sort\s+of|a\s+touch\s+of|faint|faintly)\b/iu,
    'mild',
  ],
];
const SCORE = /\b(10|\d(?:\.5)?)\s*(?:\/|out\s+of)\s*(?:10|ten)\b(?!\s*\/)/iu;
const NEAR_BEFORE = /(?:[\w'’-]+\s+){0,4}$/u;
const SAID_AFTER =
  /^\s*(?:,\s*)?(?:(?:is|was|are|were|gets?|has\s+been|that\s+is|which\s+is|feels?|of)\s+)?(?:[\w'’/-]+\s*){0,4}/u;
const COUNT = `(?:(?:about|around|over|almost|nearly|more\\s+than|at\\s+least)\\s+)?(?:\\d{1,3}(?:\\s*-\\s*\\d{1,2})?|${COUNT_WORDS}|many|some)`;
const COURSES: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:getting|gets?|got|gotten|becoming|growing)\s+(?:\w+\s+)?(?:worse|stronger|more\s+(?:frequent|severe|intense|painful)|bigger)\b|\bworsen(?:ing|ed|s)\b|\bworse\s+(?:and\s+worse|every\s+day|each\s+day|over\s+time|lately|now|than)\b|\bspreading\b/iu,
    'worsening',
  ],
  [
    /(?<!\b(?:not|n['’]?t)\s+(?:\w+\s+)?)\b(?:getting|gets?|got|feels?|feeling)\s+(?:\w+\s+)?(?:better|weaker|less\s+(?:frequent|severe|painful))\b|\bimprov(?:ing|ed|es)\b|\beasing\b|\bsubsiding\b/iu,
    'improving',
  ],
  [
    /\b(?:on\s+and\s+off|off\s+and\s+on|on\/off|comes?\s+and\s+goes?|coming\s+and\s+going|came\s+and\s+went|intermittent(?:ly)?|now\s+and\s+then|every\s+(?:now\s+and\s+then|once\s+in\s+a\s+while|so\s+often)|once\s+in\s+a\s+while|occasional(?:ly)?|sometimes|from\s+time\s+to\s+time|in\s+waves|sporadic(?:ally)?|episodic|recurr(?:ent|ing)|keeps?\s+coming\s+back)\b/iu,
    'intermittent',
  ],
  [
    /\b(?:constant(?:ly)?|non[-\s]?stop|all\s+the\s+time|continuous(?:ly)?|24\/7|persistent|won['’]?t\s+(?:go\s+away|stop|quit)|never\s+(?:stops|goes\s+away|lets\s+up)|(?:does|do|will|is|has)\s*n['’o]?t\s+(?:go(?:ne|ing)?\s+away|let\s+up|stop)|all\s+day(?:\s+long)?|unrelenting|chronic)\b/iu,
    'constant',
  ],
];
const WORSE_WHEN =
  /\b(worse|better)\s+((?:at\s+night|at\s+bedtime|in\s+the\s+(?:morning|evening|afternoon|night|cold|heat)s?|(?:after|before|during|with|when|while|if)\s+(?!i\s+was\b)[\w'’\s]{2,30}?)(?=$|[.,;!?]|\s+(?:and|but|so|since|for)\b))/iu;
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

/** How it goes: "worsening", "intermittent", "worse at night". */
export function courseOf(words: string, before: string, after: string): string | undefined {
  const around = `${before} ${words} ${after}`;
  const course = COURSES.find(([pattern]) => pattern.test(around))?.[1];
  const when = WORSE_WHEN.exec(after);
  const parts = [course, when ? `${when[1]} ${when[2]}`.toLowerCase().replace(/\s+/g, ' ').trim() : undefined];
  return parts.filter(Boolean).join(', ') || undefined;
}

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
