/** What a message asks, one question at a time: "What is gout, and can I drink beer with allopurinol?" asks two. */
import { isQuestion, isTold } from '../text/questions.ts';
import { sentencesOf } from '../text/sentences.ts';

/** Where one question ends and the next begins within a sentence. "And is" may join two halves of one, so more of it has to be there. */
const NEXT =
  /,\s+(?=(?:how (?:long|often|much|many)|what (?:is|are|should|can|do)|when|why|which|should i|can i|do i|is it)\b)|,?\s+(?:and|or|but|also|plus)\s+(?:also\s+|then\s+|secondly\s+)?(?=(?:what|when|why|how|which|who|where)\b|(?:can|could|should|may|will|does|do|did|is|are|was)\s+(?:i|it|we|you|he|she|they|this|that|there|my|the|these|those)\b)/i;
/** "I wonder whether", "can you tell me what": the question stands behind it. */
const LEAD =
  /^(?:(?:hi|hello|hey|ok(?:ay)?|so|and|but|also|please|thanks?(?: you)?|well|doctor|doc|good (?:morning|afternoon|evening))[\s,.!:]+)*(?:(?:can|could|would) you (?:please )?(?:tell|explain|say)(?: to)?(?: me)?|please tell me|tell me|i (?:was )?wonder(?:ing)?|i(?:['’]d| would) like to know|do you know)\s+(?:if|whether|about)?\s*/i;

/** "Abeg what could it be": asks, though it neither begins nor ends like it. */
const LOOSE =
  /\b(?:what (?:could|can|might|should|shall|is|are|do|does)|w(?:h)?at sh(?:ou|u)l?d i|why|should i|can i|is it|could it be|how (?:do|can|much|many|often))\b/i;
/** "Am 15 and haven't had my period": without its "I". */
const TELLS_AGE = /^\W*am (?:\d|an? |having|feeling|on|not|so|very|also|still|in|from)\b[^?]*$/i;
const LONGEST_LOOSE = 80;
/** "Ok will ring the doctor" has the shape of a question. */
const PROMISE =
  /^\W*(?:ok(?:ay)?|right|fine|good|great|thanks|alright|so)?[\s,]*(?:i )?will (?!(?:i|it|this|that|he|she|they|the|my|you|we|there)\b)[^?]*$/i;

export function questionsIn(text: string): string[] {
  const asked = asking(text);
  return asked.length === 0 && text.length <= LONGEST_LOOSE && LOOSE.test(text) ? [text.trim()] : asked;
}

function asking(text: string): string[] {
  return sentencesOf(text)
    .map(({ start, end }) => text.slice(start, end).trim())
    .filter(
      (sentence) =>
        (isQuestion(sentence) || LEAD.test(sentence)) && !PROMISE.test(sentence) && !TELLS_AGE.test(sentence),
    )
    .flatMap(splitUp)
    .map((part) => part.trim())
    .filter((part, _, all) => /\p{L}{2}/u.test(part) && (all.length === 1 || /\s/.test(part)));
}

/** "I had it three days ago, do I need a test?": what stands before the question is none. */
function splitUp(sentence: string): string[] {
  const parts = sentence.split(NEXT).map((part) => part.trim());
  if (parts.length === 1) return parts;
  const asking = parts.filter((part) => isQuestion(part) || LEAD.test(part));
  return asking.length > 0 ? asking : [sentence];
}

/** Nothing is told beside what is asked: "when did I have my colonoscopy?" */
export function onlyAsks(text: string): boolean {
  return sentencesOf(text).every(({ start, end }) => {
    const sentence = text.slice(start, end).trim();
    return isQuestion(sentence) && !isTold(sentence);
  });
}

/** The question without the politeness around it. */
export function plainQuestion(part: string): string {
  return part.replace(LEAD, '') || part;
}

/** "Should I worry?" asks how bad it is, and names no anxiety. */
const WORRY =
  /\b(?:should|shall|do|need|must) (?:i|we|you) (?:(?:need|have) to )?(?:be )?(?:worr(?:y|ied)|concerned)\b|\bi(?:['’]m| am) (?:\w+ )?worried\b|\bworr(?:y|ied) about\b|\b(?:to|not) worry\b/gi;

export function withoutWorry(text: string): string {
  return text.replace(WORRY, ' ');
}
