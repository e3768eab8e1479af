/**
 * What is asked and what is told: a general question is nobody's fact, but "I have asthma, can I run?" tells one, and so does "why
 * do I have a headache". People leave out the question mark, and notes begin with "was" and "has" without asking.
 */
import { memoized } from './cache.ts';

const GREETING =
  '[\\s"\'(*-]*(?:(?:ok(?:ay)?|so|and|but|hi|hello|hey|also|please|thanks|well|doctor|doc|then|just|quick\\s+question)[\\s,.!:]+)*';
const ASKING = new RegExp(
  `^${GREETING}(?:what|how|why|whose|who(?!\\s+(?:has|had|is|was))|wat|whats|what['’]s|wondering\\s+(?:if|whether)|` +
    // "When I stand up I get dizzy" and "which makes me dizzy" ask nothing.
    '(?:when|where)(?=\\s+(?:do|does|did|should|can|could|will|would|is|are|was|were|am|to|might|may)\\b)|' +
    'which(?!\\s+(?:is|was|makes?|made|causes?|caused|means?|i|has|had|led)\\b)|' +
    "(?:can|could|should|shall|would|may|might|does|do|did(?!\\s+(?:a|an|another|some|two|three|lots)\\b))(?!['’]?n?['’]?t\\b|\\s+(?:not|be|have|also|barely|hardly|only)\\b|\\s*n[’']?t\\b)|" +
    "(?:don['’]t|doesn['’]t|isn['’]t|aren['’]t)\\s+(?:i|you|we|it|they|there|my)|" +
    'will(?!\\s+(?:follow|need|start|continue|call|return|check|try|get|take|have|be|see|do|go|not)\\b)|' +
    // "Was admitted", "has had a cough": a note that leaves out its subject.
    'had\\s+(?:i|you|we|anyone|he|she|it)|(?:is|are|am|was|were|has)(?!\\s*[:–-]|\\s+(?:\\w+ed|\\w+ing|been|had|not|seen|given|told|on|in|a|an|also|now|still|unable|able|well|no|to|at|taken|put|some|very|really|so|just|never|always|currently)\\b)|' +
    'is\\s+(?:a|an|no|not|having|being|taking|coughing|vomiting|bleeding|feeling|getting)\\s[^.]*\\b(?:normal|ok|okay|safe|bad|dangerous|serious|good)\\b|' +
    'have\\s+(?:you|i|we|there)|tell\\s+me|explain|describe|define|give\\s+me|show|list|compare|' +
    "i\\s+(?:want|need|would\\s+like|['’]d\\s+like)\\s+to\\s+(?:know|learn|understand)|i\\s+wonder)\\b",
  'i',
);
const MARK = /\?["')\]]?\s*$/;
/** Questions that take the finding for granted: "why do I have …", "how long will my …". */
const PRESUPPOSED =
  /\b(?:why|how\s+come|how\s+long|what(?:['’]s|\s+is)\s+(?:causing|making)|how\s+(?:can|do|should)\s+i\s+(?:get\s+rid\s+of|stop|treat|help|ease|manage|deal\s+with)\s+(?:my|this|these))\b[^.?!]*\b(?:i|my|i['’]m|i['’]ve|im|ive|this|these)\b|\bwhile\s+(?:i(?:['’]?m|\s+am)\s+)?(?:on|taking|using)\s+(?:my\s+)?[\w-]+(?:\s[\w-]+)?$/i;
const STATEMENT =
  /(?:^|[,;:]\s*|\b(?:and|but|since|because|that|as|while|when|so|now|though|although|where|given|with|also|still)\s+)(?:i|we)(?:['’]?(?:m|ve|d)\b|\s+(?:(?:also|still|already|currently|recently|just|often|usually|always|now|really|sometimes)\s+)*(?:have|had|take|took|am|was|got|get|feel|felt|use|used|started|stopped|suffer|weigh|weighed|been|measured|went|saw|see|underwent|keep|kept|woke|noticed|threw|passed|fell)\b|\s+$)/i;
const OWN =
  /\bmy\s+(?!(?:mother|mom|mum|father|dad|risk|chance|chances|question|friend|doctor|mothers|moms|dads|fathers)\b)(?:(?!(?:of|for|about|to|from|is|are|was|mother|father)\b)[\w'’./-]+\s+){0,3}$/i;

/** A sentence that asks, with or without its question mark. Kept, because several readers ask it of the same sentence. */
export const isQuestion = memoized((sentence) => MARK.test(sentence) || ASKING.test(sentence), 500);

/** "My headache", "my last HbA1c": it is there, whatever is asked about it. */
export function isOwned(before: string): boolean {
  return OWN.test(before);
}

export function isPresupposed(lead: string): boolean {
  return PRESUPPOSED.test(lead);
}

export function isTold(words: string): boolean {
  return STATEMENT.test(words);
}

/** Inside a question, a clause that states: "I have asthma, can I run?" */
export function isToldInside(lead: string, before: string): boolean {
  return STATEMENT.test(before) || (STATEMENT.test(lead) && !ASKING.test(before) && before.trim() === '');
}
