/** What a question wants: to take something, to see a doctor, to know what helps … The answer to it comes first. */

export type Act =
  /** To have something done that only people do: "book me an appointment". */
  | 'errand'
  /** To stop or change a medicine that is taken. */
  | 'change'
  | 'dose'
  /** Whether something may be taken, begun or combined. */
  | 'take'
  /** Whether the medicines of the record go together. */
  | 'clash'
  /** What to raise at a visit. */
  | 'prepare'
  /** When to see someone, and how bad it is. */
  | 'care'
  /** Whether a treatment or a test is needed. */
  | 'need'
  /** Whether a medicine would help. */
  | 'suits'
  /** What can be done about it. */
  | 'help'
  | 'cause'
  | 'meaning'
  /** An aspect of the subject that the general tables may have: whether it spreads, how long it lasts. */
  | 'general'
  /** Whether a value is within its range. */
  | 'range'
  /** The trend of a value. */
  | 'way'
  /** Something that the record holds, or nothing that is known here. */
  | 'record';

/** Questions for which the related entries of the record are shown, where the record has not answered them itself. */
export const RECORD_ACTS: ReadonlySet<Act> = new Set(['record', 'way', 'range', 'prepare']);

const WHO = '(?:i|we|he|she|they|one|you)';
const MEDICINE_WORDS =
  '(?:it|them|this|that|these|those|taking|using|(?:pills?|tablets?|medicines?|medications?|meds|insulin)\\b|(?:the|my|his|her|these|all) (?:\\w+ )?(?:dose|dosage|pills?|tablets?|medicines?|medications?|meds|drugs?|treatment|insulin|inhaler))';
const CHANGING =
  '(?:stop|quit|come off|go off|get off|skip|halve|double|increase|reduce|lower|raise|change|cut|pause|restart|switch|adjust|up)';

const ACTS: readonly [Act, RegExp][] = [
  [
    'errand',
    /\b(?:best|good|nearest|recommend\w*)\b.{0,200}\b(?:doctor|hospital|clinic|surgeon|dentist|gp|\w+ologist)\b|\b(?:can|could|will|would) (?:you|u) (?:please |just )?(?:diagnose|examine|book|make (?:me )?an? app|schedule|arrange|cancel|prescribe|order|refill|renew|call|ring|phone|write me|refer|get me)|^\W*(?:please )?(?:book|prescribe|refill|renew|order|schedule|cancel|reschedule) /i,
  ],
  [
    'prepare',
    /\b(?:what|which|anything)\b.{0,80}\b(?:ask|tell|discuss|raise|mention|bring up|talk (?:about|to))\b.{0,80}\b(?:doctor|gp|appointment|visit|nurse|specialist|\w+ologist|her|him)\b|^\W*what (?:should|shall|do|could) (?:i|we) (?:ask|tell|raise|discuss|mention)\b|\bprepare\b.{0,80}\b(?:appointment|visit)\b/i,
  ],
  [
    'clash',
    /\b(?:(?:my|these|those|the|all|his|her) (?:\w+ )?(?:medicines?|medications?|meds|tablets|pills|drugs)\b.{0,200}\b(?:clash|interact\w*|go (?:well )?together|conflict|safe together|compatible|fit together)|interactions? (?:between|among|in|of) (?:my|these|the|his|her))/i,
  ],
  [
    'dose',
    /\bhow (?:much|many|often)\b.{0,200}\b(?:take|give|use|dose|mg|mls?|tablets?|pills?|spoons?|puffs?|can i have)\b|\b(?:max(?:imum)?|right|usual|correct|safe|normal|daily|what|which) (?:\w+ )?dos(?:e|age)\b|^\W*(?:and )?how (?:much|many|often)\W*$/i,
  ],
  [
    'care',
    /\bwhen (?:s(?:houl|hl|hu)d|to|must|would|is it time|do (?:i|we) (?:need to|have to|call|go|worry|bring|take (?:him|her)))\b.{0,80}\b(?:see|doctor|gp|hospital|worry|worried|help|go|take (?:him|her|them)|call|clinic|a ?& ?e|er|emergency|concerned|someone|somebody|bring)|\bhow long\b.{0,80}\bbefore\b.{0,80}\b(?:see|seeing|call|calling|go|going)\b|\b(?:s(?:houl|hl|hu)d|shall|must|(?:do|does) (?:i|we|she|he) (?:need|have) to) ?(?:i|we|she|he)? ?(?:tell|ask|contact|speak|talk|ring|see|go|call|ring|worry|be (?:worried|concerned|seen)|take (?:him|her|them|my)|get (?:checked|this checked|it checked|seen)|visit)\b|\bneed(?:s)? (?:to (?:see|go|be seen|worry)|a doctor|medical attention|an ambulance)|\b(?:is|are|could|can) (?:it|this|that|these|they) (?:be )?(?:very |something |really )?(?:serious|dangerous|urgent|an emergency|life[- ]threatening|harmful)|\b(?:worr(?:y|ied)|concerned) about\b|\banything\b.{0,80}\b(?:worr(?:y|ied|ying)|concern(?:ed|ing)?)\b|\b(?:can (?:it|this)|how long can (?:i|we|it|this)) wait\b|\b(?:look|watch) out for\b|\bwatch for\b|\bwarning signs\b|\bis (?:there )?danger\b|\b(?:how (?:soon|quickly|urgent\w*)|when) (?:is it|should (?:i|he|she|it) be) (?:an emergency|seen|urgent)\b/i,
  ],
  [
    'change',
    new RegExp(
      `\\b(?:should|can|could|may|shall|must|do|would|is it (?:ok|okay|safe) to) ?(?:${WHO} )?(?:just |really |have to |need to |now |simply ){0,6}(?:${CHANGING} (?:down |back |off |out )?(?:on )?${MEDICINE_WORDS}|take (?:more|less|another|extra|two|double|(?:one|half|a) more)\\b|(?:more|less|another))`,
      'i',
    ),
  ],
  [
    'change',
    /\b(?:should|must|do) (?:i|he|she|we|they) (?:still |keep |continue |carry on |need to ){0,6}tak(?:e|ing) (?:my|the|his|her|these|those)\b/i,
  ],
  [
    'need',
    /\b(?:do|does|would|will) (?:i|we|he|she|it) (?:really |actually |still |also )?need (?!to (?:see|go|worry|be seen))|\bshould (?:i|we|he|she) (?:have|get|ask for|be (?:tested|checked|treated|vaccinated))\b|\bam i (?:eligible|due)\b/i,
  ],
  [
    'meaning',
    /\bwhat (?:do|does|would|might|could) (?:it|this|that|these|those|they|my|the)\b[^.?!]{0,200}\b(?:mean|say|tell|show|indicate)\b|\bmeaning of\b|\bwhat (?:is|are) (?:these|those|this|that)\W*$/i,
  ],
  [
    'cause',
    /\b(?:why|what (?:could|might|would|is|else|can) (?:it|this|that|cause|causing|be|wrong|explain)|caus(?:e|es|ed|ing)|(?:could|might|can) (?:\w+ ){1,4}?(?:be (?:the|a|my|an|it|from|due|because|related|that|this)|come|explain|cause|make|do (?:that|this|it)|lead|have (?:anything|something))|one of (?:them|these|those)|side effect of|is (?:it|this|that) (?:because|due|from|related|linked|caused)|is (?:it|this) (?:my|a|an|the)\b|come from|sets? (?:it|them|this|these) off|trigger\w*|what(?:['’]s| is) (?:wrong|going on|happening)|(?:think|suspect|guess|reckon|believe) (?:it|its|it['’]s|this|that|i have|i['’]?ve|ive|i might|i got)\b|(?:maybe|perhaps|probably|possibly) (?:it|its|it['’]s|this|that|just|a|an|the|i)\b|(?:it|this|that) (?:might|may|could) be\b|could (?:it|this|that) be\b)/i,
  ],
  [
    'help',
    /\bwhat (?:else )?(?:can|should|could|shall|do|would) (?:i|we|you|one|he|she) (?:do|take|use|give|try|eat|drink|put)\b|\bwhat(?:['’]s| is| are| would be)? (?:good|best|the best|helps?|to do|works?)\b|\bhow (?:can|do|should|could|to) ?(?:i|we|you)? ?(?:treat|get rid|help|ease|lower|reduce|improve|manage|stop|sleep|bring|raise|deal|cope|calm|relieve|fix|cure)\b|\banything (?:i|we) can (?:do|take|use)\b|\btips\b|\bany (?:advice|remed\w+|suggestions?|ideas)\b|\b(?:what|which) (?:\w+ )?(?:cream|ointment|tablets?|medicines?|medication|food|drink|painkillers?|pills?|drops|exercises?|vitamins?) ?(?:(?:can|should|could|is|are|would|good|best|to take)\b|\?*$)|^\W*(?:so |and )?(?:now )?what (?:now|next)\b|\bis there (?:a|an|any|some) (?:medicines?|tablets?|creams?|treatments?|cure|pills?|remedy|thing)\b|\b(?:ice|heat|bandage|brace|splint)\b|\bhelp me\b|\bcan i do (?:about|for)\b/i,
  ],
  [
    'general',
    /\b(?:contagious|infectious|catch (?:it|this)|spread|hereditary|genetic|run in families|go away|(?:does|do|will|can|should) (?:it|this|that|they|these|a \w+|the \w+) last|curable|addictive|side[- ]?(?:effects?|fx)|how long (?:does|will|until|do|is|can)|^\W*(?:so |and |but )?how long\b(?! (?:have|has|ago|did))|what should .{1,30} be\b|when will (?:it|this|that|i|he|she) (?:get better|be better|heal|go|stop|pass|end|recover)|normal range|is (?:it|this|that) (?:normal|common|usual) (?:to|that|for|if|when)|what (?:is|are) (?:the )?(?:symptoms|signs|causes|treatment))\b/i,
  ],
  [
    'way',
    /\b(?:which way|better|worse|improv\w*|trend\w*|going (?:up|down)|progress\w*|chang(?:e|ed|ing)|over time|develop\w*|how much (?:have|did) (?:i|we|he|she) (?:los[et]|gain\w*)|gone (?:up|down)|under control|controlled|stable)\b/i,
  ],
  [
    'range',
    /\b(?:is|are|was|were|isn['’]?t|aren['’]?t)\b.{0,200}\b(?:high|low|normal|ok(?:ay)?|fine|good|bad|elevated|raised|abnormal|alright|all right|healthy|in range|too (?:much|little)|concerning|worrying|worse|better)\b|\b(?:high|low|normal|ok(?:ay)?|fine|good|bad)\s*\?/i,
  ],
];
const MAY =
  /\b(?:can|could|may|should|shall|might|ok(?:ay)?|safe|fine|allowed|alright|together|combin\w*|mix\w*|interact\w*|clash|go with|a problem|avoid|reasons? not to|contraindicat\w*|matters?|affect\w*|what (?:would|will|could) happen)\b/i;
const HELPS = /\b(?:would|will|could|might|does|can|do) (?:\w+ ){1,3}(?:help|work)\b/i;
const CHANGES = new RegExp(
  `\\b(?:should|can|could|may|shall|must|do|would|ok|okay|safe)\\b.{0,200}\\b${CHANGING}\\b`,
  'i',
);
/** "Is my metformin dose ok?" */
const DOSE_RIGHT =
  /\bdos(?:e|age)\b.{0,200}\b(?:ok(?:ay)?|right|correct|too (?:high|low|much|little)|high|low|normal|fine)\b/i;
/** What the record has about one's own dose. */
const OWN_DOSE =
  /\b(?:what|which)\b.{0,200}\b(?:(?:do|did|does) (?:i|he|she) take|(?:am|is|was) (?:i|he|she) (?:on|taking))\b|\bmy (?:current )?dos(?:e|age)\b/i;
/** "What about paracetamol?", "and the other one?": asks the previous question about something else. */
const SAME_AGAIN =
  /^\W*(?:and|or|what about|how about|what of|what if|same (?:for|with)|also)\b|\b(?:other|first|second|last) ones?\b/i;
const MAX_NAME_WORDS = 4;
const FIRST: ReadonlySet<Act> = new Set(['errand', 'clash', 'dose', 'change', 'prepare']);
/** Acts that do not change where a substance is named. */
const NOT_TAKING: ReadonlySet<Act> = new Set(['need', 'meaning', 'cause']);

/** With `namesSubstance`, "is it ok?" asks whether the substance may be taken. */
export function actOf(question: string, namesSubstance: boolean): Act {
  const found = ACTS.find(([, words]) => words.test(question))?.[0];
  if (DOSE_RIGHT.test(question)) return 'dose';
  if (found === 'dose' && OWN_DOSE.test(question)) return 'record';
  if (found && FIRST.has(found)) return found;
  if (!namesSubstance || (found && NOT_TAKING.has(found))) return found ?? 'record';
  if (CHANGES.test(question)) return 'change';
  if (HELPS.test(question)) return 'suits';
  const asksWhat = found === 'help' && /^\W*(?:what|which|how)\b|\bwhat (?:can|should|could)\b/i.test(question);
  return MAY.test(question) && !asksWhat ? 'take' : (found ?? 'record');
}

/** "Is coffee ok?"; not "should I stop eating eggs?", which is no medicine. */
export function asksOfFood(question: string): boolean {
  return MAY.test(question) && !CHANGES.test(question);
}

const MAX_ERRAND_CHARS = 100;

export function isErrand(text: string): boolean {
  return text.length <= MAX_ERRAND_CHARS && actOf(text, false) === 'errand';
}

/** Asks the previous question about something else; a bare name does so if it is a substance that can be taken. */
export function asksTheSame(question: string, namesSubstance: boolean): boolean {
  const isName = namesSubstance && question.trim().split(/\s+/).length <= MAX_NAME_WORDS;
  return isName || SAME_AGAIN.test(question);
}
