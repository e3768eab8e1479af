/**
 * Rule 4: is a health question about this person (4a, the consultant who may read the record) or about medicine at large
 * (4b, the one who may not)? In doubt a first person means 4a: that consultant can also answer generally, the other one
 * cannot look anything up.
 */
import type { TermMatch } from '../vocabulary/find-terms.ts';

const FAMILY =
  'son|daughter|child|kid|kids|baby|infant|toddler|newborn|wife|husband|partner|spouse|mother|mom|mum|father|dad|brother|sister|grand\\w+|aunt|uncle|cousin|friend|boyfriend|girlfriend|family|parents?|nephew|niece';

/** Somebody's own body, data, people or plans. */
const PERSONAL: readonly RegExp[] = [
  /\b(?:my|mine|our)\b/,
  /\b(?:i|i've|we)(?: \w+)? (?:have|had|has|am|was|were|been|got|get|take|took|feel|felt|experience|experienced|suffer|started|stopped|woke|noticed|weigh|weighed|measured|use|used|ate|drank|fell|hurt|tested|need|want|went|saw|see|think|forgot|missed|lost|gained|keep|can't|cannot|don't|didn't|measure|check|checked|live|sleep|slept|threw|vomited|fainted|smoke|drink)\b/,
  /\bi (?:also|often|always|sometimes|still|just|keep|seem|constantly|usually) \w+/,
  /\b(?:i'm|i am|i've|i'd|i'll|im|ive)\b/,
  /\b(?:am|was|are) i\b|\b(?:do|does|did|have|had) i (?:have|need|take|get|had|been|ever|already)\b/,
  /\b(?:should|can|could|may|must|shall|would|will) i\b(?! (?:know|tell if))/,
  /\bfor me\b|\bto me\b|\babout me\b|\b(?:give|gave|giving|make|makes|making|made|prescribed|told|hurts?|bothers?|bothering|help) me\b/,
  new RegExp(
    `\\b(?:his|her|their|this patient'?s?|the patient'?s?|this (?:man|woman|child)|${FAMILY}) (?:has|have|had|is|was|takes?|took|needs?|feels?)\\b`,
  ),
  /\b(?:this|the|a|my) patient\b.{0,40}\b(?:is|has|was|with|need|takes?)\b|\b\d{1,3}[- ]year[- ]old\b|\bhe's\b|\bshe's\b|\b(?:he|she) (?:is|has|was|had|takes?|can't|won't)\b/,
  /\b(?:last|latest|most recent|previous|newest) (?:\w+ )?(?:hba1c|a1c|labs?|results?|readings?|blood|test|tests|visit|appointment|check-?up|values?|scan|measurements?|weight|dose|medications?)\b/,
];

/** "How do I prevent the flu?" asks for anybody: the I is only a manner of speaking. */
const GENERIC_FIRST_PERSON =
  /^(?:so |and |ok(?:ay)?,? |please |hi,? |hello,? )*(?:how (?:do|can|could|would|should|may) (?:i|we)|what (?:can|should|do|could) (?:i|we) (?:do|take|eat|use|know|expect)|where can (?:i|we)|when should (?:i|we)|can (?:i|we|you) (?:get|catch|die|prevent)|how long (?:am|will|would|do) (?:i|we)|why (?:do|would) (?:i|we)|tell me|explain|can you (?:tell|explain)|could you (?:tell|explain)|i(?:'d like| would like| want| need)? (?:to )?(?:know|learn|understand|wonder)|i'm (?:just )?(?:curious|wondering))\b/;
const OWN_STATE =
  /\b(?:my|mine|our)\b|\b(?:i|we) (?:have|had|take|took|feel|felt|was|were|am|got|started|stopped|measured|suffer)\b(?! (?:to know|a question))|\b(?:i've|i'm (?!just|curious|wondering))|\b(?:if|whether|that) i (?:have|am)\b.{0,30}\bmy\b/;

/** "How do I know if I have diabetes?": the having is only supposed. */
const SUPPOSED = /\b(?:if|whether|when) (?:i|we|you)(?:'m| am| have| had| get| got| take| took|'ve)\b/g;

const QUESTION =
  /\?|^(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|do|does|did|can|could|should|would|will|may|tell|explain|define|describe|list|give)\b/;
const NOW_OR_SINCE =
  /\b(?:today|tonight|yesterday|this (?:morning|afternoon|evening|week)|last (?:night|week|month)|since|for (?:the (?:last|past) )?(?:\d+|a|two|three|four|several|few) (?:hours?|days?|weeks?|months?|years?)|right now|just now|at the moment|ago)\b/;
const READING =
  /\b\d{2,3} ?\/ ?\d{2,3}\b|\b\d+(?:[.,]\d+)? ?(?:%|mg|mcg|mmhg|bpm|kg|lbs?|pounds|°|degrees|mmol|mg\/dl|units?|iu|ml|cm)/;
const DIARY =
  /^(?:took|taking|had|feeling|felt|woke|started|stopped|ate|slept|can't|cannot|couldn't|still|been|got|vomited|threw)\b/;

export type Scope = { specific: boolean; why: string };

export function scopeOf(plain: string, terms: readonly TermMatch[]): Scope {
  const supposed = plain.replace(SUPPOSED, ' ');
  if (GENERIC_FIRST_PERSON.test(plain) && !OWN_STATE.test(supposed))
    return { specific: false, why: 'asks how things are in general' };
  const cue = PERSONAL.find((pattern) => pattern.test(supposed));
  if (cue) return { specific: true, why: "speaks of the person's own health or that of someone near" };
  if (!QUESTION.test(plain)) {
    const facts = terms.some(({ term }) => term.kind !== 'organization');
    if (READING.test(plain)) return { specific: true, why: 'states a reading or a dose' };
    if (DIARY.test(plain) || (facts && NOW_OR_SINCE.test(plain)))
      return { specific: true, why: 'states what is happening to the person' };
  }
  return { specific: false, why: 'asks about medicine without a person in it' };
}
