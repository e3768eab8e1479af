/**
 * Where a text says how much of a treatment and how often, as one stretch: "500 mg twice daily", "3 mg/kg/day", "70 Gy in 35
 * fractions", "high-dose". `dosagesIn` gives the stretch; `dosesIn` and `frequencyIn` say what it means.
 */
const NUMBER = '\\d{1,3}(?:[,\\s]\\d{3})+(?:\\.\\d+)?|\\d+(?:[.,·]\\d+)?';
const COUNT = 'one|two|three|four|five|six|seven|eight|nine|ten|twelve|\\d{1,2}';
const MASS =
  'mcgs?|µg|μg|ug|micrograms?|mgs?|milligrams?|gm|g|grams?|I?U|units?|IUs?|i\\.u\\.|international\\s+units?|million\\s+units|MU|m?Eq|mCi|c?G[yY]|MBq|GBq|tablets?|capsules?|pills?|puffs?|drops?|ampoules?|vials?';
const VOLUME = 'm[lL]|cc|[lL]|lit(?:er|re)s?';
const BY = `\\s*(?:/|per|\\bof\\b)\\s*(?:kg|m2|m²|m\\^2|sq\\s*m|square\\s+met(?:er|re)(?:\\s+of\\s+body[-\\s]surface(?:\\s+area)?)?|body\\s+(?:weight|surface(?:\\s+area)?)|day|d|dose|hours?|hr|h|min|minutes?|week|wk|month|\\d{1,2}\\s*-?\\s*(?:h|hrs?|hours?))\\b`;
const EVERY = `(?:(?:${COUNT})\\s*(?:times|x|×)\\s*(?:a|per|each|every|/)?\\s*(?:day|daily|week|weekly|month|d)|(?:once|twice|thrice|one\\s+time|two\\s+times|three\\s+times|four\\s+times)(?:\\s+(?:a|per|each|every|in\\s+a))?\\s*(?:-|\\s)?(?:day|daily|week|weekly|month|monthly)|(?:every|each|q)\\s*(?:other\\s+|alternate\\s+|second\\s+)?(?:(?:${COUNT})\\s*(?:-|to|–)?\\s*(?:\\d{1,2})?\\s*)?-?\\s*(?:hours?|hrs?|h|days?|d|weeks?|wks?|w|months?|mo|night|morning|evening)|(?:b|t|q)\\.?i\\.?d\\.?|q\\.?d\\.?|q\\.?o\\.?d\\.?|qhs|tds|qds|daily|weekly|monthly|nightly|per\\s+day|a\\s+day|per\\s+24\\s*h(?:ours)?|at\\s+(?:night|bedtime)|as\\s+needed|prn|on\\s+alternate\\s+days)`;
const BETWEEN =
  '(?:\\s*,?\\s*\\(?(?:orally|oral|p\\.?o\\.?|i\\.?v\\.?|intravenously|intravenous|subcutaneously|s\\.?c\\.?|intramuscularly|i\\.?m\\.?|by\\s+mouth|bolus|administered|given|taken|body\\s+weight|dose|doses|infusion)\\)?)*\\s*,?\\s*\\(?';
const DAYS = '(?:\\s+on\\s+days?\\s+\\d+(?:\\s*(?:,|and|-|–|to|through)\\s*\\d+)*)';
/** What makes it a concentration, a daily loss or another measurement. */
const NO_DOSE =
  '[\\p{L}\\d]|\\s*(?:/|per)\\s*(?:d?[lL]\\b|m[lL]\\b|mg\\b|g\\b|mmol|(?:milli|deci)?lit(?:er|re)|24\\s*-?\\s*h|24\\s*hours)|\\s*%';
const RANGE = `(?:\\s*(?:-|–|to|/)\\s*(?:${NUMBER}))?`;
export const DOSE_SPAN = new RegExp(
  `(?<![\\d.,/·–-]|\\p{L})(?:(?:${COUNT})\\s*[x×]\\s*)?(?:${NUMBER})${RANGE}\\s*-?\\s*(?:(?:${MASS})(?!${NO_DOSE})(?:${BY})*|(?:${VOLUME})(?=${BETWEEN}(?:${EVERY})\\b))(?:${BETWEEN}(?:${EVERY})(?!\\p{L}))?${DAYS}?`,
  'gu',
);
export const RADIATION_SPAN = new RegExp(
  `(?<![\\d.])(?:${NUMBER})\\s*c?G[yY](?:\\s*(?:,|in|/|over|delivered\\s+in)?\\s*\\(?(?:${COUNT})\\s*(?:fractions?|sessions?|fr)\\b)?`,
  'gu',
);
export const DOSE_WORDS = new RegExp(
  `\\b(?:(?:(?:ultra|very)[-\\s])?(?:high|low|standard|full|small|prophylactic|therapeutic|stress|loading|maintenance|moderate|large|medium|reduced|pulse|escalating|tapering|liberal|increasing|sub-?therapeutic)[-\\s]doses?|taper(?:ing)?\\s+doses?|(?:once|twice|thrice|three\\s+times|four\\s+times)[-\\s](?:daily|a\\s+day|per\\s+day|weekly|a\\s+week)|(?:${COUNT})\\s+(?:cycles?|courses)(?=\\s+of\\b))`,
  'giu',
);

/** A newborn, a tumour or a spleen is weighed in hundreds of grams; no medicine is. */
export const WEIGHED = /^[\d,\s]*\d{3}(?:\.\d+)?\s*(?:g|grams?|gm)$/;
