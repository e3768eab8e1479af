/**
 * Is a phrase said of somebody, here and now? "I have chest pain" is; "no chest pain", "what does chest pain mean?", "I had
 * chest pain years ago" and "call if you get chest pain" are not. Looks at the sentence around the phrase only.
 */

export type Span = { start: number; end: number };

const NEGATION =
  /\b(?:no|not|never|without|denies|denied|deny|isn't|aren't|wasn't|don't|doesn't|didn't|haven't|hasn't|no longer|nor|free of|ruled out|negative for|neither)\b(?! (?:only|just|sure|stop|getting better|relief|going away))/gi;
/** "No fever, cough, sore throat, rash or chest pain": a denial holds for a list, but not for ever. */
const REACH_WORDS = 12;
/** Where a negation's reach ends: "no fever but chest pain". */
const TURNS =
  /\b(?:but|however|although|though|except|yet|instead|now|and (?:i|he|she|my|now|then|also)|because|i have|i'm|i am|i've|with)\b/i;
const AFTER_NEGATED =
  /^[^.;!?\n]{0,12}\b(?:is gone|are gone|has gone|went away|resolved|was ruled out|has stopped|have stopped)\b/i;

const PAST =
  /\b(?:years? ago|months? ago|weeks ago|last (?:year|month|summer|winter|spring|fall|autumn)|in (?:19|20)\d\d|history of|used to|as a (?:child|kid|teen\w*)|when (?:i|he|she) was (?:a |an |young|\d)|previously|in the past|back then|once had|family history|died (?:of|from))\b/i;
const HYPOTHETICAL =
  /\b(?:if (?:i|you|he|she|they|someone|somebody|a person|anyone|my \w+) (?:ever |suddenly |should |start\w* |were to )?|in case (?:of|i)|what if|when (?:you|someone|a person|people)|risk of|afraid of getting|worried (?:that )?i (?:might|could|may) get|to prevent|prevention of|how to|can (?:\w+ ){1,3}cause|could (?:\w+ ){1,3}cause|causes? of|signs? of|symptoms? of|meaning of|does (?:\w+ ){1,3}cause|side effects?|may cause|can lead to|leads? to|article|movie|novel|book|song|read about|learn about|research|statistics|course)\b/i;
const PERSON =
  /\b(?:i|i'm|i've|i'd|i am|im|ive|my|me|myself|we|our|he|she|he's|she's|him|his|her|they're|this (?:man|woman|person|guy|child)|someone here|somebody here|(?:the|our) (?:baby|child|patient))\b/i;
const GENERAL_QUESTION =
  /^(?:\s|["'(]|so |and |but |hi,? |hello,? |please |ok(?:ay)?,? )*(?:what|why|how|when|which|who|is|are|does|do|did|can|could|should|would|will|may|define|explain|describe|tell me (?:about|what|how|why)|difference between)\b/i;

/** A copy with straight apostrophes, letter for letter, so that offsets hold. */
export function straight(text: string): string {
  return text.replace(/[‘’´`ʼ]/g, "'");
}

export function sentenceAround(text: string, at: number): Span {
  const before = text.slice(0, at);
  const start = Math.max(...[...before.matchAll(/[.!?](?=\s)|\n/g)].map((mark) => mark.index + 1), 0);
  const stop = /[.!?](?=\s|$)|\n/.exec(text.slice(at));
  return { start, end: stop ? at + stop.index + 1 : text.length };
}

/** `asked`: count it even as a question or a what-if, as long as somebody is in the sentence: "if I kill myself, will it hurt?" */
export function isAsserted(text: string, span: Span, asked = false): boolean {
  const sentence = sentenceAround(text, span.start);
  const whole = text.slice(sentence.start, sentence.end);
  const before = text.slice(sentence.start, span.start);
  const after = text.slice(span.end, sentence.end);
  if (isNegated(before, after) || PAST.test(whole)) return false;
  const hasPerson = PERSON.test(whole);
  if (asked && hasPerson) return true;
  if (HYPOTHETICAL.test(before)) return false;
  if (GENERAL_QUESTION.test(whole)) return hasPerson && !isImpersonal(whole);
  return hasPerson || !HYPOTHETICAL.test(after);
}

/** True if somebody is in the sentence that holds this place: a reading of someone's, not a textbook threshold. */
export function namesPerson(text: string, at: number): boolean {
  const sentence = sentenceAround(text, at);
  return PERSON.test(text.slice(sentence.start, sentence.end));
}

/** A first person who only asks: "Should I worry about chest pain?", "What should I know about strokes?". */
function isImpersonal(sentence: string): boolean {
  const asked = sentence.replace(
    /\b(?:should|can|could|do|would|may) i (?:know|worry|be (?:worried|concerned)|tell|learn|do|expect|call)\b|\btell me\b|\bexplain to me\b|\bgive me\b/gi,
    ' ',
  );
  return !PERSON.test(asked);
}

function isNegated(before: string, after: string): boolean {
  if (AFTER_NEGATED.test(after)) return true;
  const last = [...before.matchAll(NEGATION)].at(-1);
  if (!last) return false;
  const between = before.slice(last.index + last[0].length);
  return between.split(/\s+/).length <= REACH_WORDS && !TURNS.test(between);
}
