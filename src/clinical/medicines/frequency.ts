/** The words that say how often a medicine is taken: "twice a day", "q8h", "BID", "1-0-1", "every other day", "as needed". */
import { numberOf } from '../quantities/numbers.ts';

const TIMES: Readonly<Record<string, number>> = { once: 1, twice: 2, thrice: 3, double: 2 };
const SMALL = 'one|two|three|four|five|six|seven|eight|nine|ten|twelve';
const COUNT = `(once|twice|thrice|(?<![\\d.,])[1-9]|${SMALL})(?:\\s*(?:-|–|to|or)\\s*(?:\\d{1,2}|${SMALL}))?`;
const DAY_PARTS =
  '(?:morning|mornings|evening|evenings|night|nights|afternoon|bedtime|breakfast|lunch|dinner|supper|meal|midday|noon)';
const WEEKDAY = '(?:sun|mon|tues|wednes|thurs|fri|satur)days?';

/** A pattern, and how often a day its words mean. */
type Rule = readonly [RegExp, (match: RegExpExecArray) => number | undefined];

/** The more precise first: "twice a day" before "a day". A rate of undefined says that the words give none. */
export const FREQUENCIES: readonly Rule[] = [
  [
    /\b(?:every\s+(?:other|second|2nd)\s+(?:day|night|morning|evening)|(?:on\s+)?alternat(?:e|ing)\s+days|q\.?o\.?d\b\.?|every\s+48\s*(?:hours|h))/iu,
    () => 0.5,
  ],
  [
    new RegExp(
      `\\b(?:every|each|q)\\s*(\\d{1,2}|${SMALL})\\s*(?:to|-|–|or)\\s*(?:\\d{1,2}|${SMALL})\\s*-?\\s*(?:hours?|hrs?|hourly|h)\\b`,
      'iu',
    ),
    () => undefined,
  ],
  [
    new RegExp(
      `\\b(?:every|each|per|q)\\.?\\s*(\\d{1,2}|${SMALL})\\s*-?\\s*(?:hours?|hrs?|hourly|h)\\b|\\b(\\d{1,2}|${SMALL})[-\\s]hourly\\b|/\\s*(\\d{1,2})\\s*(?:hours?|hrs?|h)\\b`,
      'iu',
    ),
    (m) => 24 / numberOf(String(m[1] ?? m[2] ?? m[3])),
  ],
  [/\b(?:every\s+hour|hourly|q1h)\b/iu, () => 24],
  [
    new RegExp(`\\b(?:every|q)\\s*(\\d{1,2}|${SMALL}|couple\\s+of|few)\\s*days?\\b`, 'iu'),
    (m) => (/^\d|^[a-z]+$/i.test(String(m[1])) && m[1] !== 'few' ? 1 / numberOf(String(m[1])) : undefined),
  ],
  [
    new RegExp(`\\b(?:every|q)\\s*(\\d{1,2}|${SMALL})\\s*(?:weeks?|wks?|w)\\b`, 'iu'),
    (m) => 1 / (7 * numberOf(String(m[1]))),
  ],
  [new RegExp(`\\bevery\\s+(\\d{1,2}|${SMALL})\\s*months?\\b`, 'iu'), (m) => 1 / (30 * numberOf(String(m[1])))],
  // A European scheme: morning, noon, evening, night. "1-0-1" is one in the morning and one in the evening.
  [
    /(?<![\d/.-])([0-3](?:[.,]5|½)?)-([0-3](?:[.,]5|½)?)-([0-3](?:[.,]5|½)?)(?:-([0-3]))?(?![\d/-])/u,
    (m) => [m[1], m[2], m[3], m[4]].filter((part) => part !== undefined && part !== '0').length || undefined,
  ],
  [
    new RegExp(
      `\\b${COUNT}\\s*(?:times|x|×)?\\s*(?:a|per|each|every|/|in\\s+(?:a|one))\\s*(?:day|24\\s*hours?|24\\s*h|d)\\b|\\b${COUNT}\\s*(?:times|x|×)?\\s*(?:-\\s*)?daily\\b|\\b(\\d)\\s*[x×]\\s*/?\\s*(?:day|daily|d)\\b|\\b(twice|once)\\s+(?:each|every)\\s+day\\b`,
      'iu',
    ),
    (m) => countOf(m[1] ?? m[2] ?? m[3] ?? m[4]),
  ],
  [
    new RegExp(
      `\\b${COUNT}\\s*(?:times|x|×|days)?\\s*(?:a|per|each|every|/|in\\s+a)\\s*(?:week|wk)\\b|\\b${COUNT}\\s*(?:times|x|×)?\\s*weekly\\b`,
      'iu',
    ),
    (m) => countOf(m[1] ?? m[2]) / 7,
  ],
  [
    new RegExp(`\\b${COUNT}\\s*(?:times|x|×)?\\s*(?:a|per|each|every|/)\\s*month\\b|\\b${COUNT}\\s+monthly\\b`, 'iu'),
    (m) => countOf(m[1] ?? m[2]) / 30,
  ],
  [new RegExp(`\\b${COUNT}\\s*(?:times|x|×)?\\s*(?:a|per|each|every|/)\\s*year\\b`, 'iu'), (m) => countOf(m[1]) / 365],
  [
    /\b(?:b\.?i\.?d\b\.?|(?:every|in\s+the|each)?\s*(?:morning|am)\s+and\s+(?:(?:at|every|in\s+the|one\s+at|each)\s+)*(?:night|evening|bedtime|pm)|with\s+breakfast\s+and\s+(?:dinner|supper)|q\.?12\.?h\.?)|\bb\.?d\.?(?=[\s,.;)]|$)/iu,
    () => 2,
  ],
  [
    /\b(?:t\.?i\.?d\b\.?|t\.?d\.?s\b\.?|with\s+(?:every|each|all|my)\s+meals?|with\s+meals|(?:before|after)\s+(?:each|every)\s+meal|(?:before|after)\s+meals|q\.?8\.?h\.?)/iu,
    () => 3,
  ],
  [/\b(?:q\.?i\.?d\b\.?|q\.?d\.?s\b\.?|q\.?6\.?h\b\.?)/iu, () => 4],
  // "20 mg OD"; alone it would be an overdose or the right eye.
  [/(?<=\d\s*(?:mg|mcg|g|ml|mL|units?|tablets?|caps?)\s*)OD\b/u, () => 1],
  [new RegExp(`\\b(?:every|each|on)\\s+${WEEKDAY}(?:\\s+(?:morning|night|evening)s?)?`, 'iu'), () => 1 / 7],
  [/\b(?:every\s+other\s+week|bi-?weekly|fortnightly|every\s+fortnight)\b/iu, () => 1 / 14],
  [/\b(?:every\s+other\s+month)\b/iu, () => 1 / 60],
  [
    /\b(?:every\s+(?:single\s+)?day|each\s+day|everyday|daily|q\.?d\b\.?|q\.?h\.?s\b\.?|q\.?a\.?m\b\.?|q\.?p\.?m\b\.?|nightly|a\s+day|per\s+day|every\s+24\s*(?:hours|h)|o\.?d\.(?=\s|$)|once\s+nightly)(?![\w])|(?:\/\s*(?:day|d)\b)/iu,
    () => 1,
  ],
  [
    new RegExp(
      `\\b(?:every|each)\\s+${DAY_PARTS}\\b|\\b(?:in\\s+the|at|before|with|after)\\s+(?:my\\s+)?(?:${DAY_PARTS}|bed)\\b`,
      'iu',
    ),
    () => 1,
  ],
  [/\b(?:every\s+week|once\s+weekly|weekly|each\s+week|a\s+week|per\s+week)\b|\/\s*(?:week|wk)\b/iu, () => 1 / 7],
  [/\b(?:every\s+month|monthly|each\s+month|a\s+month|per\s+month)\b/iu, () => 1 / 30],
  [/\b(?:yearly|every\s+year|annually)\b/iu, () => 1 / 365],
];
export const AS_NEEDED =
  /\b(?:(?:only\s+)?(?:as|when|if|where)\s+(?:needed|necessary|required)|p\.?r\.?n\b\.?|when(?:ever)?\s+i\s+need(?:\s+(?:it|them|to))?|if\s+i\s+need\s+(?:it|to)|now\s+and\s+then|once\s+in\s+a\s+while|occasionally|sometimes|on\s+demand|from\s+time\s+to\s+time)(?!\w)/iu;
/** Any of them holds one of these; most sentences hold none, and are done with at once. */
export const FREQUENCY_HINT =
  /\b(?:every|each|per|daily|day|week|weekly|month|night|nightly|morning|evening|hour|hourly|bed|bedtime|meal|meals|breakfast|dinner|lunch|supper|once|twice|thrice|times|alternate|alternating|yearly|annually|noon|needed|necessary|required|prn|occasionally|sometimes|need|demand|time|then|while|OD|od|bd|bid|tid|tds|qid|qds|qd|qod|qhs|qam|qpm|fortnightly|biweekly|everyday)\b|\bq\.?\s*\d|\d\s*[x×]|[bto]\.\s?[id]|q\.|p\.r|day|\/\s*(?:d|wk|week|\d)|\d-\d-\d/iu;

function countOf(word: string | undefined): number {
  const text = String(word).toLowerCase();
  return TIMES[text] ?? numberOf(text);
}
