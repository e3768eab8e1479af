/**
 * Says of a finding in a text whether it is so, and of whom: the idea of NegEx and ConText, for what people write about
 * themselves. Cues have a direction and a reach; a contrast or a new subject ends it. A general question is nobody's fact.
 */
import { clauseAt, type Stretch, sentenceAt } from './sentences.ts';

export type Assertion = 'present' | 'absent' | 'possible' | 'hypothetical';
export type Experiencer = 'patient' | 'family' | 'other';
export type Context = { assertion: Assertion; experiencer: Experiencer };

/** Reaches over a whole list: "no fever, cough or chills". */
const NEGATION =
  /\b(?:no\b(?!\s*,)(?!\s+(?:doubt|change|better|improvement|relief|longer\s+(?:take|taking|on|use|using)))|without(?!\s+(?:relief|improvement))|den(?:y|ies|ied|ying)|never(?:\s+(?:had|have|been|experienced|get|got))?|negative\s+for|free\s+of|free\s+from|absence\s+of|rules?\s+out\s+for|ruled\s+out|neither|nor|no\s+longer\s+(?:have|has|having|get)|stopped\s+having|got\s+rid\s+of|(?:do|does|did|have|has|had|am|is|are|was|were)(?:n['’]?t|\s+not)\s+(?:really\s+)?(?:(?:been\s+)?(?:diagnosed\s+with|have|had|having|feel|feeling|felt|get|getting|got|experience|experiencing|experienced|notice|noticed|see|suffer(?:ing)?|any|a|an|allergic|take|taking|taken|on|use|using|used|drink|smoke|undergone|been|currently|show|give)\b))\b/giu;
/** Reaches only the next few words: "not painful". */
const NEAR_NEGATION =
  /\b(?:not|isn['’]t|wasn['’]t|aren['’]t|weren['’]t|ain['’]t|non)(?!\s+(?:only|sure|certain|just|sleeping|getting\s+better))\s+(?:[\w'’]+\s+){0,3}$/iu;
const NEGATION_AFTER =
  /^\s*(?:(?:is|was|has\s+been|have\s+been|were|are|has|have)\s+)?(?:(?:now\s+|all\s+|completely\s+)*(?:gone|ruled\s+out|negative|resolved|absent|disappeared|went\s+away|gone\s+away|cleared\s+up|better\s+now)\b|(?:is|was|are|were)(?:n['’]t|\s+not)\s+(?:present|there|a\s+problem)|:\s*(?:none|no|negative|denied|denies)\b)/iu;
const POSSIBLE =
  /\b(?:maybe|perhaps|might|may\s+(?:have|be|develop|get)|possibl[ey]|probabl[ey]|suspect(?:ed|s)?|could\s+(?:be|have|develop|get)|think\s+(?:i|it|this|that)(?:['’]s|\s+(?:have|had|might|may|could|is|am|was))|not\s+(?:sure|certain)|unsure|looks?\s+like|seems?\s+like|wonder(?:ing)?\s+(?:if|whether)|rule\s+out|likely|worried\s+(?:it|this|that|i)|query|concern(?:ed)?\s+for)\b/giu;
const POSSIBLE_AFTER = /^\s*(?:is|was|are)?\s*(?:suspected|possible|likely|a\s+possibility)\b/iu;
const HYPOTHETICAL =
  /\b(?:if|unless|in\s+case|what\s+if|should\s+i|would\s+i|risk\s+(?:of|for|factors?)|risks\s+of|chances?\s+of|likelihood\s+of|prevent(?:s|ing|ion)?(?:\s+of)?|avoid(?:s|ing)?|protect(?:s|ion)?\s+(?:against|from)|(?:worried|worry|worrying|anxious|concerned|nervous|scared|afraid|fear|read(?:ing)?|heard|learn|know|information|info|article|question|questions|tell\s+me|ask(?:ing)?|curious|think(?:ing)?)\s+(?:more\s+)?(?:about|of|on)|fear\s+of|screen(?:ing|ed)?\s+for|test(?:ed|ing|s)?\s+for|check(?:ed|ing)?\s+for|symptoms?\s+of|signs?\s+of|causes?\s+of|treatments?\s+(?:of|for)|side\s+effects?\s+(?:of|like|such\s+as|include)|vaccin(?:e|ation|ated)\s+(?:for|against)|can\s+cause|could\s+cause|may\s+cause|might\s+cause|about\s+to\s+(?:have|get)|considering|(?:looking|trying|want(?:ing)?|hoping|planning|wish(?:ing)?)\s+to\s+(?:get|be|become|have|conceive|avoid|take|try|start)|people\s+with|patients\s+with|someone\s+with|anyone\s+with|definition\s+of|explain|recommend(?:ed|s)?|suggest(?:ed|s)?)\b/giu;
const QUESTION_START =
  /^[\s"'(*-]*(?:(?:ok(?:ay)?|so|and|but|hi|hello|hey|also|please|thanks|well|doctor|doc|then)[\s,.!]+)*(?:what|how|why|when|where|which|who|whose|can|could|should|shall|is|are|am|was|were|do|does|did|will|would|may|might|has|have\s+(?:you|i|we|there)|isn['’]t|aren['’]t|don['’]t|doesn['’]t|tell\s+me|explain|describe|define|give\s+me|show|list|compare|what['’]s|i\s+(?:want|need|would\s+like|['’]d\s+like)\s+to\s+(?:know|learn|understand)|i\s+wonder)\b/iu;
/** Questions that take the finding for granted: "why do I have …", "how long will my …". */
const PRESUPPOSED =
  /\b(?:why|how\s+come|how\s+long|what(?:['’]s|\s+is)\s+causing)\b[^.?!]*\b(?:i|my|i['’]m|i['’]ve)\b/iu;
const STATEMENT =
  /(?:^|[,;:]\s*|\b(?:and|but|since|because|that|as|while|when|so|now|though|although|where|given|with|also|still)\s+)(?:i|we)(?:['’](?:m|ve|d)\b|\s+(?:(?:also|still|already|currently|recently|just|often|usually|always|now)\s+)*(?:have|had|take|took|am|was|got|get|feel|felt|use|used|started|stopped|suffer|weigh|weighed|been|measured|went|saw|see|underwent|keep|woke|noticed)\b|\s+$)/iu;
const OWN =
  /\bmy\s+(?!(?:mother|mom|mum|father|dad|risk|chance|chances|question|friend|doctor)\b)(?:(?!(?:of|for|about|to|from|is|are|was|mother|father)\b)[\w'’./-]+\s+){0,3}$/iu;
const RELATIVE =
  /\b(?:my|our|his|her|the)\s+(?:\w+\s+){0,2}?(mother|mom|mum|mommy|father|dad|daddy|parents?|sister|brother|siblings?|son|daughter|child|children|kids?|baby|toddler|newborn|twins?|wife|husband|spouse|partner|girlfriend|boyfriend|aunt|uncle|cousin|niece|nephew|grand(?:mother|father|ma|pa|parents?|son|daughter)|nan|granny|(?:mother|father|sister|brother)-in-law|family|friend|roommate|neighbou?r|boss|coworker|colleague|dog|cat)(?:['’]s|s['’]?)?\b|\bfamily\s+history\s+of\b/giu;
const RELATIVE_AFTER = /^[^.?!]{0,30}\b(?:runs?\s+in\s+(?:my|the|our)\s+family|in\s+(?:my|the|our)\s+family)\b/iu;
const STRANGERS =
  /\b(?:someone|somebody|anyone|people|patients|a\s+person|a\s+friend|everyone|adults|children|women|men)\b/giu;
/** "I told my wife", "from my son": the relative is not the one who has it. */
const OBJECT_BEFORE = /\b(?:told|tell|asked|called|with|to|from|by|and|than|visit(?:ed|ing)?|saw|see|thank|live)\s+$/iu;
/** A relative who does something is whom the words are about, whatever stands before: "… and my father had a stroke". */
const SUBJECT_AFTER = /^\s+(?:also\s+)?(?:has|had|have|is|was|are|were|died|suffer(?:s|ed)?|got|gets|takes|took)\b/iu;
const SELF = /\b(?:i|i['’]m|i['’]ve|i['’]d|my|me|myself)\b/iu;
const NOT_KIN = /friend|roommate|neighbou?r|boss|coworker|colleague|\bdog|\bcat/i;

export function assertionAt(text: string, start: number, end: number): Context {
  const sentence = sentenceAt(text, start);
  const clause = clauseAt(text, start, sentence);
  const before = text.slice(clause.start, start);
  const after = text.slice(end, clause.end);
  return {
    assertion: assertion(text, sentence, start, before, after),
    experiencer: experiencer(text, sentence, start, before, after),
  };
}

/** A sentence that asks, with or without its question mark. */
export function isQuestion(sentence: string): boolean {
  return /\?["')\]]?\s*$/.test(sentence) || QUESTION_START.test(sentence);
}

function assertion(text: string, sentence: Stretch, start: number, before: string, after: string): Assertion {
  const whole = text.slice(sentence.start, sentence.end);
  const lead = text.slice(sentence.start, start);
  if (has(NEGATION, before) || NEAR_NEGATION.test(before) || NEGATION_AFTER.test(after)) {
    return isQuestion(whole) && !STATEMENT.test(lead) ? 'hypothetical' : 'absent';
  }
  const own = OWN.test(before);
  if (has(HYPOTHETICAL, before) && !own) return 'hypothetical';
  // "If", and a question, hold through to the end of the clause that they open.
  if (isQuestion(whole) && !own && !PRESUPPOSED.test(lead) && !stated(lead, before)) return 'hypothetical';
  if (!own && (has(POSSIBLE, before) || POSSIBLE_AFTER.test(after))) return 'possible';
  return 'present';
}

/** Inside a question, a clause that states: "I have asthma, can I run?" */
function stated(lead: string, before: string): boolean {
  return STATEMENT.test(before) || (STATEMENT.test(lead) && !QUESTION_START.test(before) && before.trim() === '');
}

function experiencer(text: string, sentence: Stretch, start: number, before: string, after: string): Experiencer {
  // The subject of the sentence holds until "I" takes over: "My father is 85 and has asthma".
  const lead = text.slice(sentence.start, start);
  const kin = [...lead.matchAll(RELATIVE)].findLast(
    (found) =>
      SUBJECT_AFTER.test(lead.slice(found.index + found[0].length)) || !OBJECT_BEFORE.test(lead.slice(0, found.index)),
  );
  if (kin && !SELF.test(lead.slice(kin.index + kin[0].length))) return NOT_KIN.test(kin[1] ?? '') ? 'other' : 'family';
  if (RELATIVE_AFTER.test(after)) return 'family';
  if (has(STRANGERS, before) && !SELF.test(before)) return 'other';
  if (/^\s*(?:and\s+)?(?:he|she|they|his|her|their)\b/iu.test(before)) {
    return has(RELATIVE, text.slice(0, start)) ? 'family' : 'other';
  }
  return 'patient';
}

function has(pattern: RegExp, text: string): boolean {
  return text.search(pattern) >= 0;
}
