/** Which side of a topic a question asks about: its signs, causes, treatment, spread, dose … so that the answer begins there. */

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
  /** Whether somebody has it. */
  | 'diagnosis'
  /** Something that no table has a column for. */
  | 'other';

const ASPECTS: readonly [Aspect, RegExp][] = [
  // "What does a high CRP mean?" asks what lies behind it, "what does CRP mean?" what it is.
  ['causes', /\bwhat (?:does|do|would|could) (?:an? |my )?(?:high|low|raised|elevated|abnormal) .*\bmean/i],
  ['what', /\bwhat (?:does|do) .*\b(?:mean|stand for|measure|show)\b/i],
  ['side_effects', /\b(?:side[- ]?(?:effects?|fx)|adverse|what does .* do to you)\b/i],
  ['stopping', /\b(?:stop\w*|quit\w*|com(?:e|ing) off)\b.*\b(?:sudden\w*|cold turkey|abrupt\w*|taking|it|them)\b/i],
  ['food', /\b(?:with|without|before|after) (?:food|milk|meals?|eating|breakfast)\b|\bempty stomach\b/i],
  [
    'diet',
    /\b(?:foods?|diet|fruits?|vegetables)\b.*\b(?:high|rich|low|avoid|contain|good|bad|help|for)\b|\bwhat (?:can|should|to|not to) .*\b(?:eat|drink)\b/i,
  ],
  ['pregnancy', /\b(?:pregnan\w*|breast ?-?feed\w*|nursing mothers?|unborn|conceiv\w*)\b/i],
  ['dependence', /\b(?:addict\w*|habit[- ]forming|dependen(?:t|ce|cy)|withdrawal|get hooked)\b/i],
  ['heredity', /\b(?:hereditary|genetic|inherit\w*|runs? in (?:the )?famil(?:y|ies)|passed down)\b/i],
  ['spread', /\b(?:contagious|infectious|spread|catch(?:ing)?|transmit\w*|transmission|pass it on)\b/i],
  ['prevention', /\b(?:prevent\w*|avoid(?:ed)?|protect|vaccine (?:for|against)|lower (?:my|the|your) risk)\b/i],
  [
    'onset',
    /\bhow (?:long|soon|fast|quickly)\b.*\b(?:work(?:s|ing)?|kick in|take effect|start(?:s)?|help)\b|\bwhen (?:does|will) (?:it|\w+) (?:start|kick in|work)/i,
  ],
  [
    'course',
    /\bhow long\b|\bwhen will .*\b(?:better|heal|go|stop|pass|end)\b|\b(?:go(?:es)? away|curable|prognosis|life expectancy|get over|last(?:s)?|survival|outlook|recover\w*|fatal|deadly|die (?:of|from))\b/i,
  ],
  ['dose', /\b(?:how (?:much|many|often)(?! (?:calories|carbs|people|types|kinds))|dose|dosage|maximum|max)\b/i],
  [
    'test',
    /\b(?:diagnos\w*|tested for|test for|how (?:is|do they|do doctors) .* (?:found|detected|test)|screen\w*)\b/i,
  ],
  [
    'signs',
    /\b(?:symptoms?|signs?|feel like|look like|how (?:do|can|would) (?:i|you|one) (?:know|tell)|recogni[sz]e)\b/i,
  ],
  ['difference', /\b(?:difference|differ|compare[ds]?|vs\.?|versus|better than)\b/i],
  ['use', /\b(?:used for|use(?:d)? to treat|what .* for\s*\??$|what does .* do\b|how does .* work|prescribed for)/i],
  [
    'care',
    /\b(?:treat(?:ed|ment|ments|ing|able)?|cure[ds]?|remed(?:y|ies)|help(?:s)?|good for|get rid of|manage[ds]?|lower|reduce|relieve[ds]?|ease|heal|what happens|what to expect|how is .* done|what (?:can|should|do) (?:i|you|one|we) (?:do|take|use)|which (?:tablets?|medicines?|cream))\b/i,
  ],
  [
    'causes',
    /\b(?:caus(?:e|es|ed|ing)|makes? (?:you|me|people|one)|gives? (?:you|me|people)|leads? to|why|reasons?|where does .* come from|what makes|risk factors?|due to|trigger\w*)\b/i,
  ],
  [
    'see',
    /\b(?:when (?:should|do|to) .*(?:doctor|see|worry|hospital|emergency|help)|dangerous|serious|urgent|harm(?:ful)?|safe|bad for|should (?:i|we) (?:worry|be worried)|worried|emergency)\b/i,
  ],
  [
    'diagnosis',
    /^\W*(?:so |and |but )?(?:is (?:it|this|that)|could (?:it|this|that) be|might (?:it|this) be|do i have|have i got)\b(?!.*\b(?:normal|usual|high|low|ok|okay|common|true)\b)/i,
  ],
  [
    'range',
    /\b(?:normal|usual|range|high|low|levels?|should .* be\b(?! \w+(?:ed|en)\b)|means?|healthy|target|goal)\b/i,
  ],
];
/** "Who discovered penicillin?" is short, and no name. */
const ASKS_MORE = /^\W*(?:who|where|when|how|which|is|are|do|does|did|can|could|should|will|why)\b/i;
const WHAT =
  /^\W*(?:so |and |ok |please |hi |hello |hey )*(?:what(?:['’]?s| is| are| was| does| do)|who gets|whats|wat is|tell me|explain|define|describe|info|information|can you (?:tell|explain)|could you (?:tell|explain)|i want to know|meaning|do you know)\b/i;
/** A name and little beside it asks what it is. */
const MOST_WORDS_OF_A_NAME = 4;

export function aspectOf(question: string): Aspect {
  const found = ASPECTS.find(([, words]) => words.test(question))?.[0];
  if (found) return found;
  const words = question.trim().split(/\s+/).length;
  const isName = words <= MOST_WORDS_OF_A_NAME && !ASKS_MORE.test(question);
  return WHAT.test(question) || isName ? 'what' : 'other';
}
