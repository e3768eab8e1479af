/** Which side of a topic a question asks about: its signs, causes, treatment, spread, dose … so that the answer begins there. */
import { countWords } from '../text/count-words.ts';
import { patternsOf } from '../text/patterns.ts';

const { pattern } = patternsOf('answers', 'aspects');

export type Aspect =
  | 'what'
  | 'signs'
  | 'causes'
  | 'care'
  | 'see'
  | 'spread'
  | 'range'
  | 'side_effects'
  | 'dose'
  | 'use'
  | 'heredity'
  | 'prevention'
  | 'course'
  | 'onset'
  | 'dependence'
  | 'pregnancy'
  | 'test'
  | 'difference'
  | 'stopping'
  | 'food'
  | 'diet'
  /** Whether it hurts. */
  | 'pain'
  /** Whether somebody has it. */
  | 'diagnosis'
  /** Something that no table has a column for. */
  | 'other';

const ASPECTS: readonly [Aspect, RegExp][] = [
  // "What does a high CRP mean?" asks what lies behind it, "what does CRP mean?" what it is.
  ['causes', /\bwhat (?:does|do|would|could) (?:an? |my )?(?:high|low|raised|elevated|abnormal) .{0,200}\bmean/i],
  ['what', /\bwhat (?:does|do) .{0,200}\b(?:mean|stand for|measure|show)\b/i],
  ['side_effects', /\b(?:side[- ]?(?:effects?|fx)|adverse|what does .{0,200} do to you)\b/i],
  [
    'stopping',
    /\b(?:stop\w*|quit\w*|com(?:e|ing) off)\b.{0,200}\b(?:sudden\w*|cold turkey|abrupt\w*|taking|it|them)\b/i,
  ],
  ['food', /\b(?:with|without|before|after) (?:food|milk|meals?|eating|breakfast)\b|\bempty stomach\b/i],
  ['diet', pattern('ASPECTS.diet', 'i')],
  ['pregnancy', /\b(?:pregnan\w*|breast ?-?feed\w*|nursing mothers?|unborn|conceiv\w*)\b/i],
  ['dependence', /\b(?:addict\w*|habit[- ]forming|dependen(?:t|ce|cy)|withdrawal|get hooked)\b/i],
  ['heredity', pattern('ASPECTS.heredity', 'i')],
  ['spread', /\b(?:contagious|infectious|spread|catch(?:ing)?|transmit\w*|transmission|pass it on)\b/i],
  ['prevention', /\b(?:prevent\w*|avoid(?:ed)?|protect|vaccine (?:for|against)|lower (?:my|the|your) risk)\b/i],
  ['onset', pattern('ASPECTS.onset', 'i')],
  ['course', pattern('ASPECTS.course', 'i')],
  ['dose', /\b(?:how (?:much|many|often)(?! (?:calories|carbs|people|types|kinds))|dose|dosage|maximum|max)\b/i],
  [
    'test',
    /\b(?:diagnos\w*|tested for|test for|check(?:ed|s)? for|how (?:is|do they|do doctors) .{0,200} (?:found|detected|test)|screen\w*)\b/i,
  ],
  [
    'signs',
    /\b(?:symptoms?|signs?|feel like|look like|how (?:do|can|would) (?:(?:i|you|u|one|we) )?(?:know|tell)|recogni[sz]e)\b/i,
  ],
  [
    'difference',
    /\b(?:diff(?= between)|differences?|differs?|different (?:from|to|than)|compare[ds]?|vs\.?|versus|better than)\b/i,
  ],
  [
    'use',
    /\b(?:used for|use(?:d)? to treat|what .{0,80} for\s*\??$|what does .{0,80} do\b|how does .{0,80} work|prescribed for)/i,
  ],
  ['pain', /\b(?:is|are|does|do|will|would|how) .{1,60}\b(?:painful+|hurts?|sore|uncomfortable)\W*$/i],
  ['care', pattern('ASPECTS.care', 'i')],
  ['causes', pattern('ASPECTS.causes', 'i')],
  ['see', pattern('ASPECTS.see', 'i')],
  ['diagnosis', pattern('ASPECTS.diagnosis', 'i')],
  [
    'range',
    /\b(?:normal|usual|range|high|low|levels?|should .{0,200} be\b(?! \w+(?:ed|en)\b)|means?|healthy|target|goal)\b/i,
  ],
];
/** "Who discovered penicillin?" is short, and no name. */
const ASKS_MORE = /^\W*(?:who|where|when|how|which|is|are|do|does|did|can|could|should|will|why)\b/i;
const WHAT = pattern('WHAT', 'i');
/** "Is glue ear an infection?", "is NF2 considered a rare disease?": what it is, says it. */
const IS_A = pattern('IS_A', 'i');
/** A name and little beside it asks what it is. */
const MOST_WORDS_OF_A_NAME = 4;

export function aspectOf(question: string): Aspect {
  const found = ASPECTS.find(([, words]) => words.test(question))?.[0];
  if (found) return found;
  const words = countWords(question);
  const isName = words <= MOST_WORDS_OF_A_NAME && !ASKS_MORE.test(question);
  return WHAT.test(question) || IS_A.test(question) || isName ? 'what' : 'other';
}
