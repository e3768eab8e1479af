/**
 * Rule 4: is a health question about this person (4a, the consultant who may read the record) or about medicine at large (4b, the
 * one who may not)? A trained classifier judges the manner of speaking: "Should I take vitamin D?" asks for anybody, "Should I take
 * the Wellbutrin at night?" does not. What asks for the record, or states a fact, is the person's own whatever it sounds like.
 */
import type { TermMatch } from '../vocabulary/find-terms.ts';
import { readClassifier } from './classifier.ts';
import { medicalWords } from './clues.ts';
import { createBag, MANNER_BITS, mannerFeatures, wordsIn } from './features.ts';

/** Only the record can answer these. */
const RECORD =
  /\b(?:my|our|his|her) (?:last|latest|most recent|previous|newest|current|next|own)\b|\b(?:last|latest|most recent|previous|newest) (?:\w+ )?(?:hba1c|a1c|labs?|results?|readings?|blood|test|tests|visit|appointment|check-?up|values?|scan|measurements?|weight|dose|medications?)\b|\b(?:am|was|were) i (?:on|taking|allergic|diagnosed|due|overdue)\b|\b(?:do|did) i (?:have|take|last|ever) \w+\b|\bwhen did i\b|\bmy (?:\w+ )?(?:conditions?|medications?|medicines?|meds|pills|tablets|allergies|diagnos[ei]s|results?|labs?|readings?|records?|prescriptions?|vaccinations?|appointments?|trends?|numbers|values|levels)\b|\band (?:what (?:was|is|about) )?mine\b/;
/** Somebody's own body: "Why does my knee hurt?". */
const MINE =
  /\b(?:mine|my)\b(?! (?:risk|chances|immune system|metabolism)\b| (?:\w+ )?(?:exam|class|course|essay|thesis|homework|assignment|presentation|teacher|professor|textbook|students)\b)/;
/** "How do I get rid of my cough?" asks for what anybody would be told. */
const HOW_TO = /^(?:so |and |ok(?:ay)?,? )?(?:how (?:can|do|should|could) (?:i|we)|ways to)\b/;
/** "How do I know if I have diabetes?": the having is only supposed. */
const SUPPOSED = /\b(?:if|whether|when) (?:i|we|you)(?:'m| am| have| had| get| got| take| took|'ve)\b/;

/** Asks what a book would say, as long as nobody is in it. */
const ENCYCLOPEDIC: readonly RegExp[] = [
  /^(?:please |can you |could you )*(?:tell me (?:more )?about|explain|define|describe|meaning of)\b/,
  /^(?:\w+ )?(?:side effects?|symptoms?|signs?|causes?|treatments?|prevention|prognosis|stages|types|complications|dosage) (?:of|for)\b/,
  /^what (?:is|are) (?:an? |the )?(?:\w+ ){1,3}(?:for|used for|made of|good for)?\??$/,
  /^(?:recommended|normal|average|maximum|safe|typical) \w+/,
  /^(?:[\w'-]+ ){1,4}(?:symptoms|treatments?|diet|exercises|stretches|causes|dosage|side effects|remed(?:y|ies)|prevention|recovery time|prognosis|definition|meaning)(?: (?:in|for) \w+)?[.?!]?$/,
];
const SOMEBODY = /\b(?:i|i'm|i've|me|my|mine|we|our|he|she|his|her|him|it|this|that|these|those|patient|year)\b/;

/** "Should I take vitamin D?", "Can you die from pneumonia?": it is anybody, as long as nothing more is told. */
const ANYBODY: readonly RegExp[] = [
  /^should i (?:take|get|use|eat|drink|avoid)(?! (?:my|the|this|it|these|that|those|more|another)\b)(?: (?!my|it|with|while|because|if|instead|or)[\w-]+){1,6}\??$/,
  /^can (?:you|people|adults|children|babies|men|women) (?:die|get|have|catch|live|survive|recover|outgrow)\b(?!.*\b(?:i|i'm|my|me|this|it|the)\b)/,
];

const QUESTION =
  /\?|^(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|do|does|did|can|could|should|would|will|may|tell|explain|define|describe|list|give)\b/;
const NOW_OR_SINCE =
  /\b(?:today|tonight|yesterday|this (?:morning|afternoon|evening|week)|last (?:night|week|month)|since|for (?:the (?:last|past) )?(?:\d+|a|two|three|four|several|few) (?:hours?|days?|weeks?|months?|years?)|right now|just now|at the moment|ago)\b/;
const READING =
  /\b\d{2,3} ?\/ ?\d{2,3}\b|\b\d+(?:[.,]\d+)? ?(?:%|mg|mcg|mmhg|bpm|kg|lbs?|pounds|°|degrees|mmol|mg\/dl|units?|iu|ml|cm)/;
const DIARY =
  /^(?:took|taking|had|feeling|felt|woke|started|stopped|ate|slept|can't|cannot|couldn't|still|been|got|vomited|threw)\b/;

/** In doubt it is the person's own: that consultant can also answer generally, the other one cannot look anything up. */
const DOUBT = -0.25;

export type Scope = { specific: boolean; why: string };

const bag = createBag(MANNER_BITS);
const classifier = readClassifier('triage-scope', MANNER_BITS, 0);

/** `plain` comes from plainText, `words` from wordsIn. */
export function scopeOf(plain: string, terms: readonly TermMatch[], words: readonly string[] = wordsIn(plain)): Scope {
  const supposed = SUPPOSED.test(plain);
  if (!supposed && RECORD.test(plain)) return { specific: true, why: 'asks for what the record knows' };
  if (!supposed && MINE.test(plain) && !HOW_TO.test(plain))
    return { specific: true, why: "speaks of the person's own health" };
  if (!QUESTION.test(plain)) {
    if (READING.test(plain)) return { specific: true, why: 'states a reading or a dose' };
    const facts = terms.some(({ term }) => term.kind !== 'organization');
    if (DIARY.test(plain) || (facts && NOW_OR_SINCE.test(plain)))
      return { specific: true, why: 'states what is happening to the person' };
  }
  if (ANYBODY.some((pattern) => pattern.test(plain))) return { specific: false, why: 'asks what anybody should do' };
  if (ENCYCLOPEDIC.some((pattern) => pattern.test(plain)) && !SOMEBODY.test(plain.replace(/\bme\b/, '')))
    return { specific: false, why: 'asks what a thing is' };
  return classifier.score(mannerFeatures(bag, words, medicalWords(terms))) > DOUBT
    ? { specific: true, why: 'speaks of someone in particular' }
    : { specific: false, why: 'asks about medicine in general' };
}
