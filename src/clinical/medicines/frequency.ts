/** The words that say how often a medicine is taken: "twice a day", "q8h", "BID", "1-0-1", "every other day", "as needed". */
import { numberOf } from '../quantities/numbers.ts';
import { patternsOf } from '../text/patterns.ts';
import { holdsAny } from '../text/word-sets.ts';

const { pattern } = patternsOf('medicines', 'frequency');

const TIMES: Readonly<Record<string, number>> = { once: 1, twice: 2, twise: 2, thrice: 3, double: 2 };
const SMALL = 'one|two|three|four|five|six|seven|eight|nine|ten|twelve';
const COUNT = `(once|twice|twise|thrice|(?<![\\d.,])[1-9]|${SMALL})(?:\\s{0,3}(?:-|–|to|or)\\s{0,3}(?:\\d{1,2}|${SMALL}))?`;
const DAY_PARTS =
  '(?:morning|mornings|evening|evenings|night|nights|afternoon|bedtime|breakfast|lunch|dinner|supper|meal|midday|noon)';
const WEEKDAY = '(?:sun|mon|tues|wednes|thurs|fri|satur)day';
const WEEKDAYS = `${WEEKDAY}s?`;
const SHORT_DAYS = '(?:sun|mon|tues?|wed|thur?s?|fri|sat)(?:day)?s?';

const ANY_DAY = `(?:${WEEKDAYS}|${SHORT_DAYS})`;

const AT = `(?:(?:in\\s{1,3}the|at|every|each|before|with|after)\\s{1,3}(?:my\\s{1,3})?(?:${DAY_PARTS}|bed))`;
const DOSES_OF_A_DAY = new RegExp(
  `\\b${AT}(?:\\s{0,3}(?:,|and|&|plus|\\+){1,2}\\s{0,3}(?:and\\s{1,3})?\\d{1,4}(?:\\.\\d{1,3})?\\s{0,3}[\\p{L}µ]{1,10}\\s{1,3}${AT}){1,3}\\b`,
  'iu',
);

/** "One in the morning and one in the evening", "in the morning, at noon and at night". */
const PIECES = `(?:(${SMALL}|[1-9]|half|another)\\s{1,3}(?:(?:tablet|tab|pill|capsule|cap|puff)s?\\s{1,3})?)`;
const JOINT = '\\s{0,3}(?:,|and|&|plus|\\+){1,2}\\s{0,3}(?:and\\s{1,3})?';
const TIMES_NAMED = new RegExp(`\\b${PIECES}?${AT}(?:${JOINT}${PIECES}?(?:${AT}|${DAY_PARTS})){1,3}\\b`, 'i');
const EACH_PIECE = new RegExp(`${PIECES}(?=${AT}|${DAY_PARTS})`, 'gi');
const EACH_TIME = new RegExp(`${DAY_PARTS}|\\bbed\\b`, 'gi');
const SINGLE = new Set(['one', '1', 'another']);

type Rate = (match: RegExpExecArray) => number | undefined;
/** Parts of words, one of which a text must contain for the pattern to be tried; the pattern; how often a day it means. */
type Rule = readonly [parts: string, pattern: RegExp, rate: Rate];

/** The more precise first: "twice a day" before "a day". A rate of undefined says that the words give none. */
const RULES: readonly Rule[] = [
  // "In the morning and 600 mg at night": doses that differ have no rate (day-doses.ts adds them up).
  ['morning evening night noon bed breakfast lunch dinner supper midday', DOSES_OF_A_DAY, () => undefined],
  ['morning evening night noon bed breakfast lunch dinner supper midday', TIMES_NAMED, timesNamed],
  ['other second 2nd alternat od o.d 48', pattern('RULES.every_other_day', 'i'), () => 0.5],
  ['every each q', pattern('HOURS_RANGE', 'i', { SMALL }), () => undefined],
  ['every each per q hourly /', pattern('HOURS', 'i', { SMALL }), (m) => 24 / numberOf(String(m[1] ?? m[2] ?? m[3]))],
  ['q', /\bq(4|6|8|12)\b(?!\s{0,3}(?:-|to|h|days?|weeks?|w|d|m))/i, (m) => 24 / Number(m[1])],
  ['hour q1h', /\b(?:every\s{1,3}hour|hourly|q1h)\b/i, () => 24],
  [
    'every q',
    new RegExp(`\\b(?:every|q)\\s{0,3}(\\d{1,2}|${SMALL}|couple\\s{1,3}of|few)\\s{0,3}days?\\b`, 'i'),
    (m) => (/^\d|^[a-z]+$/i.test(String(m[1])) && m[1] !== 'few' ? 1 / numberOf(String(m[1])) : undefined),
  ],
  [
    'every q',
    new RegExp(`\\b(?:every|q)\\s{0,3}(\\d{1,2}|${SMALL})\\s{0,3}(?:weeks?|wks?|w)\\b`, 'i'),
    (m) => 1 / (7 * numberOf(String(m[1]))),
  ],
  [
    'month',
    new RegExp(`\\bevery\\s{1,3}(\\d{1,2}|${SMALL})\\s{0,3}months?\\b`, 'i'),
    (m) => 1 / (30 * numberOf(String(m[1]))),
  ],
  // A European scheme: morning, noon, evening, night. "1-0-1" is one in the morning and one in the evening.
  [
    '-',
    /(?<![\d/.-])([0-3](?:[.,]5|½)?)-([0-3](?:[.,]5|½)?)-([0-3](?:[.,]5|½)?)(?:-([0-3]))?(?![\d/-])/u,
    (m) => [m[1], m[2], m[3], m[4]].filter((part) => part !== undefined && part !== '0').length || undefined,
  ],
  [
    'day daily 24 / xd ×d',
    pattern('TIMES_A_DAY', 'i', { COUNT }),
    (m) => countOf(m[1] ?? m[2] ?? m[3] ?? m[4] ?? m[5]),
  ],
  ['week wk', pattern('TIMES_A_WEEK', 'i', { COUNT }), (m) => countOf(m[1] ?? m[2]) / 7],
  [
    'month',
    new RegExp(
      `\\b${COUNT}\\s{0,3}(?:times|x|×)?\\s{0,3}(?:a|per|each|every|/)\\s{0,3}month\\b|\\b${COUNT}\\s{1,3}monthly\\b`,
      'i',
    ),
    (m) => countOf(m[1] ?? m[2]) / 30,
  ],
  [
    'year',
    new RegExp(`\\b${COUNT}\\s{0,3}(?:times|x|×)?\\s{0,3}(?:a|per|each|every|/)\\s{0,3}year\\b`, 'i'),
    (m) => countOf(m[1]) / 365,
  ],
  ['bi b.i bd b.d morning am breakfast 12', pattern('RULES.twice_a_day', 'i'), () => 2],
  ['ti t.i td t.d meal 8', pattern('RULES.three_times_a_day', 'i'), () => 3],
  ['q', /\b(?:q\.?i\.?d\b\.?|q\.?d\.?s\b\.?|q\.?6\.?h\b\.?)/i, () => 4],
  ['hs', /(?<=\d\s{0,3}(?:mg|mcg|g|ml|mL|units?|tablets?|tabs?|caps?)?\s{0,3})(?:HS|hs)\b/u, () => 1],
  // "20 mg OD"; alone it would be an overdose or the right eye.
  ['od', /(?<=\d\s{0,3}(?:mg|mcg|g|ml|mL|units?|tablets?|tabs?|caps?)?\s{0,3})(?:OD|od)\b/u, () => 1],
  // "Mondays, Wednesdays and Fridays", "Mon/Wed/Fri"
  [
    'day mon tue wed thu fri sat sun',
    new RegExp(
      `\\b(?:every\\s{1,3}|on\\s{1,3})?${ANY_DAY}(?:(?:\\s{0,3}(?:,|/|and|&)){1,2}\\s{0,3}${ANY_DAY}){1,5}\\b`,
      'i',
    ),
    (m) => (m[0].match(new RegExp(ANY_DAY, 'gi'))?.length ?? 1) / 7,
  ],
  // "On Friday" is a date, "on Fridays" a habit.
  ['day', pattern('WEEKDAY', 'i', { WEEKDAYS, WEEKDAY }), () => 1 / 7],
  [
    'week fortnight',
    /\b(?:every\s{1,3}other\s{1,3}week|bi-?weekly|fortnightly|every\s{1,3}fortnight)\b/i,
    () => 1 / 14,
  ],
  ['month', /\b(?:every\s{1,3}other\s{1,3}month)\b/i, () => 1 / 60],
  ['day daily q nightly 24 od. o.d. / nocte mane', pattern('RULES.daily', 'i'), () => 1],
  [
    'morning evening night noon bed breakfast lunch dinner supper meal midday',
    new RegExp(
      `\\b(?:every|each)\\s{1,3}${DAY_PARTS}\\b|\\b(?:in\\s{1,3}the|at|before|with|after)\\s{1,3}(?:my\\s{1,3})?(?:${DAY_PARTS}|bed)\\b`,
      'i',
    ),
    () => 1,
  ],
  ['week wk', pattern('RULES.weekly', 'i'), () => 1 / 7],
  ['month', /\b(?:every\s{1,3}month|monthly|each\s{1,3}month|a\s{1,3}month|per\s{1,3}month)\b/i, () => 1 / 30],
  ['year annual', /\b(?:yearly|every\s{1,3}year|annually)\b/i, () => 1 / 365],
];
const AS_NEEDED = pattern('AS_NEEDED', 'i');
/** Each of them contains one of these. */
const NEEDED_PARTS = [
  'need',
  'necess',
  'requir',
  'prn',
  'sos',
  'p.r',
  'pr.',
  'then',
  'while',
  'occasion',
  'sometimes',
  'demand',
  'time',
];

export const FREQUENCIES = RULES.map(([parts, pattern, rate]) => ({ parts: parts.split(' '), pattern, rate }));

/** "As needed", in a text and in the same text in lower case. */
export function asNeededIn(text: string, lowerCase: string): RegExpExecArray | null {
  return holdsAny(lowerCase, NEEDED_PARTS) ? AS_NEEDED.exec(text) : null;
}

/** How many times of the day are named. Where not one is taken each time, a rate would not say how many are. */
function timesNamed([words]: RegExpExecArray): number | undefined {
  const pieces = [...words.matchAll(EACH_PIECE)].map(([, count = '']) => count.toLowerCase());
  if (/meal/i.test(words) || pieces.some((count) => !SINGLE.has(count))) return undefined;
  return words.match(EACH_TIME)?.length;
}

function countOf(word: string | undefined): number {
  const text = String(word).toLowerCase();
  return TIMES[text] ?? numberOf(text);
}
