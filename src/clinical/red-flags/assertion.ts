/**
 * Is a phrase said of somebody, here and now? "I have chest pain" is; "no chest pain", "what does chest pain mean?", "I had
 * chest pain years ago" and "call if you get chest pain" are not. Looks at the sentence around the phrase, and at the rest of
 * the message only to see whether a bare question comes with somebody's story.
 */
import type { Message, Span } from './words.ts';

/** Denials that hold for a list: "no fever, cough, sore throat, rash or chest pain". Not "no helmet, blacked out". */
const LIST_NEGATION =
  /\b(?:no(?! (?:one|longer|helmet|heat|heating|sweating|ac|a\/c|aircon|air|water|inhaler|epi|epipen|pen|help|relief|doubt|idea|wonder|insulin|food|sweat|reason|point|hope|future|feeling|sensation|pulse|energy|strength|appetite|urine|output|use|luck|choice|sleep|money|matter|wet|tears|way|warning|improvement|urge|heartbeat|signs? of life|fetal|kicks?|movement)\b)|without(?! (?:stopping|resting|ac|a\/c|aircon|heating|helmet|seatbelt|clothes|shade|insulin|sweating|breathing|warning|relief|noticing|knowing|me|feeling|an?|my|his|her|oxygen|air|water|any relief)\b)|den(?:ies|ied|y)|negative for|free of|ruled? out|neither|nor|(?:do|does|did|have|has|had)(?:n't| not|nt) (?:have|had|got|get|experienced?|any|feel any)(?: any)?|never (?:had|have|has|been|felt|experienced|get|got)|no longer (?:have|has|having|feel|get)|not (?:having|had|suffering|experiencing) any)\b/gi;
/** Denials of the next words only: "not suicidal", "isn't choking". */
const NEAR_NEGATION =
  /\b(?:not|isn't|isnt|aren't|arent|wasn't|wasnt|don't|dont|doesn't|doesnt|didn't|didnt|never|ain't)\b(?! (?:i|or|only|just|sure|certain|help\w*|stop\w*|work\w*|touch\w*|bring\w*|getting better|relief|going away|long|know|understand|well|right|ok|okay|good|better|much|want|wanna))(?: (?!and\b|but\b)[\w']+){0,2} ?$/i;
const REACH_WORDS = 14;
/** Where a denial's reach ends: "no fever but chest pain". */
const TURNS =
  /\b(?:but|however|although|though|except|yet|instead|now|and (?:i|he|she|my|now|then|also|his|her|is|has|have|feel|feels|can't|cant|want|wants)|because|i have|i'm|im|i am|i've|ive|my|he's|hes|she's|shes|he is|she is|with|just|still|since|plus)\b/i;
const DENIED_HERE = /(?:\bno|\bwithout|\bnot any|n't any|\bdenies|\bno sign of) (?:any |real |actual |more )?$/i;
const AFTER_NEGATED =
  /^[^.;!?\n]{0,14}\b(?:(?:is|are|has) gone(?! (?:all |very |completely |totally |so )?(?:cold|numb|white|blue|black|gr[ae]y|pale|limp|dead|weak|hard|rigid|stiff|blind|blurry|red|quiet|up|down|worse))|went away|gone away|resolved|(?:was|were|been) ruled out|has stopped|have stopped|is negative|are negative|disappeared|passed off)\b/i;
/** "It's stopped bleeding". */
const BEFORE_ENDED = /\b(?:it's|it has|it is|has|have|had) stopped $/i;

const PAST =
  /\b(?:years? ago|months? ago|weeks ago|decades? ago|last (?:year|month|summer|winter|spring|fall|autumn)|(?:in|since|of|from) (?:19|20)\d\d\b|in (?:january|february|march|april|may|june|july|august|september|october|november|december)|history of|used to|as an? (?:child|kid|teen\w*|baby|newborn|infant|toddler|student)|as newborn|as an? \w+ (?:child|kid)|when (?:i|he|she) was (?:a |an |young|little|\d)|previously|in the past|back then|once (?:had|as|when)|once (?:my|his|her|it|i) (?:\w+ )?\w+ed|family history|died (?:of|from)|passed away|survived|survivor|recovered from|recovery from|recovering from|after (?:a|my|his|her) (?:stroke|heart attack)|(?:is|am|are|was|were) (?:fine|ok|okay|well|doing well) now|but (?:is|am|are) fine now|went well|before covid|(?:for|since|over|from|past|last|about) (?:(?:almost|about|over|nearly|around|the|last|past|many|several|some|at|least|more|than|long|a|few|\d+|one|two|three|four|five|six|seven|eight|nine|ten) ){1,4}(?:years|yrs|months|decades)|since (?:birth|childhood|i was|he was|she was)|from birth|born with|(?:am|was|been|is|were) diagnosed|chronic|\d+ years post)\b/i;
const NOW =
  /\b(?:now|right now|currently|today|tonight|this (?:morning|afternoon|evening|minute|time)|at the moment|just|again|suddenly|all of a sudden|ongoing|keeps?|getting worse|worse|minutes? ago|mins? ago|hours? ago|since (?:this|last night|yesterday|noon|lunch|breakfast|waking|i woke))\b/i;
/** What somebody is known to have says nothing about the rest: "sudden weakness, history of atrial fibrillation". */
const KNOWN_BEFORE = /\b(?:history of|(?:am|was|been|is|were) diagnosed|chronic)\b[^,;]*/gi;
/** An age, and no old story. */
const BORN_AGO = /\bborn (?:\w+ ){1,4}ago\b/i;
/** A clause in the past tense only, and one that speaks of the present. */
const TENSE_PAST = /\b(?:had|was|were|did|got|went|suffered|experienced|took|survived)\b/i;
const TENSE_NOW =
  /\b(?:is|am|are|i'm|im|i've|ive|he's|she's|it's|have|has|feel|feels|think|thinks|want|wants|keep|keeps|can't|cant|cannot|won't|wont|don't|dont|doesn't|hurts?|born)\b/i;
const CLAUSE_END = /[,:]|\b(?:and|but|so|then|because|while)\b/gi;
const FINE_NOW =
  /\b(?:fine|ok|okay|well|better|good|gone|home|healthy) now\b|\bnow (?:i'm |i am |is |he's |she's )?(?:fine|ok|okay|well|better|see a|in remission)\b/i;
const HYPOTHETICAL =
  /\b(?:(?<!\b(?:as|even|know|sure|wonder|wondering|tell|see|ask|asking|certain|unsure|and|help|me|kill\w* (?:me|him|her|my|him|her)self) )if (?:i|i'm|im|i've|you|you're|he|he's|she|she's|they|it|it's|we|someone|somebody|one|a|an|the|there|people|anyone|my \w+|your \w+|symptoms)\b(?! (?:touch|press|push|move|cough|breathe|stand|walk|lie|sit|bend|swallow)\w*)|how (?:do|can|would|will|should) (?:i|you|we|one) (?:know|tell)|in case (?:of|i|you|he|she)|what if|when (?:you|someone|a person|people|one|to|should|do|does|is|are)\b|whenever|risks? (?:of|for|factors)|at risk|chances? of|(?:afraid|scared) of getting|worried (?:that )?i (?:might|could|may) get|prevent\w*|avoid\w*|how (?:to|do paramedics|do doctors|do you|does one|are|is|long|common|likely|often)|can (?:\w+ ){1,4}causes?|could (?:\w+ ){1,3}cause|caus(?:es?|ing|ed) (?:of|by)|what causes?|(?<!(?:show\w*|has|have|having|ha[sd] all|with|got)(?: the| all| all the| some)? )(?:signs? of|symptoms? of)|symptoms? (?:for|in)|stages of|types of|treatments? (?:of|for)|diagnosis of|management of|treated|meaning of|does (?:\w+ ){1,4}cause|side effects?|may cause|might cause|can lead to|leads? to|difference between|complications?|definition|antidotes?|articles?|movies?|films?|in (?:the|a) (?:tv )?(?:series|show)|novels?|stor(?:y|ies)|books?|songs?|documentar\w+|(?:video|computer|online) games?|my character|episode|podcast|news|read (?:about|that|online|on)|learn\w* (?:about|cpr|how)|research\w*|statistics?|(?<!(?:heart|pulse|breathing|respiratory) )rates?|courses?|class|exam|homework|essay|training|protocol|hazards?|genetic|hereditary|contagious|according to|guidelines?|considered|counts? as|in general|generally|awareness|warning signs|hotline|vaccine (?:for|against))\b/i;
/** After the phrase these make it a topic too: "… is hereditary?", "… prevention". */
const TOPIC_AFTER =
  /\b(?:hereditary|genetic|contagious|prevention|statistics?|(?<!(?:heart|pulse|breathing|respiratory) )rates?|awareness|recovery time|in general|considered|according to|protocol|hazards?|treated|cured|diagnosed|mean|symptoms|caused by|curable|diet)\b/i;
const PERSON =
  /\b(?:i|i'm|i've|i'd|i'll|im|ive|my|mine|me|myself|we|our|us|we're|we've|he|she|he's|she's|hes|shes|him|his|her|this (?:man|woman|person|guy|child|kid|girl|boy|lady)|someone here|somebody here|(?:the|our|my) (?:baby|child|patient|kid|toddler|newborn))\b/i;
const STORY =
  /\b(?:i'm|i am|i have|i've|ive|im|my|he's|she's|he is|she is|he has|she has|i (?:took|feel|felt|had|was|got|just|can't|cant|keep|woke)|started|since|ago)\b/i;
const QUESTION =
  /^(?:\s|["'(]|so |and |but |also |hi,? |hello,? |hey,? |please |pls |ok(?:ay)?,? |doctor,? |doc,? |then )*(?:what|at what|in what|why|how|when|which|who|where|is(?! (?:out|not|having|unconscious|unresponsive|choking))|are|does|do|did|can|could|should|would|will|may|has (?:anyone|anybody|it|the|there)|have you|define|explain|describe|tell me (?:about|what|how|why)|difference between|i(?:'d| would)? (?:want|like|need) to (?:know|learn|understand)|what's|whats)(?!['’]?n?t\b| (?:not|hardly|barely|scarcely|only|no longer)\b)\b/i;
/** A first person who only asks: "Should I worry about strokes?", "Can I …", "What do I do for …". */
const ASKING =
  /\b(?:should|can|could|do|would|may|must|when do|how do|how can|how would|will) i (?:know|worry|be (?:worried|concerned)|tell|learn|do|expect|call|get|prevent|treat|help|recogni[sz]e|spot|avoid|stop|go|have|need|see|take|use|deal|cope|make|check)\b|\btell me\b|\bexplain to me\b|\bgive me\b|\bhelp me (?:understand|learn)\b/gi;

/** Nobody asks this for the sake of knowledge. */
const CALLS_FOR_HELP =
  /\b(?:should (?:i|we)|do (?:i|we) need)\b[^?]*\b(?:ambulance|er|hospital|a&e|911|999|112|emergency)\b/i;

/** "Allergic to ibuprofen (wheezing)" tells what it does, not what it is doing. */
const LISTED_REACTION = /\ballerg(?:ic|y|ies) to [^.()!?]{1,60}\([^.()!?]{0,40}$/i;

/** `asked` counts a question about somebody too, `always` whatever is not denied and not long ago. */
export type Mood = 'now' | 'asked' | 'always';
type Sentence = { text: string; asks: boolean; person: boolean; ofOld: boolean; onlyKnown: boolean };

/** Each sentence is judged once for a message. */
export class Assertions {
  readonly #message: Message;
  readonly #straight: string;
  readonly #sentences = new Map<number, Sentence>();

  constructor(message: Message) {
    this.#message = message;
    this.#straight = straight(message.text);
  }

  /** `asked`: count it even as a question or a what-if, as long as somebody is in it: "if I kill myself, will it hurt?" */
  holds(span: Span, sentence: number, mood: Mood = 'now'): boolean {
    const place = this.#message.sentences[sentence] as Span;
    const facts = this.#sentence(sentence);
    const before = this.#straight.slice(place.start, span.start);
    const after = this.#straight.slice(span.end, place.end);
    if (
      isNegated(before, after) ||
      (facts.ofOld && isOld(before, after, this.#straight.slice(span.start, span.end), facts.onlyKnown))
    )
      return false;
    if (LISTED_REACTION.test(before)) return false;
    if (mood === 'always') return true;
    if (mood === 'asked') return facts.person || !facts.asks;
    if (HYPOTHETICAL.test(before)) return false;
    if (!facts.asks)
      return facts.person || NOW.test(facts.text) || !(HYPOTHETICAL.test(after) || TOPIC_AFTER.test(after));
    return facts.person || this.#toldElsewhere(sentence);
  }

  /** "A lump in my breast, no pain": a denial right before one of several words that would count together. */
  denied({ start }: Span): boolean {
    return DENIED_HERE.test(this.#straight.slice(Math.max(0, start - 24), start));
  }

  #sentence(index: number): Sentence {
    const known = this.#sentences.get(index);
    if (known) return known;
    const { start, end } = this.#message.sentences[index] as Span;
    const text = this.#straight.slice(start, end);
    const asks = QUESTION.test(text);
    const person = PERSON.test(asks ? text.replace(ASKING, ' ') : text) || (asks && CALLS_FOR_HELP.test(text));
    const ofOld = PAST.test(text.replace(BORN_AGO, ' ')) && (!NOW.test(text) || FINE_NOW.test(text));
    const onlyKnown = ofOld && !PAST.test(text.replace(KNOWN_BEFORE, ' '));
    const facts = { text, asks, person, ofOld, onlyKnown };
    this.#sentences.set(index, facts);
    return facts;
  }

  /** "Is bleeding normal? I'm 11 weeks": the question is bare, and still somebody's. */
  #toldElsewhere(index: number): boolean {
    return this.#message.sentences.some((_, other) => {
      if (other === index) return false;
      const { asks, text } = this.#sentence(other);
      return !asks && STORY.test(text);
    });
  }
}

/** A copy with straight apostrophes, letter for letter, so that offsets hold. */
export function straight(text: string): string {
  return text.replace(/[‘’´`ʼ]/g, "'");
}

/** In a sentence about long ago: is this clause of it so, too? "I had a baby 3 weeks ago and I want to die" is about today. */
function isOld(before: string, after: string, phrase: string, onlyKnown: boolean): boolean {
  let begin = 0;
  for (const match of before.matchAll(CLAUSE_END)) begin = match.index + match[0].length;
  const stop = after.search(CLAUSE_END);
  const clause = `${before.slice(begin)}${phrase}${stop < 0 ? after : after.slice(0, stop)}`;
  return PAST.test(clause) || (!onlyKnown && (TENSE_PAST.test(clause) || !TENSE_NOW.test(clause)));
}

function isNegated(before: string, after: string): boolean {
  if (AFTER_NEGATED.test(after) || BEFORE_ENDED.test(before) || NEAR_NEGATION.test(before)) return true;
  let last: RegExpExecArray | null = null;
  LIST_NEGATION.lastIndex = 0;
  for (let match = LIST_NEGATION.exec(before); match; match = LIST_NEGATION.exec(before)) last = match;
  if (!last) return false;
  const between = before.slice(last.index + last[0].length);
  return !TURNS.test(between) && between.split(/\s+/).length <= REACH_WORDS;
}
