/**
 * Where a text says how much of a treatment and how often, as one stretch: "500 mg twice daily", "3 mg/kg/day", "70 Gy in 35
 * fractions", "high-dose". `dosagesIn` gives the stretch; `dosesIn` and `frequencyIn` say what it means.
 */
const NUMBER = '\\d{1,3}(?:[,\\s]\\d{3})+(?:\\.\\d+)?|\\d+(?:[.,·]\\d+)?';
const COUNT = 'one|two|three|four|five|six|seven|eight|nine|ten|twelve|\\d{1,2}';
const MASS =
  'mcgs?|µg|μg|ug|micrograms?|mgs?|milligrams?|gm|g|grams?|I?U|units?|IUs?|i\\.u\\.|international\\s{1,3}units?|million\\s{1,3}units|MU|m?Eq|mCi|c?G[yY]|MBq|GBq|tablets?|capsules?|pills?|puffs?|drops?|ampoules?|vials?';
const VOLUME = 'm[lL]|cc|[lL]|lit(?:er|re)s?';
const BY = `\\s{0,3}(?:/|per|\\bof\\b)\\s{0,3}(?:kg|m2|m²|m\\^2|sq\\s{0,3}m|square\\s{1,3}met(?:er|re)(?:\\s{1,3}of\\s{1,3}body[-\\s]surface(?:\\s{1,3}area)?)?|body\\s{1,3}(?:weight|surface(?:\\s{1,3}area)?)|day|d|dose|hours?|hr|h|min|minutes?|week|wk|month|\\d{1,2}\\s{0,3}-?\\s{0,3}(?:h|hrs?|hours?))\\b`;
const EVERY = `(?:(?:${COUNT})\\s{0,3}(?:times|x|×)\\s{0,3}(?:a|per|each|every|/)?\\s{0,3}(?:day|daily|week|weekly|month|d)|(?:once|twice|thrice|one\\s{1,3}time|two\\s{1,3}times|three\\s{1,3}times|four\\s{1,3}times)(?:\\s{1,3}(?:a|per|each|every|in\\s{1,3}a))?\\s{0,3}(?:-|\\s)?(?:day|daily|week|weekly|month|monthly)|(?:every|each|q)\\s{0,3}(?:other\\s{1,3}|alternate\\s{1,3}|second\\s{1,3})?(?:(?:${COUNT})\\s{0,3}(?:-|to|–)?\\s{0,3}(?:\\d{1,2})?\\s{0,3})?-?\\s{0,3}(?:hours?|hrs?|h|days?|d|weeks?|wks?|w|months?|mo|night|morning|evening)|(?:b|t|q)\\.?i\\.?d\\.?|q\\.?d\\.?|q\\.?o\\.?d\\.?|qhs|tds|qds|daily|weekly|monthly|nightly|per\\s{1,3}day|a\\s{1,3}day|per\\s{1,3}24\\s{0,3}h(?:ours)?|at\\s{1,3}(?:night|bedtime)|as\\s{1,3}needed|prn|on\\s{1,3}alternate\\s{1,3}days)`;
const BETWEEN =
  '(?:\\s{0,3},?\\s{0,3}\\(?(?:orally|oral|p\\.?o\\.?|i\\.?v\\.?|intravenously|intravenous|subcutaneously|s\\.?c\\.?|intramuscularly|i\\.?m\\.?|by\\s{1,3}mouth|bolus|administered|given|taken|body\\s{1,3}weight|dose|doses|infusion)\\)?)*\\s{0,3},?\\s{0,3}\\(?';
const DAYS = '(?:\\s{1,3}on\\s{1,3}days?\\s{1,3}\\d+(?:\\s{0,3}(?:,|and|-|–|to|through)\\s{0,3}\\d+)*)';
/** What makes it a concentration, a daily loss or another measurement. */
const NO_DOSE =
  '[\\p{L}\\d]|\\s{0,3}(?:/|per)\\s{0,3}(?:d?[lL]\\b|m[lL]\\b|mg\\b|g\\b|mmol|(?:milli|deci)?lit(?:er|re)|24\\s{0,3}-?\\s{0,3}h|24\\s{0,3}hours)|\\s{0,3}%';
const RANGE = `(?:\\s{0,3}(?:-|–|to|/)\\s{0,3}(?:${NUMBER}))?`;
export const DOSE_SPAN = new RegExp(
  `(?<![\\d.,/·–-]|\\p{L})(?:(?:${COUNT})\\s{0,3}[x×]\\s{0,3})?(?:${NUMBER})${RANGE}\\s{0,3}-?\\s{0,3}(?:(?:${MASS})(?!${NO_DOSE})(?:${BY})*|(?:${VOLUME})(?=${BETWEEN}(?:${EVERY})\\b))(?:${BETWEEN}(?:${EVERY})(?!\\p{L}))?${DAYS}?`,
  'gu',
);
export const RADIATION_SPAN = new RegExp(
  `(?<![\\d.])(?:${NUMBER})\\s{0,3}c?G[yY](?:\\s{0,3}(?:,|in|/|over|delivered\\s{1,3}in)?\\s{0,3}\\(?(?:${COUNT})\\s{0,3}(?:fractions?|sessions?|fr)\\b)?`,
  'gu',
);
export const DOSE_WORDS = new RegExp(
  `\\b(?:(?:(?:ultra|very)[-\\s])?(?:high|low|standard|full|small|prophylactic|therapeutic|stress|loading|maintenance|moderate|large|medium|reduced|pulse|escalating|tapering|liberal|increasing|sub-?therapeutic)[-\\s]doses?|taper(?:ing)?\\s{1,3}doses?|(?:once|twice|thrice|three\\s{1,3}times|four\\s{1,3}times)[-\\s](?:daily|a\\s{1,3}day|per\\s{1,3}day|weekly|a\\s{1,3}week)|(?:${COUNT})\\s{1,3}(?:cycles?|courses)(?=\\s{1,3}of\\b))`,
  'giu',
);

/** A newborn, a tumour or a spleen is weighed in hundreds of grams; no medicine is. */
export const WEIGHED = /^[\d,\s]*\d{3}(?:\.\d+)?\s{0,3}(?:g|grams?|gm)$/;
