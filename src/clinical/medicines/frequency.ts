/** The words that say how often a medicine is taken: "twice a day", "q8h", "BID", "1-0-1", "every other day", "as needed". */
import { numberOf } from '../quantities/numbers.ts';
import { holdsAny } from '../text/word-sets.ts';

const TIMES: Readonly<Record<string, number>> = { once: 1, twice: 2, twise: 2, thrice: 3, double: 2 };
const SMALL = 'one|two|three|four|five|six|seven|eight|nine|ten|twelve';
const COUNT = `(once|twice|twise|thrice|(?<![\\d.,])[1-9]|${SMALL})(?:\\s{0,3}(?:-|–|to|or)\\s{0,3}(?:\\d{1,2}|${SMALL}))?`;
const DAY_PARTS =
  '(?:morning|mornings|evening|evenings|night|nights|afternoon|bedtime|breakfast|lunch|dinner|supper|meal|midday|noon)';
const WEEKDAY = '(?:sun|mon|tues|wednes|thurs|fri|satur)day';
const WEEKDAYS = `${WEEKDAY}s?`;
const SHORT_DAYS = '(?:sun|mon|tues?|wed|thur?s?|fri|sat)(?:day)?s?';

const ANY_DAY = `(?:${WEEKDAYS}|${SHORT_DAYS})`;

type Rate = (match: RegExpExecArray) => number | undefined;
/** Parts of words, one of which must stand in a text for the pattern to be worth trying; the pattern; how often a day it means. */
type Rule = readonly [parts: string, pattern: RegExp, rate: Rate];

/** The more precise first: "twice a day" before "a day". A rate of undefined says that the words give none. */
const RULES: readonly Rule[] = [
  [
    'other second 2nd alternat od o.d 48',
    /\b(?:every\s{1,3}(?:other|second|2nd)\s{1,3}(?:day|night|morning|evening)|(?:on\s{1,3})?alternat(?:e|ing)\s{1,3}days|q\.?o\.?d\b\.?|every\s{1,3}48\s{0,3}(?:hours|h))/iu,
    () => 0.5,
  ],
  [
    'every each q',
    new RegExp(
      `\\b(?:every|each|q)\\s{0,3}(\\d{1,2}|${SMALL})\\s{0,3}(?:to|-|–|or)\\s{0,3}(?:\\d{1,2}|${SMALL})\\s{0,3}-?\\s{0,3}(?:hours?|hrs?|hourly|h)\\b`,
      'iu',
    ),
    () => undefined,
  ],
  [
    'every each per q hourly /',
    new RegExp(
      `\\b(?:every|each|per|q)\\.?\\s{0,3}(\\d{1,2}|${SMALL})\\s{0,3}-?\\s{0,3}(?:hours?|hrs?|hourly|h)\\b|\\b(\\d{1,2}|${SMALL})[-\\s]hourly\\b|/\\s{0,3}(\\d{1,2})\\s{0,3}(?:hours?|hrs?|h)\\b`,
      'iu',
    ),
    (m) => 24 / numberOf(String(m[1] ?? m[2] ?? m[3])),
  ],
  ['q', /\bq(4|6|8|12)\b(?!\s{0,3}(?:-|to|h|days?|weeks?|w|d|m))/iu, (m) => 24 / Number(m[1])],
  ['hour q1h', /\b(?:every\s{1,3}hour|hourly|q1h)\b/iu, () => 24],
  [
    'every q',
    new RegExp(`\\b(?:every|q)\\s{0,3}(\\d{1,2}|${SMALL}|couple\\s{1,3}of|few)\\s{0,3}days?\\b`, 'iu'),
    (m) => (/^\d|^[a-z]+$/i.test(String(m[1])) && m[1] !== 'few' ? 1 / numberOf(String(m[1])) : undefined),
  ],
  [
    'every q',
    new RegExp(`\\b(?:every|q)\\s{0,3}(\\d{1,2}|${SMALL})\\s{0,3}(?:weeks?|wks?|w)\\b`, 'iu'),
    (m) => 1 / (7 * numberOf(String(m[1]))),
  ],
  [
    'month',
    new RegExp(`\\bevery\\s{1,3}(\\d{1,2}|${SMALL})\\s{0,3}months?\\b`, 'iu'),
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
    new RegExp(
      `\\b${COUNT}\\s{0,3}(?:times|x|×)?\\s{0,3}(?:a|per|each|every|/|in\\s{1,3}(?:a|one))\\s{0,3}(?:day|24\\s{0,3}hours?|24\\s{0,3}h|d)\\b|\\b${COUNT}\\s{0,3}(?:times|x|×)?\\s{0,3}(?:-\\s{0,3})?daily\\b|\\b(\\d)\\s{0,3}[x×]\\s{0,3}/?\\s{0,3}(?:day|daily|d)\\b|\\b(twice|once)\\s{1,3}(?:each|every)\\s{1,3}day\\b`,
      'iu',
    ),
    (m) => countOf(m[1] ?? m[2] ?? m[3] ?? m[4]),
  ],
  [
    'week wk',
    new RegExp(
      `\\b${COUNT}\\s{0,3}(?:times|x|×|days)?\\s{0,3}(?:a|per|each|every|/|in\\s{1,3}a)\\s{0,3}(?:week|wk)\\b|\\b${COUNT}\\s{0,3}(?:times|x|×)?\\s{0,3}weekly\\b`,
      'iu',
    ),
    (m) => countOf(m[1] ?? m[2]) / 7,
  ],
  [
    'month',
    new RegExp(
      `\\b${COUNT}\\s{0,3}(?:times|x|×)?\\s{0,3}(?:a|per|each|every|/)\\s{0,3}month\\b|\\b${COUNT}\\s{1,3}monthly\\b`,
      'iu',
    ),
    (m) => countOf(m[1] ?? m[2]) / 30,
  ],
  [
    'year',
    new RegExp(`\\b${COUNT}\\s{0,3}(?:times|x|×)?\\s{0,3}(?:a|per|each|every|/)\\s{0,3}year\\b`, 'iu'),
    (m) => countOf(m[1]) / 365,
  ],
  [
    'bi b.i bd b.d morning am breakfast 12',
    /\b(?:b\.?i\.?d\b\.?|(?:every|in\s{1,3}the|each)?\s{0,3}(?:morning|am)\s{1,3}and\s{1,3}(?:(?:at|every|in\s{1,3}the|one\s{1,3}at|each)\s{1,3})*(?:night|evening|bedtime|pm)|with\s{1,3}breakfast\s{1,3}and\s{1,3}(?:dinner|supper)|q\.?12\.?h\.?)|\bb\.?d\.?(?=[\s,.;)]|$)/iu,
    () => 2,
  ],
  [
    'ti t.i td t.d meal 8',
    /\b(?:t\.?i\.?d\b\.?|t\.?d\.?s\b\.?|with\s{1,3}(?:every|each|all|my)\s{1,3}meals?|with\s{1,3}meals|(?:before|after)\s{1,3}(?:each|every)\s{1,3}meal|(?:before|after)\s{1,3}meals|q\.?8\.?h\.?)/iu,
    () => 3,
  ],
  ['q', /\b(?:q\.?i\.?d\b\.?|q\.?d\.?s\b\.?|q\.?6\.?h\b\.?)/iu, () => 4],
  ['hs', /(?<=\d\s{0,3}(?:mg|mcg|g|ml|mL|units?|tablets?|tabs?|caps?)?\s{0,3})(?:HS|hs)\b/u, () => 1],
  // "20 mg OD"; alone it would be an overdose or the right eye.
  ['od', /(?<=\d\s{0,3}(?:mg|mcg|g|ml|mL|units?|tablets?|tabs?|caps?)?\s{0,3})(?:OD|od)\b/u, () => 1],
  // "Mondays, Wednesdays and Fridays", "Mon/Wed/Fri"
  [
    'day mon tue wed thu fri sat sun',
    new RegExp(
      `\\b(?:every\\s{1,3}|on\\s{1,3})?${ANY_DAY}(?:(?:\\s{0,3}(?:,|/|and|&)){1,2}\\s{0,3}${ANY_DAY}){1,5}\\b`,
      'iu',
    ),
    (m) => (m[0].match(new RegExp(ANY_DAY, 'giu'))?.length ?? 1) / 7,
  ],
  // "On Friday" is a date, "on Fridays" a habit.
  [
    'day',
    new RegExp(
      `\\b(?:(?:every|each)\\s{1,3}${WEEKDAYS}|(?<!\\b(?:daily|day)\\s{1,3})on\\s{1,3}(?:an?\\s{1,3})?${WEEKDAY}s|on\\s{1,3}an?\\s{1,3}${WEEKDAY})(?:\\s{1,3}(?:morning|night|evening)s?)?\\b`,
      'iu',
    ),
    () => 1 / 7,
  ],
  [
    'week fortnight',
    /\b(?:every\s{1,3}other\s{1,3}week|bi-?weekly|fortnightly|every\s{1,3}fortnight)\b/iu,
    () => 1 / 14,
  ],
  ['month', /\b(?:every\s{1,3}other\s{1,3}month)\b/iu, () => 1 / 60],
  [
    'day daily q nightly 24 od. o.d. / nocte mane',
    /\b(?:nocte|mane|every\s{1,3}(?:single\s{1,3})?day|each\s{1,3}day|everyday|daily|q\.?d\b\.?|q\.?h\.?s\b\.?|q\.?a\.?m\b\.?|q\.?p\.?m\b\.?|nightly|a\s{1,3}day|per\s{1,3}day|every\s{1,3}24\s{0,3}(?:hours|h)|o\.?d\.(?=\s|$)|once\s{1,3}nightly)(?![\w])|(?:\/\s{0,3}(?:day|d)\b)/iu,
    () => 1,
  ],
  [
    'morning evening night noon bed breakfast lunch dinner supper meal midday',
    new RegExp(
      `\\b(?:every|each)\\s{1,3}${DAY_PARTS}\\b|\\b(?:in\\s{1,3}the|at|before|with|after)\\s{1,3}(?:my\\s{1,3})?(?:${DAY_PARTS}|bed)\\b`,
      'iu',
    ),
    () => 1,
  ],
  [
    'week wk',
    /\b(?:every\s{1,3}week|once\s{1,3}weekly|weekly|each\s{1,3}week|a\s{1,3}week(?!\s{1,3}(?:ago|back|later|or|and)\b)|per\s{1,3}week)\b|\/\s{0,3}(?:week|wk)\b/iu,
    () => 1 / 7,
  ],
  ['month', /\b(?:every\s{1,3}month|monthly|each\s{1,3}month|a\s{1,3}month|per\s{1,3}month)\b/iu, () => 1 / 30],
  ['year annual', /\b(?:yearly|every\s{1,3}year|annually)\b/iu, () => 1 / 365],
];
const AS_NEEDED =
  /\b(?:(?:only\s{1,3})?(?:as|when|if|where)\s{1,3}(?:needed|necessary|required)|p\.?r\.?n\b\.?|sos\b|when(?:ever)?\s{1,3}i\s{1,3}need(?:\s{1,3}(?:it|them|to))?|if\s{1,3}i\s{1,3}need\s{1,3}(?:it|to)|now\s{1,3}and\s{1,3}then|once\s{1,3}in\s{1,3}a\s{1,3}while|occasionally|sometimes|on\s{1,3}demand|from\s{1,3}time\s{1,3}to\s{1,3}time)(?!\w)/iu;
/** One of these stands in each of them. */
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

function countOf(word: string | undefined): number {
  const text = String(word).toLowerCase();
  return TIMES[text] ?? numberOf(text);
}
